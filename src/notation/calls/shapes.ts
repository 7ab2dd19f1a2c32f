import { PAGE_WORDS_ABOUT } from '../../model/lookups/page-words.ts';
import type { NamedShape, ShapeMember } from '../../model/types/call.ts';
import type { Block } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { reportTable } from '../points/tables-and-parts.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, type Column, columnNames, filledCell, hasColumns, rowsOf } from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Part } from '../reader/outline.ts';
import {
  formulaText,
  isNotShown,
  type Reader,
  references,
  statedElement,
  statedName,
  words,
} from '../reader/reader.ts';
import { statedValue } from './call-options.ts';

export const SHAPE_KEYS: readonly Column[] = [
  {
    name: 'Of',
    aliases: ['For', 'Entity', 'Describes'],
    blank: 'The entity with the name of the shape.',
    notShown: 'As if blank.',
    about: 'The entity whose records the shape describes.',
  },
  {
    name: 'Includes',
    aliases: ['Extends', 'Also'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Other shapes of this entity, whose members come first. A member that is stated again replaces theirs.',
  },
];

export const SHAPE_COLUMNS: readonly Column[] = [
  {
    name: 'Member',
    aliases: ['Name', 'Key', 'Property'],
    blank: 'An error.',
    notShown: 'The member is left out.',
    about: 'The name in the body.',
  },
  {
    name: 'Value',
    aliases: ['Holds', 'Field', 'Is'],
    blank: 'The field of that name.',
    notShown: 'The member is left out.',
    about: 'A field, an expression, another shape or a constant; see *Shapes*.',
  },
];

/** What a page of a list says about itself. */
const PAGE_WORD_MEANINGS = Object.entries(PAGE_WORDS_ABOUT).map(([name, about]) => ({
  name,
  write: `\`${name}\``,
  about: `In lists: ${about}`,
}));

/** What the value of a member may be. */
export const MEMBER_VALUES = [
  {
    name: 'field',
    write: '`dueOn`',
    about: 'The field. Any other expression is computed when it is read: `owner == me`.',
  },
  {
    name: 'path as SHAPE',
    write: '`owner as Person`',
    about:
      'The record that a reference leads to, in a shape, or null; of several references or of lines a list. Instead of a shape, one field: `owner as name`.',
  },
  {
    name: 'ENTITY by FIELD as SHAPE',
    write: '`Remark by task as Note`',
    about: 'The records that refer to this one by the field; also with `where` and `sorted by`. Oldest first.',
  },
  { name: 'SHAPE', write: '`Address`', about: 'Members of the same record, nested' },
  { name: 'constant', write: '`"task"`', about: 'A text in double quotes, a number, `true`, `false` or `null`.' },
  {
    name: 'url of CALL',
    write: '`url of one task`',
    about: 'The absolute address of the record under the path of this call, which reads it.',
  },
  ...PAGE_WORD_MEANINGS,
].map((word) => ({ ...word, aliases: [] }));

const TITLE = /^shape\s*:\s*/i;

/** Whether the part describes a shape: `### Shape: Article`. */
export const isShape = ({ title }: Part): boolean => TITLE.test(title.text);

/** Reads the part of a shape. */
export function shapeIn(reader: Reader, under: Part): NamedShape {
  const prefix = TITLE.exec(under.title.text)?.[0].length ?? 0;
  const title = part(under.title, prefix);
  const name = words(title);
  const about = { point: 7, element: reader.id('shape', name) } as const;
  if (name === '') reader.report(messages.nameMissing('name'), under.title, about);
  const content = contentOf(reader, under.blocks, {
    point: 7,
    keys: SHAPE_KEYS,
    accepts: `A shape has the keys ${columnNames(SHAPE_KEYS).join(', ')} and a table with the columns ${columnNames(SHAPE_COLUMNS).join(', ')}.`,
  });
  const of = statedValue(reader, content.keys, 'Of', SHAPE_KEYS, about);
  return {
    ...statedElement(reader, 7, about.element, title, content.help),
    ...statedName(name),
    entity: of === null ? name : words(of),
    includes: references(reader, statedValue(reader, content.keys, 'Includes', SHAPE_KEYS, about)),
    members: content.tables.flatMap((table) => membersOf(reader, table, about.element)),
  };
}

function membersOf(reader: Reader, table: Extract<Block, { kind: 'table' }>, element: string): ShapeMember[] {
  if (hasColumns(table, SHAPE_COLUMNS))
    return rowsOf(reader, table, SHAPE_COLUMNS, 7).flatMap((cells) => memberOf(reader, cells, element));
  reportTable(reader, table, columnNames(SHAPE_COLUMNS), { point: 7, element });
  return [];
}

function memberOf(reader: Reader, cells: Cells, element: string): ShapeMember[] {
  const about = { point: 7, element } as const;
  const name = filledCell(cells, 'Member');
  const value = filledCell(cells, 'Value');
  if (name === null) {
    reader.report(messages.nameMissing('Member'), cells.at, about);
    return [];
  }
  for (const cell of [name, value])
    if (cell !== null && isNotShown(cell)) {
      reader.report(messages.notShown(`The member ${words(name)}`, 'It is left out until it is stated.'), cell, about);
      return [];
    }
  return [{ name: words(name), value: value === null ? '' : valueText(value), at: reader.place(value ?? name) }];
}

/** Returns the text of a value; backticks around its expressions have no meaning. */
function valueText(value: Span): string {
  return formulaText(value).text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim();
}
