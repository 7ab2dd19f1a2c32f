/** The ids of the selected rows, and the anchor from which a range selection extends. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: null };

/** Selects or deselects a row and makes it the anchor. */
export function toggled({ ids }: Selection, id: string): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Adds all rows from the anchor to this row, in display order; only this row if there is no anchor. */
export function extended(selection: Selection, order: readonly string[], id: string): Selection {
  const [from, to] = [order.indexOf(selection.anchor ?? id), order.indexOf(id)];
  if (to === -1) return selection;
  const start = from === -1 ? to : from;
  const range = order.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { ids: new Set([...selection.ids, ...range]), anchor: order[start] ?? id };
}

/** Selects all loaded rows, or none if all are already selected. */
export function allOrNone(selection: Selection, order: readonly string[]): Selection {
  return coverage(selection, order) === 'all' ? NOTHING_SELECTED : { ids: new Set(order), anchor: null };
}

/** Removes rows from the selection that are no longer in the list. Returns the same object if nothing changed. */
export function among(selection: Selection, order: readonly string[]): Selection {
  if (selection.ids.size === 0) return selection;
  const there = new Set(order);
  const kept = [...selection.ids].filter((id) => there.has(id));
  if (kept.length === selection.ids.size) return selection;
  const { anchor } = selection;
  return { ids: new Set(kept), anchor: anchor !== null && there.has(anchor) ? anchor : null };
}

/** Returns whether none, some or all of the loaded rows are selected. */
export function coverage({ ids }: Selection, order: readonly string[]): 'none' | 'some' | 'all' {
  const chosen = order.filter((id) => ids.has(id)).length;
  if (chosen === 0) return 'none';
  return chosen === order.length ? 'all' : 'some';
}
