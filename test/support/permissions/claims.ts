import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Made, type Maker, type Row, rowOf, type World } from './world.ts';

const example = readFileSync(join(import.meta.dirname, '..', '..', '..', 'examples', 'expense-claims.md'), 'utf8');

const PEOPLE: readonly (readonly [key: string, manager: string, role: string])[] = [
  ['Ruth', 'Miro', 'Manager'],
  ['Miro', 'Ruth', 'Manager'],
  ['Ana', 'Miro', 'Employee'],
  ['Jonas', 'Miro', 'Employee'],
  ['Lena', 'Ruth', 'Finance'],
  ['Tom', 'Ruth', 'Administrator'],
];

/** Point 6 of the example once more, typed by hand. */
function reads(me: Row, row: Row, field: string, { find }: Made): boolean {
  if (row.entity !== 'Claim') return true;
  const role = me.values['role'];
  const isOwner = row.values['owner'] === me.id;
  const isManager = role === 'Manager' && find(String(row.values['owner']))?.values['manager'] === me.id;
  const isFinance = role === 'Finance' && row.values['status'] !== 'Draft';
  return field === 'note' ? isOwner || isManager : isOwner || isManager || isFinance;
}

function made(make: Maker): Row[] {
  const ids = new Map(PEOPLE.map(([key]) => [key, make.id()]));
  const people = PEOPLE.map(([key, manager, role]) =>
    rowOf(
      'Employee',
      ids.get(key) ?? '',
      { name: make.text(), email: make.email(), manager: ids.get(manager) ?? null, role },
      key,
    ),
  );
  const states = ['Draft', 'Submitted', 'Approved', 'Paid', 'Rejected'];
  const claims = PEOPLE.flatMap(([owner], person) =>
    states
      .filter((_, index) => (index + person) % 2 === 0 || owner === 'Ana')
      .map((status) => claim(make, ids.get(owner) ?? '', status)),
  );
  return [...people, ...claims];
}

function claim(make: Maker, owner: string, status: string): Row {
  const lines = [1, 2].map(() => rowOf('Line', make.id(), { what: make.text(), amount: make.money() }));
  return rowOf('Claim', make.id(), {
    title: make.text(),
    owner,
    category: make.pick(['Travel', 'Meals', 'Equipment', 'Other']),
    spentOn: make.date(),
    lines,
    total: lines.reduce((sum, line) => sum + Number(line.values['amount']), 0),
    receipt: make.file(),
    note: make.text(),
    submittedAt: make.instant(),
    paidAt: make.instant(),
    refusal: make.text(),
    status,
  });
}

export const claims: World = {
  name: 'expense claims',
  text: example.replace('| Requests | 600 per minute', '| Requests | 1000000 per minute'),
  person: 'Employee',
  people: PEOPLE.map(([key]) => key),
  seesAll: null,
  dashboards: ['Ruth', 'Miro', 'Lena'],
  shows: (route, row) => route !== '/spending' || row.values['status'] === 'Paid',
  made,
  reads,
};
