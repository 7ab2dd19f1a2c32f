import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Constant, Limit, LimitName } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, columnNamed, filled, fits, foldName, names, rowsOf } from '../columns.ts';
import { sourceOfPart } from '../content.ts';
import { type LimitSink, readCells, readLimitsInWords } from '../liberal/9-limits.ts';
import { CONSTANT_LOOKS } from '../liberal/9-looks.ts';
import { byLook, keepHeadings, reportRows } from '../liberal/by-look.ts';
import { cellLine, inLine, otherCells, quotation } from '../liberal/kept.ts';
import { withPairs } from '../liberal/paired.ts';
import type { Rest } from '../liberal/walk.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, type Span } from '../markdown/span.ts';
import type { Part, Section } from '../outline.ts';
import { type About, cellProse, isNotShown, type Reader, stated, words } from '../reader.ts';
import { LIMITS, limitNamed, limitValue, NO_VALUE } from './9-limit-words.ts';
import { tableConstant } from './9-table.ts';
import { isFromEnvironment, quantityText, statedValue } from './9-value.ts';
import { helpOf, withParts } from './parts.ts';

export const CONSTANT_COLUMNS: readonly Column[] = [
  {
    name: 'Name',
    aliases: ['Constant', 'Limit', 'Parameter', 'Setting', 'Key'],
    blank: 'an error: a constant needs a name',
    notShown: 'the constant is left out, and the gap is listed',
    about: 'The name that expressions, types and messages use; or one of the limits below.',
  },
  {
    name: 'Value',
    aliases: ['Amount', 'Is', 'Default'],
    blank: 'not shown',
    notShown: 'unknown: what depends on it refuses',
    about:
      'A literal: `25 EUR`, `90 days`, `10 MB`, `50`, `0.19`, `20 %`, `"text"`, a list `[0, 7, 19]`, an address, or `from environment BANK_URL, default …`.',
  },
  {
    name: 'Why',
    aliases: ['Reason', 'Notes', 'Source', 'About', 'Meaning', 'Description', 'Comment'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about: 'Where it comes from. It is the help text of the constant.',
  },
];

export { LIMITS };

type Table = Extract<Block, { kind: 'table' }>;

interface Read {
  readonly constants: Constant[];
  readonly limits: Limit[];
}

/** Point 9: a table or a list of constants and limits, or sentences that state them; under headings, tables of values. */
export function readLimits(reader: Reader, sections: readonly Section[]): Read & { help: string } {
  const read: Read = { constants: [], limits: [] };
  const sink: LimitSink = {
    ...read,
    taken: new Set(),
    numbers: new Map(),
    later: [],
    table: (table) => readTable(reader, table, sink),
    row: (cells) => addRow(reader, cells, sink),
    inWords: (cells, others) => readCells(reader, cells, others, sink),
    anyRow: (cells, others) => takeRow(reader, cells, others, sink),
  };
  const rests: Rest[] = [];
  const take = (blocks: readonly Block[], title: Span | null) => {
    rests.push(readLimitsInWords(reader, blocks, sink, title));
  };
  for (const section of sections) take(section.blocks, null);
  const own: Part[] = [];
  for (const under of sections.flatMap((section) => section.parts)) {
    const title = words(under.title).replace(/ #\d+$/, '');
    const isKnown = [title, words(under.title)].some((one) => sink.taken.has(foldName(one)));
    if (isKnown || !holdsConstants(under)) own.push(under);
    else if (!isTableOfValues(under)) take(under.blocks, under.title);
    else sink.later.push(() => valuesUnder(reader, under, sink));
  }
  // A table of values stands under a heading, so it comes behind what stands in rows.
  for (const make of sink.later) {
    const constant = make();
    if (constant !== null) read.constants.push(constant);
  }
  return {
    constants: withParts(reader, own, read.constants, 'constant', 9),
    limits: read.limits,
    help: helpOf(reader, rests, 9),
  };
}

/** A table of values, unless its name is taken by then. */
function valuesUnder(reader: Reader, under: Part, { taken }: LimitSink): Constant | null {
  const name = words(under.title);
  if (!taken.has(foldName(name))) {
    taken.add(foldName(name));
    return tableConstant(reader, under, (word) => taken.has(foldName(word)));
  }
  reader.report(say.tableNotRead(name, []), under.title, { point: 9 });
  reader.lose(9, sourceOfPart(under));
  return null;
}

const tablesOf = ({ blocks }: Part) => blocks.filter((block) => block.kind === 'table');

/** A table that is none of names and values. */
function isTableOfValues(under: Part): boolean {
  return tablesOf(under).some(
    (table) => table.header.cells.length > 1 && (!fits(table, CONSTANT_COLUMNS) || hasDash(table)),
  );
}

/** A dash in the corner: the columns are those of a table of values, whatever they are called. */
const hasDash = ({ header }: Table) => /^[-–—]$/.test(header.cells[0]?.text ?? '');

/** A heading over constants, or over a table of values. */
function holdsConstants(under: Part): boolean {
  return tablesOf(under).length > 0 || under.blocks.some(({ kind }) => kind === 'list');
}

function readTable(reader: Reader, written: Table, read: LimitSink): boolean {
  const table = inPairs(byLook(withUnits(written), CONSTANT_COLUMNS, CONSTANT_LOOKS));
  if (!fits(table, CONSTANT_COLUMNS)) {
    const first = words(table.header.cells[0] ?? table.at);
    reader.report(say.tableNotRead(first, names(CONSTANT_COLUMNS)), table.header.at, { point: 9 });
    reader.lose(9, table.at.text);
    reportRows(reader, table, 9);
    return false;
  }
  keepHeadings(reader, written, CONSTANT_COLUMNS, 9, table);
  rowsOf(reader, table, CONSTANT_COLUMNS, 9, true).forEach((cells, index) => {
    const others = otherCells(table, index, CONSTANT_COLUMNS);
    takeRow(reader, cells, others, read);
  });
  return true;
}

/** `| MIN_NOTICE / MAX_AHEAD | 2 hours / 60 days |`: two constants, and not the one divided by the other. */
function inPairs(table: Table): Table {
  const columns = table.header.cells.map((cell) => columnNamed(CONSTANT_COLUMNS, words(cell))?.name ?? null);
  const [name, values] = [columns.indexOf('Name'), columns.indexOf('Value')];
  return name < 0 || values < 0 ? table : withPairs(table, { names: name, isName: isNameOfOne, values });
}

/** What stands between the signs of a name that is those of several. */
const isNameOfOne = ({ text }: Span) => /^`?\p{L}[\p{L}\p{N}_ -]*`?$/u.test(text);

/** `| Lead time | 4 | hours |`: a unit in a column of its own stands with its value, where the two are a quantity. */
function withUnits(table: Table): Table {
  const at = table.header.cells.findIndex((cell) => /^(?:units?|unit of measure)$/i.test(words(cell)));
  const value = at - 1;
  if (value < 1) return table;
  const rows = table.rows.map((row) => {
    const [number, unit] = [row.cells[value], row.cells[at]];
    if (number === undefined || unit === undefined || !/^[\d.,_]+$/.test(number.text)) return row;
    const text = `${number.text} ${unit.text}`;
    if (quantityText(text) === null) return row;
    const cells = row.cells.map((cell, index) =>
      index === value ? { ...cell, text } : index === at ? { ...cell, text: '' } : cell,
    );
    return { ...row, cells };
  });
  return { ...table, rows };
}

/** True: always; a row that says nothing sure is an unknown value. */
function takeRow(reader: Reader, cells: Cells, others: string, read: LimitSink): boolean {
  if (isInWords(reader, cells) && read.inWords(cells, others)) return true;
  addRow(reader, cells, read, others);
  const [name, value] = [filled(cells, 'Name'), filled(cells, 'Value')];
  if (reader.inWords && name !== null && isNotShown(value))
    reader.report(say.notShown(`“${words(name)}”`, 'What depends on it refuses.'), cells.at, { point: 9 });
  return true;
}

/** A value that says more than one quantity, in a document that is written in words. */
function isInWords(reader: Reader, cells: Cells): boolean {
  const [name, value] = [filled(cells, 'Name'), filled(cells, 'Value')];
  if (!reader.inWords || name === null || value === null || isNotShown(value) || codeOf(value) !== null) return false;
  const limit = limitNamed(name.text);
  if (limit !== null) return limitValue(limit, words(value)) === null;
  return quantityText(value.text) === null && !isFromEnvironment(value.text) && !isExpression(value.text);
}

/** A number with words behind it is a quantity that we do not know, however it reads as an expression. */
export const isExpression = (text: string) =>
  !/^[€$£]?\d[^"'`[\]]*\p{L}/u.test(text) && parseExpression(text).tree !== null;

function addRow(reader: Reader, cells: Cells, read: LimitSink, others = ''): void {
  const name = filled(cells, 'Name');
  if (name === null || isNotShown(name)) {
    if (name === null) reader.report(say.nameMissing('Name'), cells.at, { point: 9 });
    else
      reader.report(say.notShown('The name of this constant', 'The constant is left out until it has one.'), name, {
        point: 9,
      });
    reader.lose(9, cells.at.text);
    return;
  }
  const limit = codeOf(name) === null ? limitNamed(name.text) : null;
  const why = filled(cells, 'Why');
  const help = inLine(why === null || isNotShown(why) ? '' : cellProse(why), others);
  if (limit === null) {
    read.taken.add(foldName(words(name)));
    read.constants.push(constantOf(reader, cells, words(name), help));
  } else read.limits.push(limitOf(reader, cells, limit, help));
}

function constantOf(reader: Reader, cells: Cells, name: string, help: string): Constant {
  const id = reader.id('constant', name);
  const cell = filled(cells, 'Value');
  const element = stated(reader, 9, id, cells.at, help);
  if (cell === null || isNotShown(cell))
    return { ...element, standing: 'not shown', name, value: null, environment: null, table: null };
  return { ...element, name, ...statedValue(reader, cell, { point: 9, element: id }), table: null };
}

function limitOf(reader: Reader, cells: Cells, name: LimitName, help: string): Limit {
  const id = reader.id('limit', name);
  const element = stated(reader, 9, id, cells.at, cellLine(help));
  const cell = filled(cells, 'Value');
  if (cell === null || isNotShown(cell)) return { ...element, standing: 'not shown', name, ...NO_VALUE };
  const value = limitValue(name, words(cell));
  if (value !== null) return { ...element, name, ...value };
  reportLimit(reader, cell, name, { point: 9, element: id });
  const kept = inLine(element.help, quotation(cell.text));
  return { ...element, help: kept, standing: 'not shown', name, ...NO_VALUE };
}

function reportLimit(reader: Reader, cell: Span, name: LimitName, about: About): void {
  const write = LIMITS.find((limit) => limit.name === name)?.write ?? '';
  reader.report(say.valueUnknown(name, words(cell), `for example \`${write}\``), cell, about);
}
