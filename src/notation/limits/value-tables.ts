import type { Formula } from '../../model/types/formula.ts';
import type { Constant, ConstantTable } from '../../model/types/model.ts';
import type { Block, Row } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { reportTable } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import { reportSurplus } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Part } from '../reader/outline.ts';
import {
  type FindingContext,
  isBlank,
  isNotShown,
  type Reader,
  reference,
  statedElement,
  words,
} from '../reader/reader.ts';
import { formulaOf, readConstantValue } from './constant-value.ts';

type Table = Extract<Block, { kind: 'table' }>;

const BARE = /^(?!(?:true|false|null)$)\p{L}[\p{L}\p{N}_]*(?: [\p{L}\p{N}_]+)*$/u;

/** Whether a cell with just this word is a text, if the word is not a constant. */
export const isBareText = (written: string): boolean => BARE.test(written);

/** Heading of the second column of a table with one value per row. */
const ONE_VALUE = /^(?:value|amount)?$/i;

/**
 * Reads `### PRIORITY` with a table under it: a value for each row, or for each row and column. The first table with at
 * least two columns is read; other content is help or not read.
 */
export function tableConstant(reader: Reader, under: Part, isConstant: (word: string) => boolean): Constant {
  const table = under.blocks.find((block): block is Table => block.kind === 'table' && block.header.cells.length > 1);
  const name = words(under.title);
  const id = reader.id('constant', name);
  const about = { point: 9, element: id } as const;
  const otherBlocks = under.blocks.filter((block) => block !== table);
  const content = contentOf(reader, otherBlocks, {
    point: 9,
    keys: [],
    accepts: 'A table of values and paragraphs are read here.',
  });
  for (const other of content.tables) reportTable(reader, other, [], about);
  return {
    ...statedElement(reader, 9, id, under.title, content.help),
    name,
    value: null,
    environment: null,
    unit: null,
    table: table === undefined ? null : tableOf(reader, table, isConstant, about),
  };
}

/** Reads a table. The values of a row with too many cells are unknown, because they may be shifted. */
function tableOf(
  reader: Reader,
  table: Table,
  isConstant: (word: string) => boolean,
  about: FindingContext,
): ConstantTable {
  const [corner = null, ...header] = table.header.cells;
  if (corner !== null && !isBlank(corner)) reader.report(messages.cornerNotRead(words(corner)), corner, about);
  const isSingle = header.length === 1 && ONE_VALUE.test(header[0]?.text ?? '');
  for (const row of table.rows) reportSurplus(reader, row, table.header.cells.length, 9);
  const isWide = ({ cells }: Row) => cells.slice(table.header.cells.length).some((cell) => !isBlank(cell));
  return {
    rows: table.rows.map((row) => reference(reader, row.cells[0] ?? { text: '', from: row.at.from })),
    columns: isSingle ? [] : header.map((cell) => reference(reader, cell)),
    cells: table.rows.map((row) =>
      header.map((_, index) =>
        isWide(row) ? null : cellOf(reader, row.cells[index + 1] ?? null, row.at, isConstant, about),
      ),
    ),
  };
}

/** Reads a cell. A bare word that is not a constant is a text: the name of a choice or a state. */
function cellOf(
  reader: Reader,
  cell: Span | null,
  row: Span,
  isConstant: (word: string) => boolean,
  about: FindingContext,
): Formula | null {
  const isText = cell !== null && BARE.test(cell.text) && !isConstant(cell.text) && !isNotShown(cell);
  if (isText) return formulaOf(reader, JSON.stringify(cell.text), cell);
  if (cell !== null && !isBlank(cell) && !isNotShown(cell)) return readConstantValue(reader, cell, about).value;
  reader.report(messages.notShown('A value of this table', 'What depends on it is refused.'), cell ?? row, about);
  return null;
}
