/** The list state in the address. Empty strings mean the default. */
export interface ListSearch {
  readonly filter: string;
  readonly q: string;
  readonly sort: string;
  /** How the list is shown, for screens with several presentations. */
  readonly view: string;
  /** Escaped names of the screen's filters and switches that are on; `,` if none is. */
  readonly filters: string;
  /** What rows are grouped by: `status`, `month of dueOn`; `,` for no groups. */
  readonly group: string;
  /** The id of the open saved view; `-` for none, even if one would open by default. */
  readonly saved: string;
}

const names = ['filter', 'q', 'sort', 'view', 'filters', 'group', 'saved'] as const;
const longest = 2_000;

/** Parses an address. Unknown, repeated and overlong parameters are ignored. */
export function readSearch(search: string): ListSearch {
  const asked = new URLSearchParams(search);
  const one = (name: (typeof names)[number]) => {
    const [value = '', ...more] = asked.getAll(name);
    return more.length > 0 || value.length > longest ? '' : value;
  };
  return {
    filter: one('filter'),
    q: one('q'),
    sort: one('sort'),
    view: one('view'),
    filters: one('filters'),
    group: one('group'),
    saved: one('saved'),
  };
}

/** Returns the query string with its question mark; empty if everything is at its default. */
export function writeSearch(search: ListSearch): string {
  const asked = new URLSearchParams();
  for (const name of names) if (search[name] !== '') asked.set(name, search[name]);
  const text = asked.toString();
  return text === '' ? '' : `?${text}`;
}
