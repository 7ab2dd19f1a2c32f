import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Which of the drawn rows stands in which slot, an element of the page that outlives the rows it shows: one that scrolls
 * away leaves its slot to one that comes, which costs a fraction of an element made anew. A row keeps its slot, and the
 * focus in it, for as long as it is drawn.
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
 * `kept`: the row that has the focus; null: any of them may be marked. What leaves of these takes its element along:
 * neither the focus nor what is marked goes over to another record.
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

/** Once scrolling has come to rest the elements stand in the order of their rows, as readers go through them. */
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
