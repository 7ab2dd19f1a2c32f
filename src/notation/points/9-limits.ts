import type { Constant, Limit } from '../../model/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, foldName, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Item } from '../markdown/document.ts';
import { codeOf, type Span } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { type About, cellProse, formula, isNotShown, keyAndValue, type Reader, stated, words } from '../reader.ts';
import { sizeBound } from './3-notes.ts';
import { withParts } from './parts.ts';

export const CONSTANT_COLUMNS: readonly Column[] = [
  {
    name: 'Name',
    aliases: ['Constant', 'Limit'],
    blank: 'an error: a constant needs a name',
    notShown: 'the constant is left out, and the gap is listed',
    about: 'The name that expressions, types and messages use; or one of the limits below.',
  },
  {
    name: 'Value',
    aliases: ['Amount', 'Is', 'Setting'],
    blank: 'not shown',
    notShown: 'unknown: what depends on it refuses',
    about: 'A literal: `25 EUR`, `90 days`, `10 MB`, `50`, `0.19`, `"text"`, or an address.',
  },
  {
    name: 'Why',
    aliases: ['Reason', 'Notes', 'Source', 'About', 'Meaning', 'Description', 'Comment'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about: 'Where it comes from. It is the help text of the constant.',
  },
];

/** The limits that the product itself obeys, by name. */
export const LIMITS: readonly {
  readonly name: Limit['name'];
  readonly write: string;
  readonly aliases: readonly string[];
  readonly about: string;
}[] = [
  {
    name: 'page size',
    write: '50',
    aliases: ['rows per page', 'page length', 'default page size'],
    about: 'Records on a page of a list.',
  },
  {
    name: 'requests',
    write: '600 per minute per person',
    aliases: ['request limit', 'rate limit', 'requests per minute'],
    about: 'Requests of one person in a second, minute, hour or day; of one address where nobody is signed in.',
  },
  {
    name: 'upload size',
    write: '10 MB',
    aliases: ['largest upload', 'max upload size', 'file size'],
    about: 'The largest file that is taken at all; a field may state less.',
  },
];

interface Read {
  readonly constants: Constant[];
  readonly limits: Limit[];
}

/** Point 9: a table (or list) of constants and limits. */
export function readLimits(reader: Reader, sections: readonly Section[]): Read & { help: string } {
  const read: Read = { constants: [], limits: [] };
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, {
      point: 9,
      keys: [],
      take: (item) => addItem(reader, item, read),
    });
    help.push(content.help);
    for (const table of content.tables) {
      if (!fits(table, CONSTANT_COLUMNS))
        reader.report(
          say.tableNotRead(words(table.header.cells[0] ?? table.at), names(CONSTANT_COLUMNS)),
          table.header.at,
          { point: 9 },
        );
      else for (const cells of rowsOf(reader, table, CONSTANT_COLUMNS, 9)) addRow(reader, cells, read);
    }
  }
  const parts = sections.flatMap((section) => section.parts);
  return {
    constants: withParts(reader, parts, read.constants, 'constant', 9),
    limits: read.limits,
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

/** `- TASK_LIMIT: 5000 EUR`, `- Page size: 50`. */
function addItem(reader: Reader, item: Item, read: Read): boolean {
  const found = keyAndValue(item.text);
  if (found === null || (limitNamed(words(found.key)) === null && !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(words(found.key))))
    return false;
  addRow(
    reader,
    { at: item.at, cell: (column) => (column === 'Name' ? found.key : column === 'Value' ? found.value : null) },
    read,
  );
  return true;
}

function addRow(reader: Reader, cells: Cells, read: Read): void {
  const name = filled(cells, 'Name');
  if (name === null || isNotShown(name)) {
    if (name === null) reader.report(say.nameMissing('Name'), cells.at, { point: 9 });
    else
      reader.report(say.notShown('The name of this constant', 'The constant is left out until it has one.'), name, {
        point: 9,
      });
    return;
  }
  const limit = codeOf(name) === null ? limitNamed(name.text) : null;
  const why = filled(cells, 'Why');
  const help = why === null || isNotShown(why) ? '' : cellProse(why);
  if (limit === null) read.constants.push(constantOf(reader, cells, words(name), help));
  else read.limits.push(limitOf(reader, cells, limit, help));
}

function limitNamed(written: string): Limit['name'] | null {
  const key = foldName(written);
  return (
    LIMITS.find(({ name, aliases }) =>
      [name, ...aliases].some((spelling) => foldName(spelling) === key && !/_/.test(written)),
    )?.name ?? null
  );
}

function constantOf(reader: Reader, cells: Cells, name: string, help: string): Constant {
  const id = reader.id('constant', name);
  const about = { point: 9, element: id } as const;
  const value = filled(cells, 'Value');
  const element = stated(reader, 9, id, cells.at, help);
  if (value === null || isNotShown(value)) return { ...element, standing: 'not shown', name, value: null, environment: null, table: null };
  return { ...element, name, environment: null, table: null, value: isAddress(value) ? addressOf(reader, value) : formula(reader, value, about) };
}

/** `https://bank.example/api` and `help@example.com` are texts. */
function isAddress(value: Span): boolean {
  const text = (codeOf(value) ?? value).text;
  return /^https?:\/\/\S+$/i.test(text) || /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text);
}

function addressOf(reader: Reader, value: Span) {
  const span = codeOf(value) ?? value;
  const text = words(span);
  return { text, at: reader.place(span), tree: { op: 'text', value: text, from: 0, to: text.length } } as const;
}

const RATE =
  /^(\d{1,9})\s*(?:requests?\s*)?(?:per|a|an|\/|each|every)\s*(second|minute|hour|day)(?:\s+(?:per|for each|and|a)\s+(?:person|user))?$/i;

function limitOf(reader: Reader, cells: Cells, name: Limit['name'], help: string): Limit {
  const id = reader.id('limit', name);
  const element = stated(reader, 9, id, cells.at, help);
  const cell = filled(cells, 'Value');
  if (cell === null || isNotShown(cell)) return { ...element, standing: 'not shown', name, value: null, per: null, hours: null, dates: null };
  const value = limitValue(name, words(cell));
  if (value !== null) return { ...element, name, ...value, hours: null, dates: null };
  reportLimit(reader, cell, name, { point: 9, element: id });
  return { ...element, standing: 'not shown', name, value: null, per: null, hours: null, dates: null };
}

function reportLimit(reader: Reader, cell: Span, name: Limit['name'], about: About): void {
  const write = LIMITS.find((limit) => limit.name === name)?.write ?? '';
  reader.report(say.valueUnknown(name, words(cell), `for example \`${write}\``), cell, about);
}

function limitValue(name: Limit['name'], text: string): Pick<Limit, 'value' | 'per'> | null {
  if (name === 'requests') {
    const match = RATE.exec(text);
    const per = match?.[2]?.toLowerCase();
    if (per !== 'second' && per !== 'minute' && per !== 'hour' && per !== 'day') return null;
    return { value: Number(match?.[1]), per };
  }
  if (name === 'page size')
    return /^[1-9]\d{0,5}(?:\s+rows?)?$/.test(text) ? { value: Number.parseInt(text, 10), per: null } : null;
  const size = sizeBound(text);
  return size !== null && 'value' in size ? { value: size.value, per: null } : null;
}
