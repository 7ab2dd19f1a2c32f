/** A table of expectations as typed by hand, read into rows; the format stands at the head of the table itself. */
export interface ExpectTable {
  readonly people: readonly { readonly first: string; readonly name: string }[];
  readonly base: string;
  /** Whether the sample data of the document is there; else every record is a fixture. */
  readonly samples: boolean;
  /** A line of a record that has any, as `${lines*N}` repeats it. */
  readonly line: string;
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
  /** Texts of the document that stand in place of others for this group. */
  readonly edits: readonly (readonly [string, string])[];
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
  let samples = true;
  let line = '{}';
  let defaults = new Map<string, string>();
  const edits: (readonly [string, string])[] = [];
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const [head = '', ...cells] = written.split('\t');
    if (head === '#person') people.push({ first: cells[0] ?? '', name: cells[1] ?? '' });
    else if (head === '#base') base = cells[0] ?? '{}';
    else if (head === '#bare') samples = false;
    else if (head === '#line') line = cells[0] ?? '{}';
    else if (head === '#default') defaults = pairs(cells);
    else if (head === '#fixture') fixtures.push(...fixturesOf(cells, defaults));
    else if (head === '#with') edits.push([cells[0] ?? '', (cells[1] ?? '').replaceAll('\\n', '\n')]);
    else if (head === '#group') groups.push(groupOf(cells, [...edits]));
    else if (!written.startsWith('#') && written.trim() !== '' && head !== 'no') {
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
  return { people, base, samples, line, fixtures, groups };
}

function groupOf(
  [name = '', loads = '', fresh = '', about = '']: readonly string[],
  edits: Group['edits'],
): Group & { rows: ExpectRow[] } {
  const sets = loads.replace('loads=', '').split(',').filter(Boolean);
  return { name, loads: sets, freshPerRow: fresh === 'fresh=row', about, edits, rows: [] };
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
