import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutPlaces } from '../src/model/diff/without-places.ts';
import { printDocument } from '../src/notation/print.ts';
import { readDocument } from '../src/notation/read.ts';
import { statesOf } from './support/states-documents.ts';
import { rowsOf, statesIn } from './support/states-rows.ts';

const SHOP = `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in |
| role | role | yes | |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| status | draft, sent, paid, cancelled | | |
| owner | Person | | |
| assignee | Person | | |
| total | money(EUR) | | |
| rounds | integer | | |
| paidAt | date and time | | |
| dueDate | date | | |
| cancelReason | text | | |
| internal note | text | | |

### Answer

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| order | Order | yes | |
| author | Person | yes | |

## 6. Roles and permissions

- Clerk: takes orders
- Manager: leads

## 8. The error catalogue

| Code | Status | Message | What to do |
| --- | --- | --- | --- |
| TOO_LATE | 409 | Too late. | Wait. |

## 4. States and transitions

`;

interface Reading {
  readonly rows: readonly string[];
  readonly notRead: readonly string[];
  readonly help: string;
}

/** What point 4 of the shop means, once it is known that its print means the same. */
function read(states: string): Reading {
  const { model, diagnostics } = readDocument(SHOP + states);
  const printed = printDocument(model);
  const again = readDocument(printed).model;
  assert.deepEqual(withoutPlaces(again), withoutPlaces(model));
  assert.equal(printDocument(again), printed);
  return {
    rows: rowsOf(model, 'Order'),
    notRead: diagnostics.filter(({ code, point }) => code === 'not-read' && point === 4).map(({ message }) => message),
    help: [model.points[3]?.help ?? '', ...model.machines.map(({ help }) => help)].join('\n'),
  };
}

const LIST = '- Order\n';

describe('transitions in many hands', () => {
  const hands: readonly (readonly [text: string, rows: readonly string[]])[] = [
    ['- Order\n  - draft -> sent', ['draft -[to sent]-> sent']],
    ['- **Order**\n  - `draft` → `sent` on `send()`', ['draft -[send]-> sent']],
    ['- Order: `draft` ↔ `sent`', ['draft -[to sent]-> sent', 'sent -[to draft]-> draft']],
    [
      '- draft → sent → paid | cancelled',
      ['draft -[to sent]-> sent', 'sent -[to paid]-> paid', 'sent -[to cancelled]-> cancelled'],
    ],
    [
      '### 4.1 Order\n\n    draft -> sent     (by the owner)\n    draft, sent -> cancelled  (by a manager)',
      [
        'draft -[to sent]-> sent · owner',
        'draft -[to cancelled]-> cancelled · Manager',
        'sent -[to cancelled]-> cancelled · Manager',
      ],
    ],
    [
      '### Order lifecycle\n\n```mermaid\nstateDiagram-v2\n  [*] --> draft\n  draft --> sent : send\n  sent --> paid : pay [total > 0]\n```',
      ['(new) -[]-> draft', 'draft -[send]-> sent', 'sent -[pay]-> paid · if total > 0'],
    ],
    ['**From draft to sent:** managers only', ['draft -[to sent]-> sent · Manager']],
    [
      '- **draft to sent** (hand over)\n  - Only the owner, if total is more than 0 €.\n  - Paid at is emptied.',
      ['draft -[hand over]-> sent · owner · if total > 0 EUR · then paidAt = null'],
    ],
    [
      'Given an order is draft\nAnd total is more than 0 €\nWhen a clerk sends it\nThen it becomes sent\nAnd paidAt is set',
      ['draft -[send]-> sent · Clerk · if total > 0 EUR · then paidAt = now'],
    ],
    [
      'An order goes from draft to sent when 3 days after due date. Paid is final.',
      ['draft -[after 3 days from dueDate]-> sent'],
    ],
    [
      '| Current status | Trigger | Next | By whom | Condition |\n|---|---|---|---|---|\n| Draft | Send | Sent | the owner or a manager | total is more than 0 |',
      ['draft -[Send]-> sent · owner, Manager · if total > 0'],
    ],
    ['An order starts as draft.\n\n- draft → sent', ['(new) -[]-> draft', 'draft -[to sent]-> sent']],
    [
      '- draft → sent\n- Guards for **draft → sent**:\n  - total is more than 0\n  - paidAt is empty',
      ['draft -[to sent]-> sent · if total > 0 and paidAt == null'],
    ],
    ['- draft → sent\n- On **sent**: paidAt is set.', ['draft -[to sent]-> sent · then paidAt = now']],
  ];
  for (const [text, rows] of hands) {
    test(text.replaceAll('\n', ' ⏎ '), () => {
      const reading = read(text);
      assert.deepEqual(reading.rows, rows);
      assert.deepEqual(
        reading.notRead.filter((message) => !message.includes('leads to several')),
        [],
      );
    });
  }
});

describe('what is said of a transition', () => {
  const said: readonly (readonly [said: string, row: string])[] = [
    ['(by the owner)', 'draft -[to sent]-> sent · owner'],
    [
      '(by the owner, until due date; by a manager at any time)',
      'draft -[to sent]-> sent · owner · if today <= dueDate\ndraft -[to sent]-> sent · Manager',
    ],
    [
      '(by a clerk, if total is at most 500 €; above that only by a manager)',
      'draft -[to sent]-> sent · Clerk · if total <= 500 EUR\ndraft -[to sent]-> sent · Manager · if total > 500 EUR',
    ],
    ['on send, only when total > 0', 'draft -[send]-> sent · if total > 0'],
    ['on `send(cancelReason)`', 'draft -[send]-> sent · then ask cancelReason'],
    [
      ': a clerk takes it, or a manager gives it to a clerk',
      'draft -[take]-> sent · Clerk · then assignee = me\ndraft -[give]-> sent · Manager · then ask assignee',
    ],
    [
      ': the owner presses "Off it goes". Or by itself after 5 days.',
      'draft -[Off it goes]-> sent · owner\ndraft -[after 5 days]-> sent',
    ],
    [
      ': by itself, when the owner writes an answer. Or by a clerk.',
      'draft -[on Answer: create by order where author == this.owner]-> sent\ndraft -[to sent]-> sent · Clerk',
    ],
    [': by the system, at once, if total is at most 500 €', 'draft -[when total <= 500 EUR]-> sent'],
    [': by a clerk, with a note', 'draft -[to sent]-> sent · Clerk · then ask internal note'],
    [
      ': a clerk. The rounds goes up by 1. At most twice per order.',
      'draft -[to sent]-> sent · Clerk · if rounds < 2 · then rounds = rounds + 1',
    ],
    [': a clerk, only if total > 0, else TOO_LATE', 'draft -[to sent]-> sent · Clerk · if total > 0 · else TOO_LATE'],
    [': a manager takes over and becomes the owner', 'draft -[take over]-> sent · Manager · then owner = me'],
    [
      ': managers. The owner stays the same. The owner is notified.',
      'draft -[to sent]-> sent · Manager · then notify owner',
    ],
    [': a clerk, unless total is 0 €', 'draft -[to sent]-> sent · Clerk · if not (total == 0 EUR)'],
  ];
  for (const [words, row] of said) {
    test(words, () => {
      const reading = read(`${LIST}  - draft → sent ${words}`);
      assert.deepEqual(reading.rows, row.split('\n'));
      assert.deepEqual(reading.notRead, []);
    });
  }

  test('a condition on what the event fills in is judged after it', () => {
    const text = `${LIST}  - draft → sent: a manager gives it to a clerk\n    - The assignee must not be empty.`;
    const { model } = readDocument(SHOP + text);
    assert.deepEqual(read(text).rows, ['draft -[give]-> sent · Manager · then ask assignee']);
    assert.deepEqual(
      model.rules.map(({ events, condition }) => [events.map(({ name }) => name), condition?.text]),
      [[['give'], 'assignee != null']],
    );
  });
});

describe('what is not understood', () => {
  const unclear: readonly (readonly [said: string, row: string])[] = [
    ['(by a clerk, if the moon is full)', 'draft -[to sent]-> sent · Clerk · if not shown'],
    ['(by a clerk, except on Sundays)', 'draft -[to sent]-> sent · Clerk · if not shown'],
    ['(by the mayor)', 'draft -[to sent]-> sent · who not shown · if not shown'],
    ['(by the system)', 'draft -[when false]-> sent · if not shown'],
    ['(by a clerk: a nice colour)', 'draft -[to sent]-> sent · Clerk'],
    [': a clerk. The mood goes up.', 'draft -[to sent]-> sent · Clerk'],
  ];
  for (const [words, row] of unclear) {
    test(`${words} is reported, kept as help, and refuses where it may be a condition`, () => {
      const reading = read(`${LIST}  - draft → sent ${words}`);
      assert.deepEqual(reading.rows, [row]);
      if (words !== '(by the system)') {
        assert.equal(reading.notRead.length, 1);
        assert.ok(reading.help.includes(`> draft → sent ${words}`), reading.help);
      }
    });
  }

  test('one event to several states, without a word on which, is refused', () => {
    const reading = read(`${LIST}  - draft → sent or paid on go()`);
    assert.deepEqual(reading.rows, ['draft -[go]-> sent · if not shown', 'draft -[go]-> paid · if not shown']);
    assert.match(reading.notRead.join(), /leads to several states/);
  });

  test('what the document denies is no transition', () => {
    const reading = read(`${LIST}  - draft → sent\n  - paid → sent: not allowed\n  - draft → (deleted) on remove()`);
    assert.deepEqual(reading.rows, ['draft -[to sent]-> sent']);
  });

  test('a machine of what is no entity stays prose, and is reported', () => {
    const text = '- Session\n  - `anonymous` → `signed in` on login';
    const { model, diagnostics } = readDocument(SHOP + text);
    assert.deepEqual(model.machines, []);
    assert.match(model.points[3]?.help ?? '', /anonymous/);
    assert.ok(diagnostics.some(({ code, message }) => code === 'not-read' && message.includes('anonymous')));
  });

  test('arrows inside of quotes, and quotations, state nothing', () => {
    assert.deepEqual(read('> Order: draft → sent\n\nFor the "draft -> sent" step somebody waits.').rows, []);
  });
});

describe('the field that a machine is', () => {
  test('is none of its entity any more, and its choices are the states in their order', () => {
    const { model } = readDocument(`${SHOP}- Order: paid → cancelled`);
    assert.equal(statesIn(model, 'Order'), 'draft, sent, paid, cancelled');
    assert.ok(!model.entities.find(({ name }) => name === 'Order')?.fields.some(({ name }) => name === 'status'));
  });

  test('stays a field beside a machine that is stated under a name of its own', () => {
    const text = '### Order: stage\n\n| From | Event | To |\n| --- | --- | --- |\n| one | go | two |\n';
    const { model } = readDocument(SHOP + text);
    assert.ok(model.entities.find(({ name }) => name === 'Order')?.fields.some(({ name }) => name === 'status'));
  });
});

describe('the states of three documents', () => {
  const states: readonly (readonly ['helpdesk' | 'lending' | 'invoices', string, string])[] = [
    [
      'helpdesk',
      'Ticket',
      'New, Assigned, In progress, Waiting for requester, Escalated, Resolved, Closed!, Cancelled!',
    ],
    ['helpdesk', 'Approval', 'Pending, Granted!, Refused!, Expired'],
    [
      'lending',
      'Loan',
      'Draft, Requested, Approved, Rejected!, Cancelled!, Picked up, Expired!, Partly returned, Returned, Closed!',
    ],
    ['lending', 'Item', 'Available, On loan, In repair, Retired!, Lost'],
    ['lending', 'Damage report', 'Open, Assessed, Dismissed, Settled'],
    ['lending', 'Charge', 'Open, Paid!, Waived!'],
    ['invoices', 'Invoice', 'draft, sent, partially_paid, paid, overdue, void!'],
    ['invoices', 'Client', 'active, archived'],
    ['invoices', 'TeamMember', 'active, invited'],
  ];
  for (const [name, entity, expected] of states) {
    test(`${name}: ${entity}`, () => assert.equal(statesIn(readDocument(statesOf(name)).model, entity), expected));
  }

  test('their machines come back from print', () => {
    for (const name of ['helpdesk', 'lending', 'invoices'] as const) {
      const { model } = readDocument(statesOf(name));
      assert.deepEqual(withoutPlaces(readDocument(printDocument(model)).model), withoutPlaces(model), name);
    }
  });
});

describe('the transitions of three documents', () => {
  const steps = (name: 'helpdesk' | 'lending' | 'invoices', entity: string) =>
    rowsOf(readDocument(statesOf(name)).model, entity).map((row) =>
      row
        .split(' · ')
        .slice(0, 2)
        .join(' · ')
        .replace(/ · (?:if|then) .*$/, ''),
    );

  test('helpdesk', () => {
    assert.deepEqual(steps('helpdesk', 'Ticket'), [
      '(new) -[]-> New',
      'New -[take]-> Assigned · Agent',
      'New -[give]-> Assigned · Lead',
      'Assigned -[new assignee]-> Assigned · Lead',
      'In progress -[new assignee]-> Assigned · Lead',
      'Assigned -[to In progress]-> In progress · Assignee',
      'In progress -[to Waiting for requester]-> Waiting for requester · Assignee',
      'Waiting for requester -[on Comment: create by Ticket where Author == this.Requester]-> In progress',
      'Waiting for requester -[to In progress]-> In progress · Assignee',
      'Waiting for requester -[after 10 working days]-> Closed',
      'Escalated -[take over]-> In progress · Lead',
      'In progress -[to Resolved]-> Resolved · Assignee',
      'Resolved -[It works]-> Closed · Requester',
      'Resolved -[after 5 working days]-> Closed',
      'Resolved -[reopen]-> In progress · Requester',
      'Assigned -[hand back]-> New · Lead',
      'In progress -[hand back]-> New · Lead',
      'New -[to Cancelled]-> Cancelled · Requester, Lead',
      'New -[on Approval: to Refused by Ticket]-> Cancelled',
      'Assigned -[to Cancelled]-> Cancelled · Requester, Lead',
      'Assigned -[on Approval: to Refused by Ticket]-> Cancelled',
      // The notice, told while the ticket goes on waiting.
      'Waiting for requester -[after 7 working days]-> Waiting for requester',
    ]);
    assert.deepEqual(steps('helpdesk', 'Approval'), [
      '(new) -[]-> Pending',
      'Pending -[to Granted]-> Granted · Approver',
      'Pending -[to Refused]-> Refused · Approver',
      'Pending -[after 5 working days]-> Expired',
      'Expired -[ask again]-> Pending · Lead',
    ]);
  });

  test('lending', () => {
    assert.deepEqual(steps('lending', 'Loan'), [
      'Draft -[to Requested]-> Requested · borrowerId',
      'Requested -[when totalValue <= 500 EUR]-> Approved',
      'Requested -[to Approved]-> Approved · desk assistant',
      'Requested -[to Approved]-> Approved · store manager',
      'Requested -[to Rejected]-> Rejected · desk assistant, store manager',
      'Draft -[to Cancelled]-> Cancelled · borrowerId',
      'Requested -[to Cancelled]-> Cancelled · borrowerId',
      'Requested -[to Cancelled]-> Cancelled · desk assistant',
      'Approved -[to Cancelled]-> Cancelled · borrowerId',
      'Approved -[to Cancelled]-> Cancelled · desk assistant',
      'Approved -[to Picked up]-> Picked up · desk assistant',
      'Approved -[after 24 hours from pickupAt]-> Expired',
      'Picked up -[to Partly returned]-> Partly returned · desk assistant',
      'Picked up -[to Returned]-> Returned · desk assistant',
      'Partly returned -[to Returned]-> Returned · desk assistant',
      'Returned -[when false]-> Closed',
    ]);
    assert.deepEqual(steps('lending', 'Item'), [
      'Available -[hand-out]-> On loan',
      'On loan -[take-back]-> Available',
      'On loan -[take-back]-> In repair',
      'In repair -[to Available]-> Available · technician',
      'In repair -[to Retired]-> Retired · store manager',
      'Available -[to Retired]-> Retired · store manager',
      'On loan -[to Lost]-> Lost · store manager',
      'Lost -[to Available]-> Available · desk assistant',
    ]);
    assert.deepEqual(steps('lending', 'Damage report'), [
      'Open -[to Assessed]-> Assessed · technician',
      'Open -[to Dismissed]-> Dismissed · technician',
      'Assessed -[to Settled]-> Settled · store manager',
    ]);
    assert.deepEqual(steps('lending', 'Charge'), [
      'Open -[to Paid]-> Paid · who not shown',
      'Open -[to Waived]-> Waived · store manager',
    ]);
  });

  test('invoices', () => {
    assert.deepEqual(steps('invoices', 'Invoice'), [
      '(new) -[]-> draft',
      'draft -[sendInvoice]-> sent',
      'sent -[recordPayment]-> partially_paid',
      'sent -[recordPayment]-> paid',
      'partially_paid -[recordPayment]-> paid',
      'paid -[deletePayment]-> partially_paid · who not shown',
      'paid -[deletePayment]-> sent · who not shown',
      'partially_paid -[deletePayment]-> partially_paid · who not shown',
      'partially_paid -[deletePayment]-> sent · who not shown',
      'sent -[voidInvoice]-> void',
      'partially_paid -[voidInvoice]-> void',
    ]);
    assert.deepEqual(steps('invoices', 'Client'), [
      'active -[to archived]-> archived',
      'archived -[to active]-> active',
    ]);
    assert.deepEqual(steps('invoices', 'TeamMember'), ['invited -[to active]-> active']);
  });
});
