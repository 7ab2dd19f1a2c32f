import type { Constant, Limit, LimitName } from '../../model/types/model.ts';
import type { Block, Item } from '../markdown/document.ts';
import { codeOf, type Span } from '../markdown/span.ts';
import { helpIn, nameFinder, tableRows, withPartHelp } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, type Column, filledCell, hasColumns } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Part, Section } from '../reader/outline.ts';
import { type FindingContext, isNotShown, keyAndValue, type Reader, statedElement, words } from '../reader/reader.ts';
import { readConstantValue } from './constant-value.ts';
import { LIMITS, limitNamed, limitValue, NO_VALUE } from './limit-values.ts';
import { tableConstant } from './value-tables.ts';

export const CONSTANT_COLUMNS: readonly Column[] = [
  {
    name: 'Name',
    aliases: ['Constant', 'Limit', 'Setting'],
    blank: 'An error.',
    notShown: 'The constant is left out.',
    about: 'The name in expressions, types and messages, or a limit below.',
  },
  {
    name: 'Value',
    aliases: ['Amount'],
    blank: 'As not shown.',
    notShown: 'Unknown: what depends on it is refused.',
    about:
      '`25 EUR`, `90 days`, `10 MB`, `2 kg`, `5,000`, `0.19`, `20 %`, `"text"`, `[0, 7, 19]`, an address, an expression in backticks, or `from environment BANK_URL, default …`.',
  },
  {
    name: 'Why',
    aliases: ['Reason', 'Notes', 'Description'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Help text: where the value comes from.',
  },
];

const ACCEPTED =
  'A constant or limit is one line with one value, such as “- OPEN_DAYS: 14 days” or “- Page size: 25”, or a row of a table with the columns Name, Value and Why.';

export { LIMITS };

type Table = Extract<Block, { kind: 'table' }>;

interface Limits {
  readonly constants: Constant[];
  readonly limits: Limit[];
}

/**
 * Reads point 9: a table or a list of constants and limits, and tables of values under the names of their constants.
 */
export function readLimits(reader: Reader, sections: readonly Section[]): Limits & { help: string } {
  const read: Limits = { constants: [], limits: [] };
  const help: string[] = [];
  for (const section of sections) {
    const take = (item: Item) => takeItem(reader, item, read);
    const content = contentOf(reader, section.blocks, { point: 9, keys: [], accepts: ACCEPTED, take });
    help.push(content.help);
    for (const table of content.tables)
      for (const cells of tableRows(reader, table, CONSTANT_COLUMNS, 9)) addRow(reader, cells, read);
  }
  const find = nameFinder(read.constants.map(({ name }) => name));
  const parts = sections.flatMap((section) => section.parts);
  const tables = parts.filter((under) => find(words(under.title)) === null && holdsValues(under));
  const isConstant = nameFinder([
    ...read.constants.map(({ name }) => name),
    ...tables.map(({ title }) => words(title)),
  ]);
  const withTables = [
    ...read.constants,
    ...tables.map((under) => tableConstant(reader, under, (word) => isConstant(word) !== null)),
  ];
  const others = parts.filter((under) => !tables.includes(under));
  return {
    constants: withPartHelp(reader, others, withTables, 'constant', 9),
    limits: read.limits,
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

/** Whether a part has a table of values: one that is not a table of names and values, or has a dash in its corner. */
function holdsValues({ blocks }: Part): boolean {
  const isOfValues = (table: Table) =>
    table.header.cells.length > 1 &&
    (!hasColumns(table, CONSTANT_COLUMNS) || /^[-–—]$/.test(table.header.cells[0]?.text ?? ''));
  return blocks.some((block) => block.kind === 'table' && isOfValues(block));
}

/** Reads `- TASK_LIMIT: 5000 EUR` or `- Page size: 50`. */
function takeItem(reader: Reader, item: Item, read: Limits): boolean {
  const found = keyAndValue(item.text);
  if (found === null || words(found.key).split(/\s+/).length > 4) return false;
  const cell = (column: string) => (column === 'Name' ? found.key : column === 'Value' ? found.value : null);
  addRow(reader, { at: item.text, cell, unread: null }, read);
  return true;
}

function addRow(reader: Reader, cells: Cells, read: Limits): void {
  const name = filledCell(cells, 'Name');
  if (name === null || isNotShown(name)) {
    const message =
      name === null
        ? messages.nameMissing('Name')
        : messages.notShown('The name of this constant', 'The constant is left out until it has one.');
    reader.report(message, name ?? cells.at, { point: 9 });
    return;
  }
  const limit = codeOf(name) === null ? limitNamed(name.text) : null;
  if (limit === null) read.constants.push(constantOf(reader, cells, words(name)));
  else read.limits.push(limitOf(reader, cells, limit));
}

/** Returns the value of a row, if it is shown. An unread cell may hold its unit, so the value is then unknown. */
function valueIn(cells: Cells): Span | null {
  const cell = filledCell(cells, 'Value');
  return isNotShown(cell) || cells.unread !== null ? null : cell;
}

function constantOf(reader: Reader, cells: Cells, name: string): Constant {
  const about = { point: 9, element: reader.id('constant', name) } as const;
  const cell = valueIn(cells);
  const element = statedElement(reader, 9, about.element, cells.at, helpIn(reader, filledCell(cells, 'Why'), about));
  if (cell === null)
    return { ...element, standing: 'not shown', name, value: null, environment: null, unit: null, table: null };
  return { ...element, name, ...readConstantValue(reader, cell, about), table: null };
}

function limitOf(reader: Reader, cells: Cells, name: LimitName): Limit {
  const about = { point: 9, element: reader.id('limit', name) } as const;
  const cell = valueIn(cells);
  const element = statedElement(reader, 9, about.element, cells.at, helpIn(reader, filledCell(cells, 'Why'), about));
  const value = cell === null ? null : limitValue(name, words(cell));
  if (value !== null) return { ...element, name, ...value };
  if (cell !== null) reportLimit(reader, cell, name, about);
  return { ...element, standing: 'not shown', name, ...NO_VALUE };
}

function reportLimit(reader: Reader, cell: Span, name: LimitName, about: FindingContext): void {
  const write = LIMITS.find((limit) => limit.name === name)?.write ?? '';
  reader.report(messages.valueUnknown(name, words(cell), `for example \`${write}\``), cell, about);
}
