/** One key of a sort order. */
export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** Returns the sort order as its URL parameter: `-spentOn,title`. */
export const sortText = (keys: readonly SortKey[]): string =>
  keys.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');

/** Parses the URL parameter; returns the screen's default order (`own`) if it is empty. */
export function sortKeys(text: string, own: readonly SortKey[]): readonly SortKey[] {
  const stated = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (stated.length === 0) return own;
  return stated.map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }));
}

/** Whether the URL parameter can name the field: commas separate its keys, and a leading minus means descending. */
export const isSortable = (field: string): boolean => !/^-|,|^\s|\s$/.test(field);

/**
 * Returns the URL parameter after a press on a column header. The column becomes ascending, then descending, then the
 * screen's default order applies again. `beside` keeps the other sort keys and appends this one.
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
  // If descending is the screen's default, resetting would change nothing, so the column becomes ascending.
  return isStated ? sortText(others) : sortText([...others, { field, descending: false }]);
}

/** Returns the `aria-sort` value of a column; undefined unless the column is the first sort key. */
export function ariaSort(keys: readonly SortKey[], field: string): 'ascending' | 'descending' | undefined {
  const [first] = keys;
  if (first?.field !== field) return undefined;
  return first.descending ? 'descending' : 'ascending';
}
