import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inParts, outcomeOf } from '../../src/client/screens/bulk-actions/outcome.ts';
import {
  allOrNone,
  among,
  coverage,
  extended,
  NOTHING_SELECTED,
  toggled,
} from '../../src/client/screens/bulk-actions/selection.ts';
import { isSame, readChoice, shownColumns, widthGiven } from '../../src/client/screens/columns/column-choice.ts';
import { moved, sized, switched } from '../../src/client/screens/columns/column-moves.ts';
import { type Column, widthsOf } from '../../src/client/screens/columns/columns.ts';
import { ariaSort, isSortable, sortKeys, turnedSort } from '../../src/client/screens/columns/sort.ts';
import { cardFields } from '../../src/client/screens/grid/card-fields.ts';
import { type Command, commandFor, type KeyPress, type Situation } from '../../src/client/screens/grid/keys.ts';
import type { Problem, WireRecord } from '../../src/engine/core/wire-format.ts';
import type { Attribute } from '../../src/model/lookups/schema.ts';
import type { Type } from '../../src/model/types/types.ts';

const own = [{ field: 'sentAt', descending: false }];

test('a column turns ascending, descending, and back to the order of the screen', () => {
  const first = turnedSort('', own, 'title');
  assert.equal(first, 'title');
  assert.equal(turnedSort(first, own, 'title'), '-title');
  assert.equal(turnedSort('-title', own, 'title'), '');
});

test("the screen's own order turns round and back", () => {
  assert.equal(turnedSort('', own, 'sentAt'), '-sentAt');
  assert.equal(turnedSort('-sentAt', own, 'sentAt'), '');
  assert.equal(turnedSort('', [{ field: 'createdAt', descending: true }], 'createdAt'), 'createdAt');
});

test('further keys stand behind the first', () => {
  assert.equal(turnedSort('title', own, 'total', true), 'title,total');
  assert.equal(turnedSort('title,total', own, 'total', true), 'title,-total');
  assert.equal(turnedSort('title,-total', own, 'total', true), 'title');
});

test('readers hear the first key alone', () => {
  const keys = sortKeys('-total,title', own);
  assert.equal(ariaSort(keys, 'total'), 'descending');
  assert.equal(ariaSort(keys, 'title'), undefined);
  assert.equal(ariaSort(sortKeys('', own), 'sentAt'), 'ascending');
});

test('a name that an address can not carry is no key', () => {
  assert.deepEqual(['a,b', '-a', ' a', 'due date', '__proto__'].map(isSortable), [false, false, false, true, true]);
});

const order = ['a', 'b', 'c', 'd', 'e'];
const chosen = (ids: Iterable<string>) => [...ids].sort().join('');

test('a range goes from the row chosen last to the one pointed at, either way', () => {
  const c = toggled(NOTHING_SELECTED, 'c');
  assert.equal(chosen(extended(c, order, 'e').ids), 'cde');
  const back = extended(extended(c, order, 'e'), order, 'a');
  assert.equal(chosen(back.ids), 'abcde');
  assert.equal(back.anchor, 'c');
  assert.equal(chosen(extended(NOTHING_SELECTED, order, 'b').ids), 'b');
  assert.equal(chosen(extended({ ids: new Set(), anchor: 'gone' }, order, 'd').ids), 'd');
  assert.equal(extended(c, order, 'gone'), c);
});

test('choosing twice takes out', () => {
  assert.equal(chosen(toggled(toggled(NOTHING_SELECTED, 'a'), 'a').ids), '');
});

test('all are chosen, then none', () => {
  const some = toggled(NOTHING_SELECTED, 'a');
  assert.equal(coverage(some, order), 'some');
  const all = allOrNone(some, order);
  assert.equal(coverage(all, order), 'all');
  assert.equal(coverage(allOrNone(all, order), order), 'none');
  assert.equal(coverage(some, []), 'none');
});

test('rows that are gone are no longer chosen', () => {
  const two = toggled(toggled(NOTHING_SELECTED, 'a'), 'b');
  const left = among(two, ['a', 'c']);
  assert.equal(chosen(left.ids), 'a');
  assert.equal(left.anchor, null);
  assert.equal(among(two, order), two);
});

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});
const at = (index: number, more: Partial<Situation> = {}): Situation => ({
  focus: 'row',
  index,
  count: 100,
  screenful: 10,
  ...more,
});
const to = (command: Command | null) => (command?.do === 'move' ? command.to : command?.do);

test('keys move within the list and not beyond it', () => {
  assert.equal(to(commandFor(press('ArrowDown'), at(3))), 4);
  assert.equal(to(commandFor(press('k'), at(3))), 2);
  assert.equal(to(commandFor(press('PageDown'), at(95))), 99);
  assert.equal(to(commandFor(press('PageUp'), at(3))), 0);
  assert.equal(to(commandFor(press('End'), at(3))), 99);
  assert.equal(to(commandFor(press('Home'), at(3))), 0);
  assert.equal(to(commandFor(press('ArrowDown'), at(99))), 99);
  assert.equal(commandFor(press('ArrowDown'), at(-1, { count: 0 })), null);
});

test('from elsewhere on the page j begins at the first row, and arrows scroll', () => {
  assert.equal(to(commandFor(press('j'), at(-1, { focus: 'page' }))), 0);
  assert.equal(to(commandFor(press('k'), at(-1, { focus: 'page' }))), 0);
  assert.equal(commandFor(press('ArrowDown'), at(-1, { focus: 'page' })), null);
  assert.equal(commandFor(press('Enter'), at(4, { focus: 'page' })), null);
  assert.equal(to(commandFor(press('/'), at(-1, { focus: 'page' }))), 'search');
});

test('shift extends what is chosen', () => {
  assert.deepEqual(commandFor(press('ArrowDown', { shiftKey: true }), at(1)), { do: 'move', to: 2, extend: true });
  assert.deepEqual(commandFor(press('X', { shiftKey: true }), at(1)), { do: 'toggle', extend: true });
  assert.deepEqual(commandFor(press('a', { ctrlKey: true }), at(1)), { do: 'all' });
});

test('a control inside a row keeps its own keys', () => {
  const inside = at(1, { focus: 'control' });
  assert.equal(commandFor(press('Enter'), inside), null);
  assert.equal(commandFor(press(' '), inside), null);
  assert.equal(to(commandFor(press('Escape'), inside)), 'leave');
  assert.equal(to(commandFor(press('ArrowDown'), inside)), 2);
});

test('keys with a modifier are the browser’s', () => {
  assert.equal(commandFor(press('k', { metaKey: true }), at(1)), null);
  assert.equal(commandFor(press('ArrowLeft', { altKey: true }), at(1)), null);
  assert.equal(commandFor(press('/', { ctrlKey: true }), at(1)), null);
});

const attribute = (name: string, type: Type): Attribute => ({
  kind: 'built-in',
  name,
  id: `field/Thing/${name}`,
  type,
});
const column = (name: string, type: Type, isTitle = false): Column => ({
  name,
  label: name,
  attribute: attribute(name, type),
  isTitle,
  isSortable: true,
  width: null,
});
const title = column('title', { kind: 'text', min: null, max: null }, true);
const note = column('note', { kind: 'text', min: null, max: null });
const owner = column('owner', { kind: 'reference', entity: 'Person' });
const total = column('total', { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null });
const status = column('status', { kind: 'choice', options: [], several: false });
const dueOn = column('dueOn', { kind: 'date' });

test('a card shows state, amount and the two that tell most', () => {
  const card = cardFields([note, title, total, status, dueOn, owner]);
  assert.equal(card.state?.name, 'status');
  assert.equal(card.amount?.name, 'total');
  assert.deepEqual(
    card.details.map(({ name }) => name),
    ['owner', 'dueOn'],
  );
  assert.deepEqual(cardFields([title]), { state: null, amount: null, details: [] });
});

test('a figure of a card stands with its label, unless it is the one sum of money', () => {
  const hours = column('hours', { kind: 'decimal', precision: 5, scale: 1, unit: 'h', min: null, max: null });
  const paid = column('paid', { kind: 'money', currency: 'EUR', scale: 2, min: null, max: null });
  const shown = (columns: readonly Column[]) => {
    const { amount, details } = cardFields(columns);
    return [amount?.name ?? null, details.map(({ name }) => name)];
  };
  assert.deepEqual(shown([title, owner, hours]), [null, ['owner', 'hours']]);
  assert.deepEqual(shown([title, total, hours, owner, dueOn]), ['total', ['owner', 'dueOn']]);
  assert.deepEqual(shown([title, paid, total]), [null, ['total', 'paid']]);
});

test('of a record that is known by a number, the first text stands on its card', () => {
  const number = column('number', { kind: 'number series', pattern: 'T-{0000}' }, true);
  assert.deepEqual(
    cardFields([number, owner, note, dueOn]).details.map(({ name }) => name),
    ['note', 'owner'],
  );
});

test('the widths of a row leave no column below its least', () => {
  const given = (least: number, part: number, share: number) =>
    `minmax(calc(${least}px + var(--table-given) * ${part}), ${share}fr)`;
  assert.deepEqual(widthsOf([title, total], 40, 0), {
    '--table-columns': `40px ${given(176, 0.5714, 3)} ${given(86, 0.4286, 0.8)}`,
    '--table-least': '302.00px',
    '--table-slack': '42.00',
  });
  assert.equal(widthsOf([title, total], 40, 90)['--table-least'], '392.00px');
  // Buttons take a fifth more where there is room.
  assert.equal(widthsOf([total], 0, 90)['--table-columns'], `${given(86, 1, 0.8)} minmax(90px, 108px)`);
  // One that somebody made as wide as they like is that wide; where all are, the last takes what is left.
  const wide = { ...title, width: 320 };
  const beside = widthsOf([wide, total], 0, 0);
  assert.equal(beside['--table-columns'], `320px ${given(86, 1, 0.8)}`);
  assert.deepEqual([beside['--table-least'], beside['--table-slack']], ['406.00px', '18.00']);
  const fixed = widthsOf([wide, { ...total, width: 90 }], 0, 0);
  assert.equal(fixed['--table-columns'], '320px minmax(90px, 1fr)');
  assert.deepEqual([fixed['--table-least'], fixed['--table-slack']], ['410.00px', '1.00']);
});

const none = { hidden: [], added: [], order: [], widths: [] };

test('columns stand where they were moved to, and one that is stated later beside its neighbour', () => {
  const stated = ['title', 'total', 'status'];
  const choice = moved(none, stated, 'status', 0);
  assert.deepEqual(shownColumns(stated, stated, choice), ['status', 'title', 'total']);
  assert.deepEqual(shownColumns(['title', 'due', 'total', 'status'], stated, choice), [
    'status',
    'title',
    'due',
    'total',
  ]);
  assert.deepEqual(shownColumns(['due', ...stated], stated, choice), ['due', 'status', 'title', 'total']);
  // One that is hidden and shown again comes back to its place.
  const hidden = switched(choice, stated, 'title');
  assert.deepEqual(shownColumns(stated, stated, hidden), ['status', 'total']);
  assert.deepEqual(shownColumns(stated, stated, switched(hidden, stated, 'title')), ['status', 'title', 'total']);
  assert.deepEqual(moved(choice, ['status', 'title', 'total'], 'status', 99).order, ['title', 'total', 'status']);
});

test('a column is as wide as it was made, within bounds, until that is taken back', () => {
  const choice = sized(sized(none, 'title', 320.4), 'total', 5);
  assert.deepEqual(
    [widthGiven(choice, 'title'), widthGiven(choice, 'total'), widthGiven(choice, 'x')],
    [320, 60, null],
  );
  assert.equal(isSame(sized(sized(choice, 'title', null), 'total', null), none), true);
  assert.equal(isSame(choice, none), false);
  assert.deepEqual(readChoice(JSON.stringify(choice)), choice);
});

test('columns that are stated later are shown to whoever chose before', () => {
  const possible = ['title', 'total', 'note', 'status'];
  const choice = switched(switched(none, ['title', 'total'], 'total'), ['title', 'total'], 'note');
  assert.deepEqual(shownColumns(['title', 'total', 'status'], possible, choice), ['title', 'status', 'note']);
  assert.deepEqual(shownColumns(['title'], possible, { ...none, hidden: ['title'] }), ['title']);
  assert.deepEqual(shownColumns(['title'], possible, { ...none, added: ['gone', 'title'] }), ['title']);
  assert.deepEqual(switched(choice, ['title', 'total'], 'total').hidden, []);
});

test('what was stored by somebody else is no harm', () => {
  for (const text of [null, '', '{', '[]', 'null', '{"hidden":3}', '{"hidden":[1,"a"]}']) {
    const { hidden, added } = readChoice(text) ?? none;
    assert.ok([...hidden, ...added].every((name) => typeof name === 'string'));
  }
  assert.deepEqual(readChoice('{"hidden":["a"],"added":["b"],"widths":[["a",70],["b"],7]}'), {
    hidden: ['a'],
    added: ['b'],
    order: [],
    widths: [['a', 70]],
  });
});

const record = (id: string, name: string): WireRecord => ({
  id,
  _: { entity: 'Thing', etag: '"1"', title: name, labels: {}, can: { delete: null, change: {}, events: {} } },
});
const problem: Problem = {
  type: '/_/errors/NOT_ALLOWED',
  title: 'No',
  status: 403,
  detail: 'You may not.',
  instance: '',
  code: 'NOT_ALLOWED',
  next: 'Ask.',
};

test('an action on many says of each why not', () => {
  const records = new Map([record('1', 'One'), record('2', 'Two')].map((each) => [each.id, each]));
  const failing = {
    ...problem,
    code: 'INVALID',
    failures: [{ pointer: '/note', code: 'MISSING', message: 'Say why.' }],
  };
  const outcome = outcomeOf(
    [
      { id: '1', status: 200, record: record('1', 'One') },
      { id: '2', status: 403, problem },
      { id: '3', status: 422, problem: failing },
    ],
    (id) => records.get(id)?._.title ?? '',
  );
  assert.deepEqual(outcome.done, ['1']);
  assert.deepEqual(outcome.refused[0], {
    id: '2',
    title: 'Two',
    message: 'You may not.',
    next: 'Ask.',
    code: 'NOT_ALLOWED',
  });
  assert.deepEqual(outcome.refused[1], { id: '3', title: '3', message: 'Say why.', next: '', code: 'MISSING' });
});

test('many rows go in parts, none twice', () => {
  assert.deepEqual(inParts([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(inParts([], 2), []);
});
