import type { Formula } from '../../model/types/formula.ts';
import type { Reference, Rule } from '../../model/types/model.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, endOf, findOutside, part, type Span, split } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import {
  type Cells,
  type Column,
  columnNamed,
  columnNames,
  filledCell,
  hasColumns,
  rowsOf,
} from '../reader/columns.ts';
import { contentOf } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import {
  cellProse,
  type FindingContext,
  formula,
  isNotShown,
  type Reader,
  reference,
  references,
  statedElement,
  unknownIfUnread,
  words,
} from '../reader/reader.ts';
import { soundsLikeRule } from '../reader/rule-words.ts';
import { reportTable, withPartHelp } from './tables-and-parts.ts';

export const RULE_COLUMNS: readonly Column[] = [
  {
    name: 'Rule',
    aliases: ['Name', 'ID', '#'],
    blank: '`V` and its number.',
    notShown: '`V` and its number.',
    about: 'The name that refusals and reports cite.',
  },
  {
    name: 'On',
    aliases: ['Applies to', 'Entity'],
    blank: 'An error.',
    notShown: 'The rule is left out.',
    about: 'An entity, then events if it holds only on them: `Task, submit`; also `create`, `change` and `delete`.',
  },
  {
    name: 'Must hold',
    aliases: ['Condition', 'Check', 'Expression'],
    blank: 'An error, and refused.',
    notShown: 'What it is about is refused.',
    about: 'A condition in backticks.',
  },
  {
    name: 'Error',
    aliases: ['Error code', 'Code', 'Fails with'],
    blank: 'A standard error (A-ERRORS).',
    notShown: 'A standard error (A-ERRORS).',
    about: 'The code of point 8 for the answer.',
  },
  {
    name: 'At',
    aliases: ['Field', 'Shown at'],
    blank: 'The field last compared with `null`, else the first field named.',
    notShown: 'The field last compared with `null`, else the first field named.',
    about: 'The field the message is shown at.',
  },
  {
    name: 'In',
    aliases: ['State', 'States', 'In state'],
    blank: 'Every state.',
    notShown: 'Every state.',
    about: 'The states in which, and on the way into which, it holds. Also in *On*: `Task in Open, Done`.',
  },
  {
    name: 'Severity',
    aliases: ['Level'],
    blank: '`error`.',
    notShown: '`error`.',
    about: '`error` refuses; `warning` only informs.',
  },
  {
    name: 'Message',
    aliases: ['Text', 'Error message'],
    blank: 'That of the error, else a standard text.',
    notShown: 'That of the error, else a standard text.',
    about: 'What people read, if point 8 has no message for the error.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Description', 'Why'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Help text: why the rule exists.',
  },
];

type Table = Extract<Block, { kind: 'table' }>;

/** Names of entities and their events that the `On` column may contain. */
export interface RuleSubjects {
  readonly entities: ReadonlySet<string>;
  readonly events: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads point 5: a table of rules. The prose under `### Rule` is the help of that rule. */
export function readRules(
  reader: Reader,
  sections: readonly Section[],
  named: RuleSubjects = { entities: new Set(), events: new Map() },
): { rules: Rule[]; help: string } {
  const rules: Rule[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, {
      point: 5,
      keys: [],
      accepts: `A rule is a row of a table with the columns ${columnNames(RULE_COLUMNS).join(', ')}.`,
    });
    help.push(content.help);
    for (const table of content.tables) {
      if (isRuleTable(table))
        for (const cells of rowsOf(reader, table, RULE_COLUMNS, 5))
          rules.push(...ruleOf(reader, cells, rules.length + 1, named));
      else reportTable(reader, table, columnNames(RULE_COLUMNS), { point: 5 });
    }
  }
  const parts = sections.flatMap((section) => section.parts);
  return {
    rules: withPartHelp(reader, parts, rules, 'rule', 5),
    help: help.filter((text) => text !== '').join('\n\n'),
  };
}

/** A table that names entities states rules about them, whatever its other columns are: unread content refuses. */
function isRuleTable(table: Table): boolean {
  return (
    hasColumns(table, RULE_COLUMNS) ||
    table.header.cells.some((cell) => columnNamed(RULE_COLUMNS, words(cell))?.name === 'On')
  );
}

function ruleOf(reader: Reader, cells: Cells, number: number, named: RuleSubjects): Rule[] {
  const on = filledCell(cells, 'On');
  if (on === null || isNotShown(on)) {
    if (on === null) reader.report(messages.nameMissing('On'), cells.at, { point: 5 });
    else
      reader.report(
        messages.notShown('What this rule is about', 'The rule is left out until it names an entity.'),
        on,
        {
          point: 5,
        },
      );
    return [];
  }
  const title = filledCell(cells, 'Rule');
  const name = title === null || isNotShown(title) ? `V${number}` : words(title);
  const id = reader.id('rule', name);
  const about = { point: 5, element: id } as const;
  const { place, inside } = placeOf(on, named);
  const [entity, ...events] = references(reader, place);
  const severity = severityOf(reader, filledCell(cells, 'Severity'), about);
  const condition = filledCell(cells, 'Must hold');
  const error = filledCell(cells, 'Error');
  const field = filledCell(cells, 'At');
  if (condition === null)
    reader.report(
      messages.expression('This rule has no condition, so it checks nothing.', 'Write the condition in backticks.'),
      cells.cell('Must hold') ?? cells.at,
      about,
    );
  return [
    {
      ...statedElement(reader, 5, id, cells.at),
      name,
      help: helpOf(reader, filledCell(cells, 'Notes'), about),
      entity: entity?.name ?? words(place),
      events,
      states: [...references(reader, inside), ...statesOf(reader, filledCell(cells, 'In'), about)],
      severity,
      message: messageOf(reader, filledCell(cells, 'Message'), about),
      condition: conditionOf(reader, condition, cells.unread, about),
      error: error === null || isNotShown(error) ? null : reference(reader, error),
      field: field === null || isNotShown(field) ? null : reference(reader, field),
    },
  ];
}

/** Reads a condition. Null if it is blank or not shown. An unknown column may restrict the rule too. */
function conditionOf(reader: Reader, cell: Span | null, unread: Span | null, about: FindingContext): Formula | null {
  if (cell === null || isNotShown(cell)) return null;
  return unknownIfUnread(reader, formula(reader, cell, about), unread);
}

/** Splits `Task, submit in Open, Done` into what the rule is about and its states. */
function placeOf(on: Span, named: RuleSubjects): { readonly place: Span; readonly inside: Span | null } {
  const at = findOutside(on.text.replaceAll(/\s/g, ' '), ' in ').at(-1);
  if (at === undefined || codeOf(on) !== null || isName(on, at, named)) return { place: on, inside: null };
  return { place: part(on, 0, at), inside: part(on, at + 4) };
}

/** Whether the word at this offset is part of the name of an entity or event: `Check in desk`. */
function isName(on: Span, at: number, { entities, events }: RuleSubjects): boolean {
  const [entity, ...rest] = split(on, ',');
  const enclosingName = [entity, ...rest].find((each) => each !== undefined && endOf(each) > on.from + at);
  if (enclosingName === undefined || entity === undefined) return false;
  const name = words(enclosingName);
  return enclosingName === entity ? entities.has(name) : events.get(words(entity))?.has(name) === true;
}

function statesOf(reader: Reader, cell: Span | null, about: FindingContext): Reference[] {
  if (cell === null) return [];
  if (!isNotShown(cell)) return references(reader, cell);
  reader.report(
    messages.notShown('In which states the rule holds', 'It holds in every state until a line says which.'),
    cell,
    about,
  );
  return [];
}

/** Returns the severity; anything but `warning` is an error. */
function severityOf(reader: Reader, cell: Span | null, about: FindingContext): Rule['severity'] {
  const word = cell === null ? 'error' : words(cell).toLowerCase();
  if (word === 'warning' || word === 'error') return word;
  if (cell !== null && isNotShown(cell))
    reader.report(
      messages.notShown('How severe the rule is', 'It refuses until a line says that it only warns.'),
      cell,
      about,
    );
  else if (cell !== null)
    reader.report(messages.valueUnknown('severity', words(cell), '`error` or `warning`'), cell, about);
  return 'error';
}

/** Returns the message without quotation marks around it. */
function messageOf(reader: Reader, cell: Span | null, about: FindingContext): string | null {
  if (cell === null) return null;
  if (!isNotShown(cell)) return /^"([\s\S]+)"$/.exec(words(cell))?.[1] ?? words(cell);
  reader.report(
    messages.notShown('The message of the rule', 'A standard text is used until it is stated.'),
    cell,
    about,
  );
  return null;
}

function helpOf(reader: Reader, cell: Span | null, about: FindingContext): string {
  if (cell === null || isNotShown(cell)) return '';
  const help = cellProse(cell);
  if (soundsLikeRule(help)) reader.report(messages.noteNotRead(help, null), cell, about);
  return help;
}
