import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Which of the drawn rows stands in which slot, an element of the page that outlives the rows it shows: one that scrolls
 * away leaves its slot to one that comes, which costs a fraction of an element made anew. A row keeps its slot, and the
 * focus in it, for as long as it is drawn.
 */
export function useSlots(ids: readonly string[]): ReadonlyMap<string, number> {
  const held = useRef<ReadonlyMap<string, number>>(new Map());
  const slots = slotsFor(held.current, ids);
  useLayoutEffect(() => {
    held.current = slots;
  });
  return slots;
}

export function slotsFor(held: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  for (const id of ids) {
    const slot = held.get(id);
    if (slot !== undefined) slots.set(id, slot);
  }
  const taken = new Set(slots.values());
  let free = 0;
  for (const id of ids) {
    if (slots.has(id)) continue;
    while (taken.has(free)) free += 1;
    slots.set(id, free);
    free += 1;
  }
  return slots;
}

/** Once scrolling has come to rest the elements stand in the order of their rows, as readers go through them. */
export function useReadingOrder(body: RefObject<HTMLElement | null>, isScrolling: boolean): void {
  useLayoutEffect(() => {
    const rows = [...(body.current?.children ?? [])].map(({ ariaRowIndex }) => Number(ariaRowIndex));
    if (!isScrolling && rows.some((place, index) => place < (rows[index - 1] ?? 0)))
      void import('./tools.ts').then(
        ({ putInOrder }) => putInOrder(body.current),
        () => undefined,
      );
  });
}
