/** One key of an order. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** The order as it stands in an address: `-spentOn,title`. */
export const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');

/** The keys that an address states; the screen's own where it states none. */
export function sortKeys(text: string, own: readonly SortKey[]): readonly SortKey[] {
  const stated = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (stated.length === 0) return own;
  return stated.map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
}

/** Whether an address can name the field: a comma divides its keys, and a minus before one turns it round. */
export const isSortable = (field: string): boolean => !/^-|,|^\s|\s$/.test(field);

/**
 * What a press on the head of a column makes of the order: ascending, then descending, then the screen's own again.
 * `beside` keeps the other keys and puts this one behind them.
 */
export function turnedSort(text: string, own: readonly SortKey[], field: string, beside = false): string {
  const keys = sortKeys(text, own);
  const now = keys.find((key) => key.field === field);
  const isStated = text.trim() !== '';
  const others = beside ? keys.filter((key) => key.field !== field) : [];
  if (now === undefined) return sortText([...others, { field, descending: false }]);
  if (!now.descending) {
    const next = { field, descending: true };
    return sortText(beside ? keys.map((key) => (key.field === field ? next : key)) : [next]);
  }
  // The screen's own order, turned once more, turns back.
  return isStated ? sortText(others) : sortText([...others, { field, descending: false }]);
}

/** What readers are told of a column; only the first key counts there. */
export function ariaSort(keys: readonly SortKey[], field: string): 'ascending' | 'descending' | undefined {
  const [first] = keys;
  if (first?.field !== field) return undefined;
  return first.descending ? 'descending' : 'ascending';
}
