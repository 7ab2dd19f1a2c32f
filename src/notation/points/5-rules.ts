import type { Rule } from '../../model/model.ts';
import { say } from '../codes.ts';
import { type Cells, type Column, filled, fits, names, rowsOf } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Section } from '../outline.ts';
import { formula, isNotShown, type Reader, reference, references, stated, words } from '../reader.ts';
import { withParts } from './parts.ts';

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
      'A condition in backticks. It fails only when it is false: over an empty field it is unknown and does not fail.',
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
];

/** Point 5: a table of rules. */
export function readRules(reader: Reader, sections: readonly Section[]): { rules: Rule[]; help: string } {
  const rules: Rule[] = [];
  const help: string[] = [];
  for (const section of sections) {
    const content = contentOf(reader, section.blocks, { point: 5, keys: [] });
    help.push(content.help);
    for (const table of content.tables) {
      if (!fits(table, RULE_COLUMNS))
        reader.report(
          say.tableNotRead(words(table.header.cells[0] ?? table.at), names(RULE_COLUMNS)),
          table.header.at,
          { point: 5 },
        );
      else
        for (const cells of rowsOf(reader, table, RULE_COLUMNS, 5))
          rules.push(...ruleOf(reader, cells, rules.length + 1));
    }
  }
  const parts = sections.flatMap((section) => section.parts);
  return { rules: withParts(reader, parts, rules, 'rule', 5), help: help.filter((text) => text !== '').join('\n\n') };
}

function ruleOf(reader: Reader, cells: Cells, number: number): Rule[] {
  const on = filled(cells, 'On');
  if (on === null || isNotShown(on)) {
    if (on === null) reader.report(say.nameMissing('On'), cells.at, { point: 5 });
    else
      reader.report(say.notShown('What this rule is about', 'The rule is left out until it names an entity.'), on, {
        point: 5,
      });
    return [];
  }
  const title = filled(cells, 'Rule');
  const name = title === null || isNotShown(title) ? `V${number}` : words(title);
  const id = reader.id('rule', name);
  const about = { point: 5, element: id } as const;
  const [entity, ...events] = references(reader, on);
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
      entity: entity?.name ?? words(on),
      events,
      states: [],
      severity: 'error',
      message: null,
      condition: condition === null || isNotShown(condition) ? null : formula(reader, condition, about),
      error: error === null || isNotShown(error) ? null : reference(reader, error),
      field: field === null || isNotShown(field) ? null : reference(reader, field),
    },
  ];
}
