import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json } from '../../src/engine/core/intent.ts';
import type { WirePage, WireRecord } from '../../src/engine/core/wire-format.ts';
import { exampleText } from '../support/http/server.ts';
import { decisionOf, turned } from '../support/ledger/why.ts';
import { done, type Garden, openGarden } from '../support/ledger/world.ts';

const taxi = {
  title: 'Taxi',
  category: 'Travel',
  spentOn: '2026-08-12',
  lines: [{ what: 'There', amount: '9.50' }],
};

const created = (running: Garden, fields: Readonly<Record<string, Json>> = {}, name = 'Ana') =>
  running.create(name, 'Claim', { ...taxi, ...fields });

/** A record of the sample data by its title, as this person finds it. */
async function found(running: Garden, name: string, path: string, title: string): Promise<WireRecord> {
  const { body } = await (await running.as(name)).get<WirePage>(path);
  const record = body.items.find((each) => each._.title === title);
  if (record === undefined) throw new Error(`${name} does not find ${title}.`);
  return record;
}

const claim = (running: Garden, name: string, title: string) => found(running, name, '/api/claims', title);
const person = (running: Garden, name: string) => found(running, 'Tom', '/api/people', name);

/** A claim of Lena's, who pays, as far as she may not pay it. */
async function ownPayment(running: Garden): Promise<WireRecord> {
  const submitted = done(await running.raise('Lena', done(await created(running, {}, 'Lena')), 'submit'));
  return done(await running.raise('Ruth', submitted, 'approve'));
}

describe('the line that a refusal of the expense document names decides:', () =>
  turned(exampleText('expense-claims.md'), [
    {
      what: 'creating without a grant',
      code: 'NOT_ALLOWED',
      ask: (running) => running.create('Ana', 'Employee', { name: 'Eve', email: 'eve@example.com', role: 'Employee' }),
      edits: [['permission/Employee/create/Employee', 'create | |', 'create | yes |']],
    },
    {
      what: 'an event of the owner',
      code: 'NOT_ALLOWED',
      ask: async (running) => running.raise('Miro', await claim(running, 'Miro', 'Train to Hamburg'), 'submit'),
      edits: [['transition/Claim/status/Draft/submit', '| owner |', '| Manager |']],
      instead: 'RECEIPT_MISSING',
    },
    {
      what: 'an event that the guard keeps from this person',
      code: 'NOT_ALLOWED',
      ask: async (running) => running.raise('Lena', await ownPayment(running), 'pay'),
      edits: [['transition/Claim/status/Approved/pay', 'owner != me', 'owner == me']],
    },
    {
      what: 'a change in a state that is not editable',
      code: 'WRONG_STATE',
      ask: async (running) => running.change('Ana', await claim(running, 'Ana', 'Keyboard'), { title: 'Keys' }),
      edits: [['machine/Claim/status', '- Editable in: Draft', '- Editable in: Draft, Submitted']],
    },
    {
      what: 'deleting in another state than the cell says',
      code: 'NOT_ALLOWED',
      ask: async (running) => running.remove('Ana', await claim(running, 'Ana', 'Keyboard')),
      edits: [['permission/Claim/delete/Employee', 'status == Draft', 'status == Submitted']],
    },
    {
      what: 'deleting in a final state',
      given: ['and status == Draft` | | | |', 'and status == Paid` | | | |'],
      code: 'WRONG_STATE',
      ask: async (running) => running.remove('Miro', await claim(running, 'Miro', 'Conference')),
      edits: [['machine/Claim/status', '- Final: Paid\n', '']],
    },
    {
      what: 'an event of another state',
      code: 'WRONG_STATE',
      ask: async (running) => running.raise('Ana', await claim(running, 'Ana', 'Train to Hamburg'), 'withdraw'),
      edits: [['machine/Claim/status', '| Submitted | withdraw |', '| Submitted, Draft | withdraw |']],
    },
    {
      what: 'a date in the future',
      code: 'FUTURE_EXPENSE',
      ask: (running) => created(running, { spentOn: '2026-08-20' }),
      edits: [['rule/V1', '<= today', '<= today + 9 days']],
    },
    {
      what: 'a date too long ago',
      code: 'TOO_OLD',
      ask: (running) => created(running, { spentOn: '2026-04-01' }),
      edits: [['rule/V2', 'today - CLAIM_WINDOW', 'today - 2 * CLAIM_WINDOW']],
    },
    {
      what: 'a missing receipt',
      code: 'RECEIPT_MISSING',
      ask: async (running) => running.raise('Ana', await claim(running, 'Ana', 'Train to Hamburg'), 'submit'),
      edits: [['rule/V3', 'total <= RECEIPT_FREE_LIMIT or', 'total <= 9 * RECEIPT_FREE_LIMIT or']],
    },
    {
      what: 'too much money',
      code: 'OVER_LIMIT',
      ask: (running) => created(running, { lines: [{ what: 'Car', amount: '9000.00' }] }),
      edits: [['rule/V4', 'CLAIM_LIMIT', '2 * CLAIM_LIMIT']],
    },
    {
      what: 'an ask that a rule wants',
      code: 'REFUSAL_MISSING',
      ask: async (running) => running.raise('Miro', await claim(running, 'Miro', 'Keyboard'), 'reject'),
      edits: [['rule/V5', 'refusal != null', 'refusal != null or total > 0']],
    },
    {
      what: 'a line that breaks a rule',
      code: 'NOT_POSITIVE',
      ask: (running) => created(running, { lines: [{ what: 'Nothing', amount: '0.00' }] }),
      edits: [['rule/V6', 'amount > 0', 'amount >= 0']],
    },
    {
      what: 'a required field that is empty',
      code: 'REQUIRED',
      ask: (running) => created(running, { category: null }),
      edits: [['field/Claim/category', '| yes |', '| no |']],
    },
    {
      what: 'a required list that is empty',
      code: 'REQUIRED',
      ask: (running) => created(running, { lines: null }),
      edits: [['field/Claim/lines', '| yes |', '| no |']],
    },
    {
      what: 'a title that is too short',
      code: 'TOO_SHORT',
      ask: (running) => created(running, { title: 'x' }),
      edits: [['field/Claim/title', 'text(3..120)', 'text(1..120)']],
    },
    {
      what: 'more lines than a constant says',
      code: 'TOO_MANY_LINES',
      ask: (running) => created(running, { lines: Array(51).fill({ what: 'Stamp', amount: '0.10' }) }),
      edits: [['field/Claim/lines', 'MAX_LINES', '51']],
    },
    {
      what: 'a choice that is not stated',
      code: 'NOT_A_CHOICE',
      ask: (running) => created(running, { category: 'Fun' }),
      edits: [['field/Claim/category', 'Other', 'Other, Fun']],
    },
    {
      what: 'an address that somebody has',
      given: ['| unique, sign-in |', '| sign-in |'],
      code: 'NOT_UNIQUE',
      ask: (running) => running.create('Tom', 'Employee', { name: 'Eve', email: 'ANA@example.com', role: 'Employee' }),
      edits: [['field/Employee/email', '| email | email |', '| email | text |']],
    },
    {
      what: 'giving away a role that one does not hold',
      given: [
        '| Employee: create | | | | name, email, manager, role (any) |',
        '| Employee: create | | | | name, email, role |',
      ],
      code: 'NOT_ALLOWED',
      ask: (running) => running.create('Tom', 'Employee', { name: 'Eve', email: 'eve@example.com', role: 'Finance' }),
      edits: [['permission/Employee/create/Administrator', 'role |', 'role (any) |']],
    },
    {
      what: 'a field that the call does not list',
      code: 'NOT_AN_INPUT',
      ask: async (running) => created(running, { owner: (await running.as('Ana')).id }),
      edits: [['call/new claim', 'receipt, note |', 'receipt, note, owner |']],
    },
    {
      what: 'one request too many',
      given: ['| 600 per minute per person |', '| 60 per minute per person |'],
      code: 'TOO_MANY_REQUESTS',
      ask: async (running) => {
        const ana = await running.as('Ana');
        for (let count = 0; count < 60; count += 1) await ana.get('/_/session');
        return ana.get('/_/session');
      },
      edits: [['limit/requests', '60 per minute', '600 per minute']],
    },
    {
      what: 'an upload beyond what its field says',
      given: ['| MAX_RECEIPT_SIZE | 10 MB |', '| MAX_RECEIPT_SIZE | 2 kB |'],
      code: 'TOO_LARGE',
      ask: async (running) =>
        (await running.as('Ana')).call(
          'POST',
          '/_/files?entity=Claim&field=receipt&name=a.pdf',
          `%PDF-1.7\n${' '.repeat(3_000)}`,
          { 'content-type': 'application/octet-stream' },
        ),
      edits: [['field/Claim/receipt', 'MAX_RECEIPT_SIZE', '4 kB']],
    },
    {
      what: 'a screen for other roles',
      code: 'NOT_ALLOWED',
      ask: async (running) => (await running.as('Ana')).get('/_/open?path=/queue'),
      edits: [['screen/%2Fqueue', '| Manager |', '| Employee |']],
    },
  ]));

test('the refusal to change one’s own authority field names the field and no line that would allow it', async () => {
  const running = await openGarden(exampleText('expense-claims.md'));
  try {
    const tom = await person(running, 'Tom Reiter');
    for (const [field, value] of [
      ['role', 'Finance'],
      ['manager', null],
      ['email', 'tom@example.org'],
    ] as const) {
      const refused = await running.change('Tom', tom, { [field]: value });
      const [code, by] = decisionOf(refused);
      assert.deepEqual([code, by.map(({ element }) => element)], ['NOT_ALLOWED', [`field/Employee/${field}`]]);
      assert.match(refused.body.next ?? '', /Nobody changes what decides over their own rights/);
    }
  } finally {
    await running.stop();
  }
});
