import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Assigns each rendered row to a slot, a DOM element that is reused: a row that scrolls out of view leaves its slot to a row
 * that scrolls in, which costs a fraction of creating an element. A row keeps its slot, and the focus in it, while it is
 * rendered.
 */
export function useSlots(ids: readonly string[]): ReadonlyMap<string, number> {
  const held = useRef<ReadonlyMap<string, number>>(new Map());
  const focused = document.activeElement?.closest<HTMLElement>('.table-row')?.dataset['id'];
  const slots = slotsFor(held.current, ids, getSelection()?.isCollapsed === false ? null : focused);
  useLayoutEffect(() => {
    held.current = slots;
  });
  return slots;
}

/**
 * Returns the slot of each row, given the previous slots. `kept` is the row with the focus, whose slot is not reused if the
 * row leaves, so that the focus never moves to another record. With `kept` null text is selected, and no slot is reused;
 * undefined: no row has the focus.
 */
export function slotsFor(
  held: ReadonlyMap<string, number>,
  ids: readonly string[],
  kept?: string | null,
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  const taken = new Set<number>();
  for (const [id, slot] of held) if (kept === null || id === kept) taken.add(slot);
  for (const id of ids) {
    const slot = held.get(id);
    if (slot === undefined) continue;
    slots.set(id, slot);
    taken.add(slot);
  }
  let free = 0;
  for (const id of ids) {
    if (slots.has(id)) continue;
    while (taken.has(free)) free += 1;
    slots.set(id, free);
    free += 1;
  }
  return slots;
}

/** Sorts the row elements by row index when scrolling ends, so that screen readers read them in order. */
export function useReadingOrder(body: RefObject<HTMLElement | null>, isScrolling: boolean): void {
  useLayoutEffect(() => {
    if (isScrolling) return;
    const rows = [...(body.current?.children ?? [])].map(({ ariaRowIndex }) => Number(ariaRowIndex));
    if (rows.some((place, index) => place < (rows[index - 1] ?? 0)))
      void import('./reading-order.ts').then(
        ({ putInOrder }) => putInOrder(body.current),
        () => undefined,
      );
  });
}
