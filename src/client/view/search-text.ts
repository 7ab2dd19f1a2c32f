/** What the address says of a list. Each is empty where nothing is asked. */
export interface ListSearch {
  readonly filter: string;
  readonly q: string;
  readonly sort: string;
  /** How the list is shown, where a screen has more than one way. */
  readonly view: string;
  /** Names of the screen's own filters and switches that are on, each escaped; `,` where none is. */
  readonly filters: string;
  /** What the rows stand in groups by: `status`, `month of dueOn`; `,`: in none. */
  readonly group: string;
  /** The id of the kept list that is open; `-`: none, also where one would open by itself. */
  readonly saved: string;
}

const names = ['filter', 'q', 'sort', 'view', 'filters', 'group', 'saved'] as const;
const longest = 2_000;

/** What an address says; whatever is not ours, given twice or too long is left out. */
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

/** The same as it stands in an address, with its question mark; empty where nothing is asked. */
export function writeSearch(search: ListSearch): string {
  const asked = new URLSearchParams();
  for (const name of names) if (search[name] !== '') asked.set(name, search[name]);
  const text = asked.toString();
  return text === '' ? '' : `?${text}`;
}
