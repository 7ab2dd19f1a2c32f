import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { putInOrder } from '../../src/client/screens/grid/reading-order.ts';
import { slotsFor } from '../../src/client/screens/grid/slots.ts';

/** A window of rows that are drawn, wherever one scrolls, with the active one beside it, and who else is kept. */
const step = fc.record({
  from: fc.nat(60),
  size: fc.nat(14),
  active: fc.option(fc.nat(80), { nil: null }),
  gone: fc.uniqueArray(fc.nat(80), { maxLength: 6 }),
  kept: fc.constantFrom('nobody', 'the focus', 'all'),
});

const idsOf = ({ from, size, active, gone }: typeof step extends fc.Arbitrary<infer Step> ? Step : never): string[] =>
  [...new Set([...Array.from({ length: size }, (_, index) => from + index), ...(active === null ? [] : [active])])]
    .sort((one, other) => one - other)
    .filter((place) => !gone.includes(place))
    .map((place) => `row ${place}`);

test('each row that is drawn has a slot of its own, and keeps it for as long as it is drawn', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), fc.nat(13), (steps, at) => {
      let held: ReadonlyMap<string, number> = new Map();
      for (const each of steps) {
        const ids = idsOf(each);
        const focused = [...held.keys()][at];
        const kept = each.kept === 'all' ? null : each.kept === 'the focus' ? focused : undefined;
        const slots = slotsFor(held, ids, kept);
        assert.deepEqual([...slots.keys()].sort(), [...ids].sort());
        assert.equal(new Set(slots.values()).size, ids.length, 'Two rows stand in one slot.');
        for (const [id, slot] of held) {
          if (slots.has(id)) assert.equal(slots.get(id), slot, `${id} moved to another slot.`);
          else if (kept === null || id === kept)
            assert.ok(![...slots.values()].includes(slot), `Another row stands where the focus or a mark of ${id} is.`);
        }
        // What nobody is in is used again before another element is made.
        if (kept === undefined)
          for (const slot of slots.values()) assert.ok(slot < Math.max(held.size, ids.length) + 14, `Slot ${slot}`);
        held = slots;
      }
    }),
  );
});

test('rows that scroll away leave their slots to those that come', () => {
  const first = slotsFor(new Map(), ['a', 'b', 'c', 'd']);
  assert.deepEqual(
    [...first],
    [
      ['a', 0],
      ['b', 1],
      ['c', 2],
      ['d', 3],
    ],
  );
  const next = slotsFor(first, ['c', 'd', 'e', 'f']);
  assert.deepEqual(
    [...next],
    [
      ['c', 2],
      ['d', 3],
      ['e', 0],
      ['f', 1],
    ],
  );
  const withFocus = slotsFor(first, ['c', 'd', 'e', 'f'], 'a');
  assert.deepEqual(
    [...withFocus],
    [
      ['c', 2],
      ['d', 3],
      ['e', 1],
      ['f', 4],
    ],
  );
  const marked = slotsFor(first, ['c', 'd', 'e', 'f'], null);
  assert.deepEqual(
    [...marked],
    [
      ['c', 2],
      ['d', 3],
      ['e', 4],
      ['f', 5],
    ],
  );
  assert.deepEqual(
    [...slotsFor(marked, ['c', 'g'])],
    [
      ['c', 2],
      ['g', 0],
    ],
  );
});

test('the elements of rows are put into the order of their rows, and what has the focus is not moved', () => {
  const places = fc.uniqueArray(fc.integer({ min: 2, max: 500 }), { maxLength: 40 });
  fc.assert(
    fc.property(places, fc.nat(39), fc.boolean(), (order, at, hasFocus) => {
      const page = pageOf(order);
      const focused = hasFocus ? (page.rows[at] ?? null) : null;
      putInOrder(page as unknown as HTMLElement, focused as unknown as Element | null);
      assert.deepEqual(
        page.children.map(({ ariaRowIndex }) => Number(ariaRowIndex)),
        order.toSorted((one, other) => one - other),
      );
      assert.ok(focused === null || !page.moved.has(focused), 'What had the focus was moved, and has lost it.');
    }),
  );
  putInOrder(null, null);
});

interface FakeRow {
  readonly ariaRowIndex: string;
  readonly nextSibling: FakeRow | null;
  readonly previousSibling: FakeRow | null;
  before(row: FakeRow): void;
  after(row: FakeRow): void;
  contains(element: unknown): boolean;
}

/** As much of a page as is put in order, which remembers what was moved. */
function pageOf(order: readonly number[]) {
  const children: FakeRow[] = [];
  const moved = new Set<FakeRow>();
  const put = (row: FakeRow, beside: FakeRow, by: number) => {
    moved.add(row);
    children.splice(children.indexOf(row), 1);
    children.splice(children.indexOf(beside) + by, 0, row);
  };
  for (const place of order) {
    const row: FakeRow = {
      ariaRowIndex: String(place),
      get nextSibling() {
        return children[children.indexOf(row) + 1] ?? null;
      },
      get previousSibling() {
        return children[children.indexOf(row) - 1] ?? null;
      },
      before: (other) => put(other, row, 0),
      after: (other) => put(other, row, 1),
      contains: (element) => element === row,
    };
    children.push(row);
  }
  return { children, rows: [...children], moved };
}
