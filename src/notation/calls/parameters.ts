import { formulaOfField } from '../../model/lookups/call-parameters.ts';
import type { CallParameter, ParameterEffect } from '../../model/types/call-parameter.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { type Cells, type Column, filledCell, rowsOf } from '../reader/columns.ts';
import { cellProse, type FindingContext, formula, isNotShown, type Reader, words } from '../reader/reader.ts';
import { sortOf } from '../screens/screen-keys.ts';

export const PARAMETER_COLUMNS: readonly Column[] = [
  {
    name: 'Parameter',
    aliases: ['Query parameter', 'Name'],
    blank: 'An error.',
    notShown: 'The parameter is left out.',
    about: 'The name in the query, `author`; or the name with one value, `state=open`, in a row for each value.',
  },
  {
    name: 'Filters by',
    aliases: ['Filter', 'Effect', 'Shows'],
    blank: 'The field of that name; with one value, `everything`.',
    notShown: 'The parameter is left out.',
    about: 'What it does to the list; see *Parameters of lists*.',
  },
  {
    name: 'Type',
    aliases: ['Value type', 'Format'],
    blank: 'The type of the field; in conditions text.',
    notShown: 'As if blank.',
    about: 'The type of the value: `text`, `integer`, `decimal(8,2)`, `boolean`, `date`, `date and time`, `time`.',
  },
  {
    name: 'Default',
    aliases: ['If absent', 'Default value'],
    blank: 'Without the parameter nothing is left out.',
    notShown: 'As if blank.',
    about: 'The value that holds if the parameter is absent; of a row about one value, `yes`.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Comments', 'Description'],
    blank: 'None.',
    notShown: 'None.',
    about:
      '`several`: accepts several values, separated by commas or repeated, of which one must fit; with `all of several` all of them. `others ignored`: a value that cannot be read, or that no row names, has no effect; otherwise it is refused. The rest is help.',
  },
];

/** What a parameter may do. */
export const PARAMETER_EFFECTS = [
  {
    name: 'field or path',
    write: '`author.name`',
    about:
      'The records whose field has the value; of lists and several references, those that contain it. A reference is named by the id of its record or by the field that names it in paths.',
  },
  {
    name: 'condition',
    write: '`` `title.contains(value)` ``',
    about: 'The records that meet the condition. `value` is the value of the parameter.',
  },
  { name: 'everything', write: '`everything`', about: 'All records.' },
  { name: 'orders by', write: '`orders by -createdAt`', about: 'The order, as on screens.' },
  { name: 'ascending', write: '`ascending`', about: 'The direction of the order that another parameter states.' },
  {
    name: 'shows',
    write: '`shows customer as Customer`',
    about:
      'A member of each record in the answer, in the place of the one with this name; with another name `shows buyer: customer as Customer`. Also in calls about one record, whose *Gets* states a shape. In rows such as `expand=customer`, with `several`.',
  },
  { name: 'descending', write: '`descending`', about: 'The opposite direction.' },
].map((word) => ({ ...word, aliases: [] }));

type Table = Extract<Block, { kind: 'table' }>;

/** Reads the table of parameters in the part of a call. */
export function parametersIn(reader: Reader, table: Table, element: string): CallParameter[] {
  return rowsOf(reader, table, PARAMETER_COLUMNS, 7).flatMap((cells) => parameterOf(reader, cells, element));
}

function parameterOf(reader: Reader, cells: Cells, element: string): CallParameter[] {
  const about = { point: 7, element } as const;
  const named = filledCell(cells, 'Parameter');
  const effect = filledCell(cells, 'Filters by');
  if (named === null) {
    reader.report(messages.nameMissing('Parameter'), cells.at, about);
    return [];
  }
  const hidden = [named, effect].find((cell) => isNotShown(cell));
  if (hidden !== undefined) {
    reader.report(
      messages.notShown(`The parameter ${words(named)}`, 'It is left out until it is stated.'),
      named,
      about,
    );
    return [];
  }
  const [name = '', ...option] = words(named).split('=');
  const notes = notesOf(filledCell(cells, 'Notes'));
  const stated = (column: string) => {
    const cell = filledCell(cells, column);
    return cell === null || isNotShown(cell) ? null : words(cell);
  };
  return [
    {
      name: name.trim(),
      option: option.length === 0 ? null : option.join('=').trim(),
      effect: effectOf(reader, effect, { name: name.trim(), isOption: option.length > 0 }, about),
      type: stated('Type'),
      default: stated('Default'),
      ...notes,
      at: reader.place(named),
    },
  ];
}

function effectOf(
  reader: Reader,
  cell: Span | null,
  { name, isOption }: { readonly name: string; readonly isOption: boolean },
  about: FindingContext,
): ParameterEffect {
  if (cell === null) return isOption ? { kind: 'everything' } : { kind: 'filter', formula: formulaOfField(name) };
  if (codeOf(cell) === null) {
    const word = words(cell).toLowerCase().replace(/\.$/, '');
    if (word === 'everything' || word === 'all') return { kind: 'everything' };
    if (word === 'ascending' || word === 'descending') return { kind: 'direction', descending: word === 'descending' };
    const order = /^(?:orders|sorts)\s+by\s+/i.exec(cell.text);
    const shown = /^shows\s+(?:(\S+)\s*:\s+)?(\S.*)$/i.exec(words(cell).replace(/\.$/, ''));
    if (shown !== null) {
      const [, member = memberOf(shown[2] ?? ''), value = ''] = shown;
      return { kind: 'shows', member, value };
    }
    if (order !== null) return { kind: 'order', sort: sortOf(reader, part(cell, order[0].length)) };
  }
  return { kind: 'filter', formula: formula(reader, cell, about) };
}

/** Returns the name of a member that is not named apart: `customer` of `customer as Customer`. */
export const memberOf = (value: string): string => /^[^\s.]+/.exec(value)?.[0] ?? value;

const SEVERAL = /^(?:all of )?several$/i;
const ALL = /^all of several$/i;
const OTHERS = /^others\s+ignored$/i;

function notesOf(cell: Span | null): Pick<CallParameter, 'several' | 'fitsAll' | 'othersIgnored' | 'help'> {
  if (cell === null || isNotShown(cell)) return { several: false, fitsAll: false, othersIgnored: false, help: '' };
  const notes = cellProse(cell)
    .split(',')
    .map((note) => note.trim().replace(/\.$/, ''));
  const isKnown = (note: string) => [SEVERAL, ALL, OTHERS].some((word) => word.test(note));
  const leading = notes.findIndex((note) => !isKnown(note));
  const known = leading < 0 ? notes : notes.slice(0, leading);
  return {
    several: known.some((note) => SEVERAL.test(note)),
    fitsAll: known.some((note) => ALL.test(note)),
    othersIgnored: known.some((note) => OTHERS.test(note)),
    help: leading < 0 ? '' : cellProse(cell).split(',').slice(leading).join(',').trim(),
  };
}
