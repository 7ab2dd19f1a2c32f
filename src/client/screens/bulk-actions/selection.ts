/** The rows chosen, and the one from which a range goes on. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Chooses a row, or takes it out; ranges start from it. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Chooses every row from the anchor to this one, in the order shown; without an anchor this one alone. */
export function extended(selection: Selection, order: readonly string[], id: string): Selection {
  const [from, to] = [order.indexOf(selection.anchor ?? id), order.indexOf(id)];
  if (to === -1) return selection;
  const start = from === -1 ? to : from;
  const range = order.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: order[start] ?? id };
}

/** All rows that are there, or none where all are chosen already. */
export function allOrNone(selection: Selection, order: readonly string[]): Selection {
  return coverage(selection, order) === 'all' ? NOTHING_SELECTED : { ids: new Set(order), anchor: null };
}

/** Without the rows that are gone; the same selection where none is. */
export function among(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const there = new Set(order);
  const kept = [...selection.ids].filter((id) => there.has(id));
  if (kept.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(kept), anchor: anchor !== null && there.has(anchor) ? anchor : null };
}

/** How much of what is there is chosen. */
export function coverage({ ids }: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = order.filter((id) => ids.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === order.length ? 'all' : 'some';
}
