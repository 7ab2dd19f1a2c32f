import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { flowsOf } from '../../src/checks/information-flow/information-flows.ts';
import { contextOf } from '../../src/checks/runner/run.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

/** Sellers see no floor of a bid, no limit of a customer, and the bids that they made alone. */
function documentWith(parts: {
  readonly bid?: string;
  readonly rows?: string;
  readonly rules?: string;
  readonly screens?: string;
  readonly cells?: string;
}): string {
  return [
    '# Specification: Bids',
    '## 2. Screens and routes',
    '| Route | Screen | Shows | As | For |\n| --- | --- | --- | --- | --- |',
    parts.screens ?? '',
    '## 3. Entities and their fields',
    '### Person\n\n- email: email, required, unique, sign-in\n- role: Role',
    '### Customer\n\n- name: text\n- limit: integer',
    `### Bid\n\n- customer: Customer\n- amount: integer\n- floor: integer\n- answer: text\n${parts.bid ?? ''}`,
    '## 4. States and transitions',
    `### Bid: status\n\n| From | Event | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| (new) | | Open | | | |\n${parts.rows ?? ''}`,
    '## 5. Validation rules',
    `| Rule | On | Must hold |\n| --- | --- | --- |\n${parts.rules ?? ''}`,
    '## 6. Roles and permissions',
    '- Seller: sells\n- Boss: decides',
    [
      '|  | Seller | Boss |\n| --- | --- | --- |',
      '| Person: read | yes | yes |',
      '| Customer: read | name | yes |',
      '| Bid: read | yes | yes |',
      '| Bid: create | yes | no |',
      '| Bid: change | yes | yes |',
      '| Bid.floor: read | no | yes |',
      parts.cells ?? '',
    ].join('\n'),
  ]
    .join('\n\n')
    .replaceAll('|\n\n|', '|\n|');
}

function flowsIn(parts: Parameters<typeof documentWith>[0]): readonly string[] {
  const { model } = readDocument(documentWith(parts));
  return flowsOf(contextOf(assume(model))).map(
    ({ kind, role, entity, field, hidden, shows }) => `${kind}: ${role}, ${entity}.${field} ${hidden}, ${shows}`,
  );
}

describe('information flows of hidden values', () => {
  test('do not exist if nothing depends on a hidden value', () => {
    assert.deepEqual(flowsIn({ bid: '- double: integer, = `amount * 2`' }), []);
    assert.deepEqual(flowsIn({ rules: '| V1 | Bid | `amount > 0 or answer != null` |' }), []);
  });

  test('are reported only for roles that cannot read the value and notice the outcome', () => {
    const bid = '- isHigh: yes/no, = `amount > floor`';
    assert.deepEqual(flowsIn({ bid }), ['computed: Seller, Bid.floor always, isHigh of Bid']);
    assert.deepEqual(flowsIn({ bid, cells: '| Bid.isHigh: read | no | yes |' }), []);
  });

  test('continue through computed fields, also unreadable ones', () => {
    const bid = '- gap: integer, = `amount - floor`\n- isHigh: yes/no, = `gap > 0`';
    assert.deepEqual(flowsIn({ bid, cells: '| Bid.gap: read | no | yes |' }), [
      'computed: Seller, Bid.gap always, isHigh of Bid',
      'computed: Seller, Bid.floor always, isHigh of Bid',
    ]);
  });

  test('are indirect through a computed field that the role may read', () => {
    const { model } = readDocument(
      documentWith({
        bid: '- isHigh: yes/no, = `amount > floor`',
        rules: '| V1 | Bid | `isHigh or answer != null` |',
      }),
    );
    const flows = flowsOf(contextOf(assume(model)));
    assert.deepEqual(
      flows.map(({ kind, field, indirect }) => `${kind}: ${field}${indirect ? ', indirect' : ''}`),
      ['computed: floor', 'rule: floor, indirect'],
    );
  });

  test('include guards for roles that may raise the event, but not asks', () => {
    const guarded = (who: string, guard: string, then = '') =>
      `| Open | take | Taken | ${who} | \`${guard}\` | ${then} |`;
    const refused = 'whether “take” of Bid is refused';
    assert.deepEqual(flowsIn({ rows: guarded('Seller, Boss', 'amount >= floor') }), [
      `guard: Seller, Bid.floor always, ${refused}`,
    ]);
    assert.deepEqual(flowsIn({ rows: guarded('Boss', 'amount >= floor') }), []);
    assert.deepEqual(flowsIn({ rows: guarded('Seller', 'amount >= floor', 'ask floor') }), []);
    assert.deepEqual(flowsIn({ rows: guarded('Seller', 'amount <= customer.limit') }), [
      `guard: Seller, Customer.limit always, ${refused}`,
    ]);
  });

  test('include effects that copy the value to a readable field', () => {
    const rows = '| Open | take | Taken | Boss | | amount = floor |';
    assert.deepEqual(flowsIn({ rows }), [
      'effect: Seller, Bid.floor always, what is written into amount of Bid by “take”',
    ]);
    assert.deepEqual(flowsIn({ rows: '| Open | take | Taken | Boss | | floor = amount |' }), []);
  });

  test('include rules that read more than the value', () => {
    assert.deepEqual(flowsIn({ rules: '| V1 | Bid | `floor > 0` |' }), []);
    assert.deepEqual(flowsIn({ rules: '| V1 | Bid | `floor <= amount` |' }), [
      'rule: Seller, Bid.floor always, whether V1 refuses',
    ]);
  });

  test('include members of lists in conditions, also when only counted', () => {
    const bid =
      '- helpers: set of Person\n- isHelped: yes/no, = `helpers != null`\n- isMine: yes/no, = `me in helpers`';
    const flows = (cell: string) => {
      const text = documentWith({ bid, rules: '| V1 | Bid | `amount > 0 or me in helpers` |' });
      const { model } = readDocument(text.replace('| Person: read | yes | yes |', `| Person: read | ${cell} | yes |`));
      return flowsOf(contextOf(assume(model))).map(
        ({ kind, entity, field, hidden, shows }) => `${kind}: ${entity}.${field} ${hidden}, ${shows}`,
      );
    };
    assert.deepEqual(flows('no'), [
      'computed: Person.id always, isHelped of Bid',
      'computed: Person.id always, isMine of Bid',
      'rule: Person.id always, whether V1 refuses',
    ]);
    assert.deepEqual(flows('yes'), []);
  });

  test('include filters of screens and unique keys', () => {
    assert.deepEqual(flowsIn({ screens: '| `/low` | Low | Bid where `floor < 5` | table: amount | Seller |' }), [
      'filter: Seller, Bid.floor always, what Low lists',
    ]);
    assert.deepEqual(flowsIn({ screens: '| `/low` | Low | Bid where `floor < 5` | table: amount | Boss |' }), []);
    assert.deepEqual(flowsIn({ bid: '- code: text, unique', cells: '| Bid.code: read | no | yes |' }), [
      'unique: Seller, Bid.code always, whether code of Bid is taken',
    ]);
  });

  test('include conditions of permissions, also through the records they exclude', () => {
    assert.deepEqual(flowsIn({ cells: '| Customer: change | `limit < 5` | no |' }), [
      'row condition: Seller, Customer.limit always, which records of Customer they may change',
    ]);
    assert.deepEqual(flowsIn({ cells: '| Bid: delete | `amount < 5` | no |' }), []);
  });

  test('include effects on other records, and which records they affect', () => {
    const more =
      '- rows: list of Row\n\n### Row\n\n- belongs to: Bid\n- fee: integer\n\n### Order\n\n- bid: Bid\n- sum: integer\n- customer: Customer\n';
    const cells = '| Order: read | yes | yes |\n| Bid.rows: read | no | yes |';
    const made = (then: string) => flowsIn({ bid: more, cells, rows: `| Open | take | Taken | Boss | | ${then} |` });
    const lines = made('create Order for r in rows where `r.fee > 3`: bid = this, sum = 1');
    assert.ok(
      lines.includes('effect: Seller, Bid.rows always, which Order records are created by “take”'),
      lines.join('\n'),
    );
    assert.ok(
      lines.includes('effect: Seller, Row.fee always, which Order records are created by “take”'),
      lines.join('\n'),
    );
    const copied = made('create Order for r in rows: bid = this, sum = r.fee');
    assert.ok(
      copied.includes('effect: Seller, Row.fee always, what is written into sum of Order by “take”'),
      copied.join('\n'),
    );
    assert.deepEqual(made('create Order: bid = this, sum = amount'), []);
  });

  test('include notifications, by the path to their recipients', () => {
    const told = (bid: string, path: string) =>
      flowsIn({
        bid,
        cells: '| Bid.chief: read | no | yes |',
        rows: `| Open | take | Taken | Boss | | notify ${path} |`,
      });
    assert.deepEqual(told('- chief: Person', 'chief'), [
      'notice: Seller, Bid.chief always, whether they are notified about Bid by “take”',
    ]);
    assert.deepEqual(told('- chief: Person\n- helper: Person', 'helper'), []);
  });

  test('include transitions triggered by records of another entity', () => {
    const on = (cell: string) =>
      flowsIn({
        bid: '\n### Remark\n\n- bid: Bid\n- isLast: yes/no\n',
        cells: cell,
        rows: '| Open | on Remark: create by bid where `isLast` | Taken | | | |',
      });
    assert.deepEqual(on('| Remark: read | no | yes |'), [
      'timer: Seller, Remark.id always, whether Bid becomes Taken',
      'timer: Seller, Remark.isLast always, whether Bid becomes Taken',
    ]);
    assert.deepEqual(on('| Remark: read | yes | yes |'), []);
  });

  test('include deletions refused because of references, by record and field', () => {
    const bid = '\n### Remark\n\n- bid: Bid\n';
    assert.deepEqual(flowsIn({ bid, cells: '| Remark: read | no | yes |\n| Bid: delete | yes | no |' }), [
      'deletion: Seller, Remark.id always, whether Bid can be deleted',
      'deletion: Seller, Remark.bid always, whether Bid can be deleted',
    ]);
    assert.deepEqual(flowsIn({ bid, cells: '| Remark: read | no | yes |\n| Bid: delete | no | yes |' }), []);
    const byField = '| Remark: read | yes | yes |\n| Remark.bid: read | no | yes |\n| Bid: delete | yes | no |';
    assert.deepEqual(flowsIn({ bid, cells: byField }), [
      'deletion: Seller, Remark.bid always, whether Bid can be deleted',
    ]);
    const cleared = '\n### Remark\n\n- bid: Bid, on delete: clear\n';
    assert.deepEqual(flowsIn({ bid: cleared, cells: byField }), []);
  });

  test('include deletions refused by a record that would be deleted by cascade', () => {
    const bid = '\n### Remark\n\n- bid: Bid, on delete: cascade\n\n### Note\n\n- remark: Remark\n';
    const cells = '| Remark: read | yes | yes |\n| Note: read | yes | yes |\n| Note.remark: read | no | yes |';
    assert.deepEqual(flowsIn({ bid, cells: `${cells}\n| Bid: delete | yes | no |` }), [
      'deletion: Seller, Note.remark always, whether Bid can be deleted',
    ]);
  });

  test('include refusals of events on other records, and bounds that count unreadable records', () => {
    const rows = '| Open | win | Won | Seller | | customer.limit = 1 |';
    const parts = { bid: '- others: set of Customer, at most 2', rows, cells: '| Customer.name: read | no | yes |' };
    const found = flowsIn({ ...parts, rules: '| V1 | Customer | `limit < 5 or name != null` |' });
    const refused = 'whether “win” of Bid is refused';
    assert.deepEqual(
      found.filter((each) => each.startsWith('elsewhere')),
      [`elsewhere: Seller, Customer.limit always, ${refused}`, `elsewhere: Seller, Customer.name always, ${refused}`],
    );
    assert.deepEqual(
      flowsIn({ bid: parts.bid }).filter((each) => each.startsWith('bound')),
      [],
    );
    const unread = documentWith({ bid: parts.bid }).replace(
      '| Customer: read | name | yes |',
      '| Customer: read | | yes |',
    );
    const flows = flowsOf(contextOf(assume(readDocument(unread).model)));
    assert.deepEqual(
      flows
        .filter(({ kind }) => kind === 'bound')
        .map(({ role, entity, field, shows }) => [role, entity, field, shows]),
      [['Seller', 'Customer', 'id', 'whether others of Bid accepts more']],
    );
  });

  test('include cascading references, wherever the existence of the record shows', () => {
    const remark = (more = '') => `\n### Remark\n\n- bid: Bid, on delete: cascade\n- code: text, unique\n${more}`;
    const cells = '| Remark: read | yes | yes |\n| Remark.bid: read | no | yes |';
    const there = 'cascade: Seller, Remark.bid always, whether Remark is deleted together with another record';
    const nobody = { bid: remark(), cells };
    assert.deepEqual(flowsIn(nobody), []);
    const boss = `${cells}\n| Bid: delete | no | yes |`;
    assert.deepEqual(flowsIn({ bid: remark(), cells: boss }), [there]);
    // Whoever reads the field sees it all the same.
    assert.deepEqual(flowsIn({ bid: remark(), cells: '| Remark: read | yes | yes |\n| Bid: delete | no | yes |' }), []);
    const counted = '- remarks: integer, = `count(Remark)`\n';
    assert.deepEqual(flowsIn({ bid: `${counted}${remark()}`, cells: boss }), [
      'computed: Seller, Remark.bid always, remarks of Bid',
      there,
    ]);
    const keyed = `${boss}\n| Remark: create | code | yes |`;
    assert.deepEqual(flowsIn({ bid: remark(), cells: keyed }), [
      there,
      'unique: Seller, Remark.bid always, whether code of Remark is taken',
    ]);
    const rows = '| Open | take | Taken | Seller | | create Remark: code = answer |';
    assert.deepEqual(
      flowsIn({ bid: remark(), cells: boss, rows }).filter((each) => each.startsWith('elsewhere')),
      ['elsewhere: Seller, Remark.bid always, whether “take” of Bid is refused'],
    );
  });

  test('include chains of cascading references, and mentions of the record', () => {
    const bid =
      '\n### Remark\n\n- bid: Bid, on delete: cascade\n\n### Note\n\n- remark: Remark, on delete: cascade\n\n### Pin\n\n- on: Note, on delete: clear\n';
    const cells =
      '| Note: read | yes | yes |\n| Remark: read | | yes |\n| Pin: read | yes | yes |\n| Bid: delete | no | yes |';
    assert.deepEqual(flowsIn({ bid, cells }), [
      'cascade: Seller, Remark.bid always, whether Note is deleted together with another record',
      'cascade: Seller, Remark.bid always, whether on of Pin is cleared when another record is deleted',
    ]);
    // A line goes with its owner.
    const lines =
      '\n### Remark\n\n- bid: Bid, on delete: cascade\n- notes: list of Note\n\n### Note\n\n- belongs to: Remark\n- text: text, unique\n';
    const hidden = '| Remark: read, create | yes | yes |\n| Remark.bid: read | no | yes |\n| Bid: delete | no | yes |';
    assert.deepEqual(
      flowsIn({ bid: lines, cells: hidden }).filter((each) => each.startsWith('unique')),
      ['unique: Seller, Remark.bid always, whether text of Note is taken'],
    );
  });

  test('include states that prevent deletion by cascade', () => {
    const bid = '\n### Remark\n\n- bid: Bid, on delete: cascade\n';
    const state = (final: string) =>
      `### Remark: status\n\n| From | Event | To |\n| --- | --- | --- |\n| (new) | | Fresh |\n| Fresh | file | Filed |\n${final}`;
    const found = (final: string) => {
      const cells = '| Remark: read | yes | yes |\n| Remark.status: read | no | yes |\n| Bid: delete | no | yes |';
      const text = documentWith({ bid, cells }).replace('## 5.', `${state(final)}\n\n## 5.`);
      return flowsOf(contextOf(assume(readDocument(text).model)))
        .filter(({ role, kind }) => role === 'Seller' && kind === 'cascade')
        .map(({ entity, field, shows }) => `${entity}.${field}, ${shows}`);
    };
    assert.deepEqual(found('\n- Final: Filed'), [
      'Remark.status, whether Remark is deleted together with another record',
    ]);
    assert.deepEqual(found(''), []);
  });

  test('include refusals to restore, also of records deleted by cascade', () => {
    const remark = '\n### Remark\n\n- bid: Bid, on delete: cascade\n- code: text, unique\n';
    const found = (who: string) =>
      flowsIn({
        bid: remark,
        cells: `| Remark: read | yes | yes |\n| Remark.code: read | no | yes |\n| Remark: create | no | yes |\n| Bid: delete | ${who} |`,
      });
    assert.deepEqual(found('yes | no'), ['restoring: Seller, Remark.code always, whether Bid can be restored']);
    assert.deepEqual(found('no | yes'), []);
  });

  test('apply to people who read everything by one role if another role denies some of it', () => {
    const bid = '- maker: Person\n\n### Remark\n\n- bid: Bid\n- on: Customer\n';
    const cells = '| Remark: read | yes | yes |\n| Customer: delete | yes | no |';
    const found = (maker: string, role = 'Role', relation = ': whoever is `Bid.maker` or `Remark.bid.maker`') => {
      const whole = documentWith({ bid, cells }).replace('- role: Role', `- role: ${role}`);
      const [before = '', matrix = ''] = whole.split('- Boss: decides');
      const more = (row: string) => (row.startsWith('| Remark: read') ? ` ${maker} |` : ' |');
      const wide = matrix
        .replace('|  | Seller | Boss |\n| --- | --- | --- |', '|  | Seller | Boss | Maker |\n| --- | --- | --- | --- |')
        .replaceAll(/^\| \w.*\|$/gm, (row) => `${row}${more(row)}`);
      const text = `${before}- Boss: decides\n- Maker${relation}${wide}`;
      const ofSellers = flowsOf(contextOf(assume(readDocument(text).model))).filter(({ role }) => role === 'Seller');
      return ofSellers.map(({ kind, entity, field, hidden }) => `${kind}: ${entity}.${field} ${hidden}`);
    };
    assert.deepEqual(found('yes'), []);
    const kept = ['deletion: Remark.id sometimes', 'deletion: Remark.on sometimes'];
    assert.deepEqual(found('never'), kept);
    // Who has one role alone has not that of another; who has several may.
    assert.deepEqual(found('never', 'Role', ': makes'), []);
    assert.deepEqual(found('never', 'Roles', ': makes'), kept);
  });
});
