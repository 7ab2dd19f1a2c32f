import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Reference, Rule } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, columnNamed, filled, fits, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import { readRulesInWords } from '../liberal/5-rules.ts';
import { reportRows } from '../liberal/by-look.ts';
import { joinHelp } from '../liberal/kept.ts';
import { readCondition } from '../liberal/phrases/condition.ts';
import { entityNamed } from '../liberal/phrases/names.ts';
import type { Block } from '../markdown/document.ts';
import { codeOf, outside, part, type Span, split } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import {
  type About,
  cellProse,
  formula,
  formulaText,
  isNotShown,
  type Reader,
  reference,
  references,
  stated,
  words,
} from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import { finder, withParts } from './parts.ts';

export const RULE_COLUMNS: readonly Column[] = [
  {
    name: 'Rule',
    aliases: ['Name', 'ID', 'No', 'Nr', '#', 'Number'],
    blank: '`V` and its number among the rules',
    notShown: '`V` and its number among the rules',
    about: 'The name that refusals and reports cite.',
  },
  {
    name: 'On',
    aliases: ['Applies to', 'Entity', 'For', 'Where'],
    blank: 'an error: a rule is about an entity',
    notShown: 'the rule is left out, and the gap is listed',
    about:
      'An entity, and events behind it where it holds on those alone: `Task, submit`. Without events it holds on create, on every change, and on each event raised while the record is editable. `create` and `change` are events here too.',
  },
  {
    name: 'Must hold',
    aliases: ['Condition', 'Holds', 'Check', 'Requirement', 'Must be true', 'Expression'],
    blank: 'unknown, which refuses whatever the rule would rule; and an error',
    notShown: 'unknown: whatever the rule would rule is refused, and the gap is listed',
    about:
      'A condition in backticks. It fails when it is false, and when it is unknown for want of a value that only the product sets; over any other empty field it is unknown and does not fail.',
  },
  {
    name: 'Error',
    aliases: ['Fails with', 'Error code', 'Code'],
    blank: 'an error of ours (A-ERRORS)',
    notShown: 'an error of ours (A-ERRORS)',
    about: 'The code of point 8 that the answer carries.',
  },
  {
    name: 'At',
    aliases: ['Field', 'Shown at'],
    blank: 'the field of the last comparison with `null`, else the first field that the condition names',
    notShown: 'as blank',
    about: 'The field that the message stands at.',
  },
  {
    name: 'In',
    aliases: ['State', 'States', 'While', 'In state', 'In states', 'While in'],
    blank: 'in every state',
    notShown: 'in every state, and the gap is listed',
    about:
      'States, separated by commas: it holds only while the record is in one of them, and on each way into them. It may also stand in the column On: `Task in Open, Done`.',
  },
  {
    name: 'Severity',
    aliases: ['Level', 'Weight'],
    blank: '`error`',
    notShown: '`error`, and the gap is listed',
    about: '`error` refuses; `warning` is told and refuses nothing.',
  },
  {
    name: 'Message',
    aliases: ['Says', 'Text', 'Error message', 'User message'],
    blank: 'the message of its error, else a sentence of ours',
    notShown: 'a sentence of ours, and the gap is listed',
    about: 'What people read at the field, where point 8 has no message for its error.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Why', 'Description', 'Remarks', 'Comment'],
    blank: 'no help',
    notShown: 'no help',
    about: 'Why the rule is there, for people.',
  },
];

const RULE_PART = 'Give it a row in the table, or write this as prose there.';

type Table = Extract<Block, { kind: 'table' }>;

/** Point 5: a table of rules, and requirements in words. */
export function readRules(reader: Reader, sections: readonly Section[]): { rules: Rule[]; help: string } {
  const rules: Rule[] = [];
  const help: string[] = [];
  const sink = {
    rules,
    table: (table: Table) => isRuleTable(table) && readTable(reader, table, rules),
    other: (table: Table) => readOther(reader, table, rules),
  };
  const read = (blocks: readonly Block[], title: Span | null): boolean => {
    const rest = readRulesInWords(reader, blocks, sink, title);
    const content = contentOf(reader, rest.blocks, { point: 5, keys: [], free: rest.inWords });
    help.push(title === null ? content.help : under(title, content.help));
    return rest.inWords;
  };
  for (const section of sections) read(section.blocks, null);
  const parts = sections.flatMap((section) => section.parts);
  const of = finder(rules.map(({ name }) => name));
  const own = parts.filter(({ title }) => of(words(title)) !== null);
  for (const { title, blocks } of parts) {
    const before = rules.length;
    if (of(words(title)) !== null) continue;
    const inWords = read(blocks, title);
    const isKept = inWords && blocks.some(({ kind }) => kind !== 'table') && isHeading(reader, title);
    if (rules.length === before && !isKept) {
      reader.report(say.nameUnknown(words(title), 'rule or entity', RULE_PART), title, { point: 5 });
      reader.lose(5, title.text);
    }
  }
  return { rules: withParts(reader, own, rules, 'rule', 5), help: joinHelp(...help) };
}

/** Sentences stand under it, each of which is reported where it is not read: it names an entity, or several things in words. */
function isHeading(reader: Reader, title: Span): boolean {
  return / /.test(words(title)) || entityNamed(reader.lexicon(), words(title)) !== null;
}

/** What is left under a heading, as a quotation: what it is about would be lost with the heading. */
function under(title: Span, left: string): string {
  if (left === '') return '';
  return [title.text, '', ...left.split('\n')].map((line) => `> ${line}`.trimEnd()).join('\n');
}

function isRuleTable(table: Table): boolean {
  const found = table.header.cells.flatMap((cell) => columnNamed(RULE_COLUMNS, words(cell))?.name ?? []);
  return found.includes('On') && found.includes('Must hold');
}

function readTable(reader: Reader, table: Table, rules: Rule[]): boolean {
  for (const cells of rowsOf(reader, table, RULE_COLUMNS, 5)) rules.push(...ruleOf(reader, cells, rules.length + 1));
  return true;
}

/** A table that lacks a column which decides, or one that has nothing to do with rules. */
function readOther(reader: Reader, table: Table, rules: Rule[]): void {
  if (fits(table, RULE_COLUMNS)) readTable(reader, table, rules);
  else {
    reader.report(say.tableNotRead(words(table.header.cells[0] ?? table.at), names(RULE_COLUMNS)), table.header.at, {
      point: 5,
    });
    reader.lose(5, table.at.text);
    reportRows(reader, table, 5);
  }
}

/** A condition as an expression; one in plain words is understood by what the document states. */
function conditionOf(reader: Reader, cell: Span, entity: string, about: About): Formula | null {
  const decoded = formulaText(cell).text;
  if (codeOf(cell) !== null || !isInWords(decoded) || parseExpression(decoded).tree !== null)
    return formula(reader, cell, about);
  const found = readCondition(cell, { entity, lexicon: reader.lexicon() });
  const tree = found === null ? null : parseExpression(found.text).tree;
  if (found !== null && tree !== null) return { text: found.text, at: reader.place(cell), tree };
  reader.report(say.sentenceNotRead(cell.text, UNKNOWN), cell, about);
  return null;
}

const isInWords = (text: string) =>
  !text.includes('`') && /\p{L} \p{L}/u.test(text) && !/[=!]==?|&&|\|\||[+*%]\s*$/.test(text);

const UNKNOWN = 'The rule is unknown, and refuses. Write the condition in backticks.';

function ruleOf(reader: Reader, cells: Cells, number: number): Rule[] {
  const on = filled(cells, 'On');
  if (on === null || isNotShown(on)) {
    if (on === null) reader.report(say.nameMissing('On'), cells.at, { point: 5 });
    else
      reader.report(say.notShown('What this rule is about', 'The rule is left out until it names an entity.'), on, {
        point: 5,
      });
    reader.lose(5, cells.at.text);
    return [];
  }
  const title = filled(cells, 'Rule');
  const name = title === null || isNotShown(title) ? `V${number}` : words(title);
  const id = reader.id('rule', name);
  const about = { point: 5, element: id } as const;
  const { place, inside } = placeOf(reader, on);
  const [entity, ...events] = references(reader, place);
  const severity = severityOf(reader, filled(cells, 'Severity'), about);
  const condition = filled(cells, 'Must hold');
  const error = filled(cells, 'Error');
  const field = filled(cells, 'At');
  if (condition === null)
    reader.report(
      say.expression('This rule has no condition, so it checks nothing.', 'Write the condition in backticks.'),
      cells.cell('Must hold') ?? cells.at,
      about,
    );
  return [
    {
      ...stated(reader, 5, id, cells.at),
      name,
      help: helpOf(reader, filled(cells, 'Notes'), about),
      entity: entity?.name ?? words(place),
      events,
      states: [...references(reader, inside), ...statesOf(reader, filled(cells, 'In'), about)],
      severity,
      message: messageOf(reader, filled(cells, 'Message'), about),
      condition:
        condition === null || isNotShown(condition) ? null : conditionOf(reader, condition, entity?.name ?? '', about),
      error: error === null || isNotShown(error) ? null : reference(reader, error),
      field: field === null || isNotShown(field) ? null : reference(reader, field),
    },
  ];
}

/** `Task, submit in Open, Done`: what the rule is about, and the states that it holds in. */
function placeOf(reader: Reader, on: Span): { readonly place: Span; readonly inside: Span | null } {
  const at = outside(on.text.replaceAll(/\s/g, ' '), ' in ').at(-1);
  if (at === undefined || codeOf(on) !== null || namesAThing(reader, on)) return { place: on, inside: null };
  return { place: part(on, 0, at), inside: part(on, at + 4) };
}

/** An entity or event whose name holds the word itself: `Check in desk`. */
function namesAThing(reader: Reader, on: Span): boolean {
  const { entities, machines } = reader.lexicon();
  const written = new Set(split(on, ',').map(words));
  return (
    entities.some(({ name }) => written.has(name)) &&
    [...written].every((each) => !each.includes(' in ') || isThing(each))
  );
  function isThing(name: string): boolean {
    const isEvent = machines.some(({ transitions }) => transitions.some(({ event }) => event === name));
    return isEvent || entities.some((entity) => entity.name === name);
  }
}

function statesOf(reader: Reader, cell: Span | null, about: About): Reference[] {
  if (cell === null) return [];
  if (!isNotShown(cell)) return references(reader, cell);
  reader.report(
    say.notShown('In which states the rule holds', 'It holds in every state until a line says which.'),
    cell,
    about,
  );
  return [];
}

/** Anything but `warning` refuses. */
function severityOf(reader: Reader, cell: Span | null, about: About): Rule['severity'] {
  const word = cell === null ? 'error' : words(cell).toLowerCase();
  if (word === 'warning' || word === 'error') return word;
  if (cell !== null && isNotShown(cell))
    reader.report(
      say.notShown('How severe the rule is', 'It refuses until a line says that it only warns.'),
      cell,
      about,
    );
  else if (cell !== null) reader.report(say.valueUnknown('severity', words(cell), '`error` or `warning`'), cell, about);
  return 'error';
}

/** Quotation marks around the whole do not belong to it. */
function messageOf(reader: Reader, cell: Span | null, about: About): string | null {
  if (cell === null) return null;
  if (!isNotShown(cell)) return /^"([\s\S]+)"$/.exec(words(cell))?.[1] ?? words(cell);
  reader.report(
    say.notShown('The message of the rule', 'A sentence of ours stands there until it is written.'),
    cell,
    about,
  );
  return null;
}

/** A quotation is kept and was reported where it came from. */
function helpOf(reader: Reader, cell: Span | null, about: About): string {
  if (cell === null || isNotShown(cell)) return '';
  const help = cellProse(cell);
  if (!help.startsWith('>') && soundsLikeRule(help)) reader.report(say.noteNotRead(help, null), cell, about);
  return help;
}
