/** A table of expectations as typed by hand, read into rows; the format stands at the head of the table itself. */
export interface ExpectTable {
  readonly people: readonly { readonly first: string; readonly name: string }[];
  readonly base: string;
  readonly fixtures: readonly Fixture[];
  readonly groups: readonly Group[];
}

export interface Fixture {
  readonly set: string;
  readonly title: string;
  readonly values: ReadonlyMap<string, string>;
}

export interface Group {
  readonly name: string;
  readonly loads: readonly string[];
  readonly freshPerRow: boolean;
  readonly about: string;
  readonly rows: readonly ExpectRow[];
}

export interface ExpectRow {
  readonly no: string;
  readonly when: string;
  readonly person: string;
  readonly record: string;
  readonly action: string;
  readonly input: string;
  readonly answer: string;
  readonly at: string;
  readonly note: string;
}

/** Reads the whole table. A line that is none of the known ones is an error with its number. */
export function readTable(text: string): ExpectTable {
  const people: { first: string; name: string }[] = [];
  const fixtures: Fixture[] = [];
  const groups: (Group & { rows: ExpectRow[] })[] = [];
  let base = '{}';
  let defaults = new Map<string, string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [head = '', ...cells] = line.split('\t');
    if (head === '#person') people.push({ first: cells[0] ?? '', name: cells[1] ?? '' });
    else if (head === '#base') base = cells[0] ?? '{}';
    else if (head === '#default') defaults = pairs(cells);
    else if (head === '#fixture') fixtures.push(...fixturesOf(cells, defaults));
    else if (head === '#group') groups.push(groupOf(cells));
    else if (!line.startsWith('#') && line.trim() !== '' && head !== 'no') {
      const [group, when, person, record, action, input, answer, at, note] = cells;
      const last = groups.at(-1);
      if (last === undefined || last.name !== group) throw new Error(`line ${index + 1}: group ${group} has not begun`);
      last.rows.push({
        no: head,
        when: when ?? '',
        person: person ?? '',
        record: record ?? '',
        action: action ?? '',
        input: input ?? '',
        answer: answer ?? '',
        at: at ?? '',
        note: note ?? '',
      });
    }
  }
  return { people, base, fixtures, groups };
}

function groupOf([name = '', loads = '', fresh = '', about = '']: readonly string[]): Group & { rows: ExpectRow[] } {
  const sets = loads.replace('loads=', '').split(',').filter(Boolean);
  return { name, loads: sets, freshPerRow: fresh === 'fresh=row', about, rows: [] };
}

/** `Trip {01..51}` stands for fifty-one of them. */
function fixturesOf(
  [set = '', title = '', ...cells]: readonly string[],
  defaults: ReadonlyMap<string, string>,
): Fixture[] {
  const values = new Map([...defaults, ...pairs(cells)]);
  const range = /\{(\d+)\.\.(\d+)\}/.exec(title);
  const titles =
    range === null
      ? [title]
      : numbers(range[1] ?? '1', range[2] ?? '1').map((number) => title.replace(range[0], number));
  return titles.map((each) => ({
    set,
    title: each,
    values: new Map([...values].map(([key, value]) => [key, value.replaceAll('{title}', each)])),
  }));
}

function numbers(from: string, to: string): string[] {
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
    String(Number(from) + index).padStart(from.length, '0'),
  );
}

function pairs(cells: readonly string[]): Map<string, string> {
  return new Map(
    cells
      .filter((cell) => cell.includes('='))
      .map((cell) => [cell.slice(0, cell.indexOf('=')), cell.slice(cell.indexOf('=') + 1)]),
  );
}
