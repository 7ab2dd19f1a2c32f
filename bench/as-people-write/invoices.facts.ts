import type { Screen } from '../../src/model/types/model.ts';
import type { Ask } from './ask.ts';
import { fact } from './fact.ts';
import type { Fact } from './key.ts';
import { fold, named } from './names.ts';

const PUBLIC = /^\/(?:login|forgot-password|reset-password|i\/)/u;
const TOTALS = ['subtotal', 'taxTotal', 'total', 'paidTotal', 'balanceDue'];

const paying = (m: Ask) => [
  ...m.transitions('Invoice', 'sent', 'paid', 'event'),
  ...m.transitions('Invoice', 'sent', 'partially_paid', 'event'),
];

/** The notation has a word for a screen to sign in on: with it, `next` is followed to addresses of the application alone. */
const isSignIn = (m: Ask) => m.screen('/login')?.kind === 'sign-in';

const isForGuests = (m: Ask, { roles }: Screen) =>
  roles?.some(({ name }) => m.model.roles.some((role) => role.name === name && role.guest)) ?? false;

export const invoicesFacts: readonly Fact[] = [
  fact(1, [20], 'Without a token, a route that is not public leads to /login?next=<current path>.', (m) => {
    const closed = m.model.screens.filter(
      ({ route, kind }) => !PUBLIC.test(route) && kind !== 'redirect' && route !== '*',
    );
    const leads = closed.every(({ otherwise }) => otherwise?.route.startsWith('/login?next') ?? false);
    return closed.length > 8 && (leads || (isSignIn(m) && closed.every((screen) => !isForGuests(m, screen))));
  }),
  fact(2, [25], 'next is followed only if it starts with / and not with //; otherwise /invoices.', (m) => {
    const login = m.screen('/login');
    const checked = m.says(login?.guard ?? null, '//') || (login?.next?.route.includes('//') ?? false);
    const led = checked && fold(login?.otherwise?.route ?? '') === 'invoice';
    return led || (isSignIn(m) && fold(login?.next?.route ?? '') === 'invoice');
  }),
  fact(
    3,
    [27],
    '/forgot-password answers the same whatever the server says.',
    (m) => m.screen('/forgot-password')?.next?.message === 'If that address is known, a link is on its way.',
  ),
  fact(4, [35, 36], 'Default sort -issueDate; any filter sets page back to 1.', (m) => {
    const [first] = m.screen('/invoices')?.sort ?? [];
    return first !== undefined && named(first.field, 'issueDate') && first.descending;
  }),
  fact(5, [49], 'Editing what is no draft leads to /invoices/:id with "Only drafts can be edited."', (m) => {
    const edit = m.screen('/invoices/:id/edit');
    return (
      m.says(edit?.guard ?? null, 'status', 'draft') &&
      edit?.otherwise?.route === '/invoices/:id' &&
      edit.otherwise.message === 'Only drafts can be edited.'
    );
  }),
  fact(
    6,
    [47],
    '"Copy public link" is hidden while the invoice is a draft.',
    (m) =>
      m.says(m.field('Invoice', 'publicToken')?.shownWhen ?? null, 'draft') ||
      m.onlyWhere('Invoice', 'publicToken', 'read', '*', 'draft') ||
      m.onlyWhere('Invoice', 'publicToken', 'read', '*', 'sent'),
  ),
  fact(7, [64, 114, 174], 'Money is an integer in minor units; prices are Math.round(value * 100).', (m) => {
    const kinds = ['subtotal', 'total', 'balanceDue'].map((name) => m.field('Invoice', name)?.type);
    const price = m.field('LineItem', 'unitPrice')?.type;
    return [...kinds, price].every((type) => type?.kind === 'money' && type.scale === 2);
  }),
  fact(8, [93], 'number is null while draft and filled by the server on sending.', (m) => {
    const number = m.field('Invoice', 'number');
    const sent = m.transitions('Invoice', 'draft', 'sent').some((each) => m.effect(each, 'set', 'number'));
    return number !== null && !number.required && (number.byProduct || number.type.kind === 'number series') && sent;
  }),
  fact(9, [130, 131], 'The discount is per tax-rate group before tax; tax is rounded per rate.', (m) =>
    m.computed('Invoice', 'taxTotal', 'round', 'taxRate|rate', 'discountPercent', 100),
  ),
  fact(10, [102, 133], "The server's totals replace the computed ones.", (m) =>
    TOTALS.every((name) => {
      const field = m.field('Invoice', name);
      return field !== null && (field.byProduct || field.computed?.tree != null);
    }),
  ),
  fact(11, [139], 'Sending needs a line, a total above 0 and an e-mail of the client.', (m) => {
    const sending = m.transitions('Invoice', 'draft', 'sent');
    return (
      sending.length > 0 &&
      sending.every((each) => m.guarded(each, 'items', 'total', 'email') && m.compares(each.guard, 'total', '>', 0))
    );
  }),
  fact(12, [144, 145, 146], 'A paid invoice cannot be voided; void is final; payments are kept.', (m) => {
    const final = m.machine('Invoice')?.states.find(({ name }) => named(name, 'void'))?.final ?? false;
    const into = m.transitions('Invoice', '*', 'void');
    return final && into.length > 0 && into.every(({ from }) => named(from ?? '', 'sent|partially_paid'));
  }),
  fact(
    13,
    [143],
    'After deleting a payment the status comes from the response.',
    (m) =>
      ['paid', 'partially_paid'].every((from) => m.transitions('Invoice', from, 'sent').length > 0) &&
      m.transitions('Invoice', 'paid', 'partially_paid').length > 0 &&
      m.call('DELETE', '/api/invoices/:id/payments/:paymentId') !== null,
  ),
  fact(14, [149, 288], 'A reminder: sent or partially paid, past due, below 3, 72 hours after the last.', (m) =>
    ['sent', 'partially_paid'].every((from) =>
      m
        .transitions('Invoice', from, from, 'event')
        .some(
          (each) =>
            m.guarded(each, 'dueDate', 'remindersSent', 3, 'lastReminderAt', 72) &&
            m.compares(each.guard, 'remindersSent', '<', 3),
        ),
    ),
  ),
  fact(15, [152, 154, 290], 'Autosave waits 2000 ms, never sends an invalid form, waits for a client.', (m) =>
    m.model.machines
      .flatMap(({ transitions }) => transitions)
      .some(
        (each) =>
          named(each.from ?? '', 'dirty') &&
          named(each.to, 'saving') &&
          each.timer?.kind === 'after' &&
          (m.after(each, 2000) || m.after(each, 2, 'seconds')) &&
          m.guarded(each, 'valid') &&
          m.guarded(each, 'client|clientId'),
      ),
  ),
  fact(
    16,
    [170, 286],
    'dueDate is not before issueDate and at most 180 days after.',
    (m) =>
      m.rules('Invoice').some((each) => m.compares(each.condition, 'dueDate', '>=', 'issueDate')) &&
      m.rule('Invoice', 'dueDate', 'issueDate', 180),
  ),
  fact(17, [173, 174], 'quantity above 0, at most 9999.99, 2 decimals; unitPrice 0 to 999999.99.', (m) => {
    const quantity = m.field('LineItem', 'quantity')?.type;
    return (
      m.rules('LineItem').some((each) => m.compares(each.condition, 'quantity', '>', 0)) &&
      m.bounded('LineItem', 'quantity', null, 9999.99) &&
      quantity?.kind === 'decimal' &&
      quantity.scale === 2 &&
      m.bounded('LineItem', 'unitPrice', 0, 999999.99)
    );
  }),
  fact(
    18,
    [176],
    'discountPercent is an integer from 0 to 100.',
    (m) =>
      m.field('Invoice', 'discountPercent')?.type.kind === 'integer' && m.bounded('Invoice', 'discountPercent', 0, 100),
  ),
  fact(19, [183, 184], 'A payment is above 0, at most balanceDue, not in the future.', (m) => {
    const rules = [...m.rules('Payment'), ...m.rules('Invoice')];
    return (
      rules.some((each) => m.compares(each.condition, 'amount', '>', 0)) &&
      rules.some((each) => m.compares(each.condition, 'amount', '<=', 'balanceDue')) &&
      rules.some((each) => m.compares(each.condition, 'receivedOn', '<=', 'today'))
    );
  }),
  fact(20, [208], 'Recording and deleting payments: owner and accountant, not the assistant.', (m) => {
    const all = [...paying(m), ...m.transitions('Invoice', 'paid', 'sent', 'event')];
    const byEvents =
      all.length > 0 && all.every((each) => m.by(each, 'owner', 'accountant') && !m.by(each, 'assistant'));
    const byGrants = (['create', 'delete'] as const).every(
      (operation) =>
        m.may('Payment', null, operation, 'owner') &&
        m.may('Payment', null, operation, 'accountant') &&
        !m.may('Payment', null, operation, 'assistant'),
    );
    return byEvents || byGrants;
  }),
  fact(21, [205], 'An assistant sends only when workspace.assistantMaySend is true.', (m) => {
    const sending = m.transitions('Invoice', 'draft', 'sent', 'event').filter((each) => m.by(each, 'assistant'));
    return sending.length > 0 && sending.every((each) => m.says(each.guard, 'assistantMaySend'));
  }),
  fact(22, [241], 'POST …/payments carries an Idempotency-Key made when the dialog opens.', (m) => {
    const call = m.call('POST', '/api/invoices/:id/payments');
    return /idempotency/iu.test(
      `${call?.sendsShape?.text ?? ''} ${call?.sends?.map(({ name }) => name).join(' ') ?? ''}`,
    );
  }),
  // No element of the Model carries how a client holds its requests back.
  fact(23, [220], 'A 401 causes one refresh that the others wait for, then one repetition.', () => false),
  fact(24, [221], 'Writes are never repeated; GET up to 2 more times on a network error or >= 500.', (m) =>
    m.limit('retries', 2),
  ),
  fact(25, [269], '409 VERSION_CONFLICT offers "Reload" and "Keep editing"; autosave stays off.', (m) =>
    m.model.errors.some(
      ({ code, status, next, standsFor }) =>
        (named(code, 'VERSION_CONFLICT') || standsFor.includes('CHANGED_MEANWHILE')) &&
        status === 409 &&
        /Reload/u.test(next) &&
        /Keep editing/u.test(next),
    ),
  ),
];

export const invoicesTraps: readonly Fact[] = [
  fact(1, [207], 'Others than the owner void.', (m) =>
    m
      .transitions('Invoice', '*', 'void')
      .some(({ who }) => who?.some(({ name }) => named(name, 'assistant|accountant'))),
  ),
  fact(
    2,
    [208],
    'The assistant records payments.',
    (m) =>
      paying(m).some(({ who }) => who?.some(({ name }) => named(name, 'assistant'))) ||
      m.may('Payment', null, 'create', 'assistant'),
  ),
  fact(3, [206], 'Others than the owner delete every draft.', (m) =>
    ['assistant', 'accountant'].some((role) => m.free('Invoice', null, 'delete', role)),
  ),
  fact(4, [204], 'The accountant changes invoices or clients.', (m) =>
    ['Invoice', 'Client'].some((each) => m.may(each, null, 'change', 'accountant')),
  ),
  fact(5, [213], 'Whoever has not signed in reads every invoice.', (m) =>
    m.model.roles.some(({ guest, name }) => guest && m.free('Invoice', null, 'read', name)),
  ),
  fact(6, [145], 'A paid invoice is voided.', (m) => m.transitions('Invoice', 'paid', 'void').length > 0),
];
