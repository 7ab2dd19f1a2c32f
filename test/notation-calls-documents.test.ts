import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import type { Call, ErrorEntry } from '../src/model/types/model.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';

/** Points 7 to 9 of a document, so that nothing hangs on how the others are read. */
function lastPoints(name: string): string {
  const text = readFileSync(new URL(`documents/as-people-write/${name}.md`, import.meta.url), 'utf8');
  return `# Specification: ${name}\n\n${text.slice(text.indexOf('## 7.'))}`;
}

function callText({ method, path, query, sends, errors }: Call, common: readonly string[]): string {
  const asked = query.length === 0 ? '' : `?${query.map(({ name }) => name).join('&')}`;
  const body = sends === null ? '' : ` sends ${sends.map(({ name }) => name).join(', ') || 'nothing'}`;
  const own = errors.filter(({ name }) => !common.includes(name));
  const listed = own.map(({ name, cause }) => (cause === null ? name : `${name} (${cause})`)).join(', ');
  return `${method} ${path}${asked}${body}${listed === '' ? '' : ` / ${listed}`}`;
}

const errorText = ({ code, status, message, causes, standsFor }: ErrorEntry) =>
  [code, status ?? '-', message, ...causes.map(({ name }) => `(${name})`), ...standsFor.map((one) => `= ${one}`)].join(
    ' | ',
  );

interface Whole {
  readonly calls: readonly string[];
  /** What every call may answer. */
  readonly common: readonly string[];
  readonly errors: readonly string[];
}

const helpdesk: Whole = {
  common: ['E18'],
  calls: [
    'POST /api/session sends email, password / E01',
    'DELETE /api/session',
    'GET /api/me',
    'GET /api/tickets?scope&state&priority&category&team&assignee&q&sort&page / E03',
    'POST /api/tickets sends categoryId, subject, description, impact, urgency, deviceTag / E07, E08, E16',
    'GET /api/tickets/:number / E04',
    'PATCH /api/tickets/:number / E03, E04, E05, E07',
    'POST /api/tickets/:number/moves sends to, comment, resolutionNote, cancelReason, assigneeId, version / E03, E04, E05, E06, E07, E09, E13, E17',
    'PUT /api/tickets/:number/satisfaction sends stars / E03, E06, E07',
    'POST /api/tickets/:number/comments sends text, visibility / E03, E04, E07',
    'PATCH /api/comments/:id sends text / E03, E07',
    'POST /api/tickets/:number/attachments sends file, commentId / E04, E10, E11, E12',
    'GET /api/attachments/:id / E04',
    'DELETE /api/attachments/:id / E03',
    'POST /api/tickets/:number/work sends minutes, day, note / E03, E06, E07',
    'DELETE /api/worklogs/:id / E03',
    'GET /api/approvals?state',
    'POST /api/approvals/:id/decision sends decision, reason / E03, E06, E07',
    'POST /api/approvals/:id/renew sends nothing / E03, E06',
    'GET /api/categories',
    'POST /api/categories / E03, E07',
    'PATCH /api/categories/:id / E03, E07',
    'DELETE /api/categories/:id / E03, E15',
    'GET /api/people?q&page',
    'PATCH /api/people/:id / E03, E07',
    'GET /api/reports/weekly?from&to&team / E03',
  ],
  errors: [
    'E01 | 401 | Your e-mail or password is not right.',
    'E02 | 401 | Your session has ended. Please sign in again. | = NOT_SIGNED_IN',
    'E03 | 403 | You are not allowed to do this. | = NOT_ALLOWED',
    'E04 | 404 | We cannot find this ticket. | = NOT_FOUND',
    'E05 | 409 | Someone else changed this ticket. Reload to see the changes. | = CHANGED_MEANWHILE',
    'E06 | 409 | This step is not possible any more. | = WRONG_STATE',
    'E07 | 422 | Please correct the marked fields. | = INVALID',
    'E08 | 422 | You have no manager on record, so this request cannot be approved. Please contact the service desk.',
    'E09 | 409 | The approval is still missing.',
    'E10 | 413 | The file is larger than 15 MB.',
    'E11 | 415 | Files of this kind are not accepted.',
    'E12 | 409 | A ticket can hold 10 files at most.',
    'E13 | 409 | The time to reopen this ticket has passed. Please raise a new one.',
    'E14 | 409 | This ticket was merged into {number}.',
    'E15 | 409 | This category still has tickets. Make it inactive instead.',
    'E16 | 429 | You have raised a lot of tickets. Please try again in an hour.',
    'E17 | 409 | This ticket has already been reopened twice.',
    'E18 | 503 | ',
    'No connection at all | - | You are offline. Nothing was sent.',
  ],
};

const lending: Whole = {
  common: ['ERR-01', 'ERR-18'],
  calls: [
    'GET /api/v2/types?class&from&to&allowedOnly',
    'GET /api/v2/types/:code / ERR-03',
    'GET /api/v2/types/:code/calendar?from&to',
    'POST /api/v2/types / ERR-02, ERR-04',
    'PUT /api/v2/types/:code / ERR-02, ERR-04',
    'DELETE /api/v2/types/:code / ERR-02, ERR-04, ERR-16 (delete, R-20)',
    'GET /api/v2/basket',
    'PUT /api/v2/basket sends lines, pickupAt, dueAt, purpose, courseCode / ERR-04',
    'POST /api/v2/basket/submit / ERR-04, ERR-06 (R-07), ERR-07 (R-04), ERR-08 (mayBorrow), ERR-09 (R-09)',
    'GET /api/v2/loans?mine&state&overdue&page',
    'GET /api/v2/loans/:number / ERR-03',
    'POST /api/v2/loans/:number/decision sends approve, note, version / ERR-02, ERR-04, ERR-05, ERR-10',
    'POST /api/v2/loans/:number/cancel sends version / ERR-02, ERR-05, ERR-10',
    'POST /api/v2/loans/:number/extension sends newDueAt, version / ERR-02, ERR-05, ERR-06, ERR-07, ERR-10, ERR-11 (R-11, R-12)',
    'POST /api/v2/loans/:number/handout sends cardNo, version, lines / ERR-02, ERR-05, ERR-10, ERR-12 (wrong card), ERR-14 (wrong or unavailable item)',
    'POST /api/v2/loans/:number/return sends lines, version / ERR-02, ERR-04, ERR-05, ERR-10, ERR-15 (R-13)',
    'GET /api/v2/items?type&state / ERR-02, ERR-03',
    'GET /api/v2/items/:inventoryNo / ERR-02, ERR-03',
    'POST /api/v2/items / ERR-02, ERR-04',
    'PATCH /api/v2/items/:inventoryNo / ERR-02, ERR-04',
    'POST /api/v2/items/:inventoryNo/state sends to / ERR-02, ERR-10',
    'POST /api/v2/damage sends lineId, severity, text / ERR-02, ERR-04',
    'POST /api/v2/damage/:id/photos sends photo / ERR-02, ERR-17',
    'GET /api/v2/damage?state / ERR-02, ERR-03',
    'GET /api/v2/damage/:id / ERR-02, ERR-03',
    'POST /api/v2/damage/:id/assess sends repairCost / ERR-02, ERR-04, ERR-10',
    'POST /api/v2/damage/:id/dismiss / ERR-02, ERR-04, ERR-10',
    'POST /api/v2/damage/:id/settle sends charge / ERR-02, ERR-04, ERR-10',
    'GET /api/v2/me',
    'GET /api/v2/people?q&page / ERR-02, ERR-03',
    'GET /api/v2/people/:id / ERR-02, ERR-03',
    'PUT /api/v2/people/:id/block sends until, reason / ERR-02, ERR-04',
    'DELETE /api/v2/people/:id/block / ERR-02, ERR-04',
    'PUT /api/v2/people/:id/trainings / ERR-02, ERR-04',
    'GET /api/v2/charges?person / ERR-02',
    'POST /api/v2/charges/:id/waive sends reason / ERR-02, ERR-04, ERR-10',
  ],
  errors: [
    'ERR-01 | 401 | Please sign in. | = NOT_SIGNED_IN',
    'ERR-02 | 403 | You are not allowed to do that. | = NOT_ALLOWED',
    'ERR-03 | 404 | This does not exist or is not visible to you. | = NOT_FOUND',
    'ERR-04 | 422 | Some entries need your attention. | = INVALID',
    'ERR-05 | 409 | This loan was changed in the meantime. | = CHANGED_MEANWHILE',
    'ERR-06 | 409 | {title} is not free for these dates.',
    'ERR-07 | 403 | You need the training {code}, valid until {date} or longer.',
    'ERR-08 | 403 | You cannot borrow at the moment: {reason}.',
    'ERR-09 | 409 | You already have {n} loans running.',
    'ERR-10 | 409 | This step is not possible now. | = WRONG_STATE',
    'ERR-11 | 409 | The loan cannot be extended: {reason}.',
    'ERR-12 | 409 | This card does not belong to the borrower.',
    'ERR-13 | 409 | The pick-up point is closed on that day.',
    'ERR-14 | 409 | {inventoryNo} cannot be handed out for this line.',
    'ERR-15 | 422 | Please write a damage report first.',
    'ERR-16 | 409 | There are still items of this type.',
    'ERR-17 | 413 | The picture is too large or not JPG/PNG.',
    'ERR-18 | 500 | Something went wrong on our side. Please try again.',
  ],
};

const invoices: Whole = {
  common: [],
  calls: [
    'POST /api/auth/login sends email, password',
    'POST /api/auth/refresh',
    'POST /api/auth/logout',
    'POST /api/auth/forgot sends email',
    'POST /api/auth/reset sends token, password',
    'GET /api/me',
    'PATCH /api/me sends name, locale, currentPassword, password',
    'GET /api/invoices?status&clientId&q&sort&page&pageSize',
    'GET /api/invoices/:id',
    'POST /api/invoices',
    'DELETE /api/invoices/:id',
    'PATCH /api/invoices/:id',
    'POST /api/invoices/:id/send sends to, cc, message',
    'POST /api/invoices/:id/remind sends nothing',
    'POST /api/invoices/:id/void sends reason',
    'POST /api/invoices/:id/payments sends amount, receivedOn, method, reference',
    'DELETE /api/invoices/:id/payments/:paymentId',
    'GET /api/invoices/:id/activity',
    'POST /api/invoices/:id/pdf',
    'GET /api/jobs/:jobId',
    'GET /api/public/invoices/:publicToken',
    'GET /api/clients?q&archived&page&pageSize',
    'GET /api/clients/:id',
    'POST /api/clients',
    'PATCH /api/clients/:id',
    'POST /api/clients/:id/archive',
    'POST /api/clients/:id/restore',
    'GET /api/reports/revenue?year',
    'GET /api/reports/revenue.csv?year',
    'PATCH /api/workspace',
    'PUT /api/workspace/logo sends file',
    'GET /api/team',
    'POST /api/team/invitations',
    'DELETE /api/team/invitations/:id',
    'DELETE /api/team/:userId',
  ],
  errors: [
    'VALIDATION_FAILED | 400 | ',
    'RESET_TOKEN_INVALID | 400 | This link has expired.',
    'INVALID_CREDENTIALS | 401 | E-mail or password is wrong',
    '401 | 401 | Your session has ended. | (otherwise) | = NOT_SIGNED_IN',
    "FORBIDDEN | 403 | You're not allowed to do that. | = NOT_ALLOWED",
    'PLAN_LIMIT | 403 | Your plan allows 3 clients.',
    '404 | 404 | Not found | = NOT_FOUND',
    'VERSION_CONFLICT | 409 | Someone else changed this invoice. | = CHANGED_MEANWHILE',
    'INVOICE_NOT_DRAFT | 409 | Only drafts can be edited.',
    'CLIENT_HAS_OPEN_INVOICES | 409 | This client still has open invoices. | (archive)',
    'ALREADY_MEMBER | 409 | Already on the team | (invite)',
    '413 | 413 | PNG or JPEG, up to 1 MB | (logo)',
    'OVERPAYMENT | 422 | That is more than the open balance',
    'MAIL_REJECTED | 422 | The mail server refused this address. | (send)',
    'REMINDER_TOO_SOON | 429 | A reminder was sent recently.',
    '429 | 429 | Too many requests. Try again in {n} seconds. | (otherwise) | = TOO_MANY_REQUESTS',
    '5xx | - | The server has a problem. Try again.',
    'network error or timeout | - | No connection.',
    'PDF job failed, or polling given up | - | The PDF could not be made.',
    'any other code | - | Something went wrong.',
    'Render errors | - | Something broke',
  ],
};

describe('calls and errors as people write them', () => {
  for (const [name, { calls, common, errors }] of Object.entries({ helpdesk, lending, invoices })) {
    const { model } = readDocument(lastPoints(name));

    test(`all calls of ${name} are read, and no others`, () => {
      assert.deepEqual(
        model.calls.map((call) => callText(call, common)),
        calls,
      );
      for (const call of model.calls)
        for (const code of common)
          assert.ok(
            call.errors.some((error) => error.name === code),
            `${call.name} lacks ${code}`,
          );
    });

    test(`all errors of ${name} are read, and no others`, () => assert.deepEqual(model.errors.map(errorText), errors));

    test(`what is read of ${name} is printed and read back`, () => {
      const printed = printDocument(model);
      const again = readDocument(printed).model;
      assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
      assert.equal(printDocument(again), printed);
    });
  }

  test('what is not shown of the helpdesk is a gap at its line', () => {
    const gaps = readDocument(lastPoints('helpdesk')).diagnostics.filter(({ severity }) => severity === 'gap');
    assert.deepEqual(
      gaps.map(({ message }) => message),
      [
        '“How failed calls are repeated” is not shown.',
        'The message is not shown.',
        '“Public holidays” is not shown.',
        '“Session length” is not shown.',
      ],
    );
  });
});
