import type { Names } from './entities.ts';
import { RELATED } from './matrix.ts';
import {
  type EntityPlan,
  fieldReference,
  type MachinePlan,
  type RowPlan,
  type RulePlan,
  type ScreenPlan,
} from './plan.ts';
import type { Random } from './random.ts';

export interface DocumentPlan {
  readonly title: string;
  readonly zone: string;
  readonly names: Names;
  readonly entities: readonly EntityPlan[];
  readonly matrix: readonly RowPlan[];
  readonly rules: readonly RulePlan[];
  readonly samples: string;
  readonly screens: readonly ScreenPlan[];
  /** Maximum number of characters of a comment; null if not stated. */
  readonly commentLength: number | null;
}

/** Returns the document in canonical form. `own`: random source for the shapes of calls. */
export function textOf(random: Random, own: Random, plan: DocumentPlan): string {
  const main = plan.entities.filter((entity) => entity.belongsTo === null);
  return [
    `# Specification: ${plan.title}`,
    `## 1. What the product does and for whom\n\nA document made by chance.\n\n- Language: en\n- Time zone: ${plan.zone}`,
    `## 2. Screens and routes\n\n${screensText(plan.screens)}`,
    `## 3. Entities and their fields\n\n${plan.entities.map(entityText).join('\n\n')}`,
    `## 4. States and transitions\n\n${plan.entities.flatMap((entity) => entity.machines.map((machine) => machineText(entity, machine))).join('\n\n') || 'None.'}`,
    `## 5. Validation rules\n\n${rulesText(plan.rules)}`,
    `## 6. Roles and permissions\n\n${rolesText(plan)}`,
    `## 7. The calls it makes\n\n${callsText(random, main, (names, entity) => sendsText(own, plan, names, entity))}`,
    `## 8. The error catalogue\n\n${errorsText(random, plan)}`,
    `## 9. Business constants and limits\n\n${limitsText(plan)}`,
    `## Sample data\n\n${plan.samples}`,
  ].join('\n\n');
}

export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

const limitsText = ({ commentLength }: DocumentPlan): string =>
  tableText(
    ['Name', 'Value', 'Why'],
    [
      ['SMALL_AMOUNT', '20 EUR', ''],
      ['MOST_AMOUNT', '500 EUR', ''],
      ['PERIOD', '5 days', ''],
      ['LONG_PERIOD', '3 months', ''],
      ['Requests', '1000000 per minute per person', ''],
      ['Page size', '100', ''],
      ...(commentLength === null ? [] : [['Comment length', `${commentLength} characters`, '']]),
    ],
  );

function screensText(screens: readonly ScreenPlan[]): string {
  if (screens.length === 0) return 'not shown.';
  const rows = screens.map(({ route, name, entity, roles }) => [
    `\`${route}\``,
    name,
    entity,
    'record',
    roles.join(', '),
  ]);
  const parts = screens
    .filter(({ comments }) => comments !== '')
    .map(({ name, comments }) => `### ${name}\n\n- Comments: ${comments}`);
  return [tableText(['Route', 'Screen', 'Shows', 'As', 'For'], rows), ...parts].join('\n\n');
}

function entityText(entity: EntityPlan): string {
  const rows = entity.fields.map((field) => [
    field.name,
    field.type,
    field.use === 'input' && field.required ? 'yes' : '',
    field.notes.join(', '),
  ]);
  return [
    `### ${entity.name}`,
    ...(entity.belongsTo === null ? [] : [`Belongs to ${entity.belongsTo}.`]),
    tableText(['Field', 'Type', 'Required', 'Notes'], rows),
  ].join('\n\n');
}

function machineText(entity: EntityPlan, machine: MachinePlan): string {
  const code = (text: string): string => (text === '' ? '' : `\`${text}\``);
  const first = ['(new)', '', machine.states[0] ?? '', '', '', machine.onCreation.join('; '), ''];
  const rows = machine.transitions.map(({ from, event, to, who, guard, effects, error }) => [
    from,
    event,
    to,
    who,
    code(guard),
    effects.join('; '),
    error,
  ]);
  const alone = machine.timers.map(({ from, trigger, to, guard, effects }) => [
    from,
    trigger,
    to,
    '',
    code(guard),
    effects.join('; '),
    '',
  ]);
  const keys = [
    `- States: ${machine.states.join(', ')}`,
    ...(machine.final === null ? [] : [`- Final: ${machine.final}`]),
    ...(machine.editableIn === null ? [] : [`- Editable in: ${machine.editableIn.join(', ')}`]),
  ];
  return `### ${entity.name}: ${machine.name}\n\n${tableText(['From', 'Event', 'To', 'Who', 'Only if', 'Then', 'Error'], [first, ...rows, ...alone])}\n\n${keys.join('\n')}`;
}

function rulesText(rules: readonly RulePlan[]): string {
  if (rules.length === 0) return 'None.';
  return tableText(
    ['Rule', 'On', 'Must hold', 'Error', 'At', 'In', 'Severity'],
    rules.map(({ on, condition, code, at, warns, states }, index) => [
      `V${index + 1}`,
      on,
      `\`${condition}\``,
      code,
      at,
      states.join(', '),
      warns ? 'warning' : '',
    ]),
  );
}

function rolesText({ names, matrix, entities }: DocumentPlan): string {
  const owned = entities.filter(({ fields }) => fields.some(({ name }) => name === 'owner'));
  const list = [
    `- ${names.everybody}: everyone who signs in`,
    ...names.roles.map(
      (role, index) => `- ${role}: ${index === 1 ? `includes ${names.roles[0]}; somebody` : 'somebody'} with a task`,
    ),
    ...(owned.length === 0
      ? []
      : [`- ${RELATED}: whoever is ${owned.map(({ name }) => `\`${name}.owner\``).join(' or ')}`]),
  ].join('\n');
  return `${list}\n\n${tableText(
    ['', names.everybody, ...names.roles, RELATED],
    matrix.map(({ head, cells }) => [head, ...cells]),
  )}`;
}

/** States some calls and leaves the others assumed. Some state what they take. */
function callsText(
  random: Random,
  entities: readonly EntityPlan[],
  sends: (names: readonly string[], entity: EntityPlan) => string,
): string {
  const rows = entities.flatMap((entity, index) => {
    const path = `/api/r${index}`;
    const inputs = entity.fields.filter((field) => field.use === 'input');
    const fixed = (name: string): boolean =>
      inputs.some((field) => field.name === name && field.notes.includes('fixed'));
    const names = inputs.map((field) => field.name);
    const sendable = random.chance(0.5) ? names.filter((name) => !['owner'].includes(name)) : names;
    const all = [
      [`all ${index}`, `GET ${path}`, `list ${entity.name}`, 'filter, sort, page', '', ''],
      [`one ${index}`, `GET ${path}/:id`, `read ${entity.name}`, '', entity.name, ''],
      [`new ${index}`, `POST ${path}`, `create ${entity.name}`, sends(sendable, entity), entity.name, ''],
      [
        `change ${index}`,
        `PATCH ${path}/:id`,
        `change ${entity.name}`,
        sends(
          sendable.filter((name) => !fixed(name)),
          entity,
        ),
        entity.name,
        '',
      ],
      ...entity.machines.flatMap((machine) =>
        [...new Set(machine.transitions.map(({ event }) => event))].map((event, number) => {
          const effects = machine.transitions
            .filter((transition) => transition.event === event)
            .flatMap((transition) => transition.effects);
          const asks = effects
            .filter((effect) => effect.startsWith('ask '))
            .map((effect) => effect.slice(4).replace(' (optional)', ''));
          return [
            `event ${index} ${machine.name} ${number}`,
            `POST ${path}/:id/${machine.name}-${number}`,
            `${event} ${entity.name}`,
            asks.join(', '),
            entity.name,
            '',
          ];
        }),
      ),
    ];
    return all.filter(() => random.chance(0.5));
  });
  return rows.length === 0
    ? 'not shown.'
    : tableText(['Call', 'Method and path', 'Does', 'Sends', 'Gets', 'May fail with'], rows);
}

/** Returns what a call takes: its fields, or sometimes, if it has lines, a shape with some of their fields. */
function sendsText(own: Random, { entities }: DocumentPlan, names: readonly string[], entity: EntityPlan): string {
  const linesIn = (name: string) => {
    const to = entity.fields.find((field) => field.name === name && field.kind === 'lines')?.to;
    return entities.find((each) => each.name === to);
  };
  if (!names.some((name) => linesIn(name) !== undefined) || own.chance(0.4)) return names.join(', ');
  const key = (name: string, at: number) => JSON.stringify(own.chance(0.5) ? `k${at}` : name);
  const parts = names.map((name, at) => {
    const lines = linesIn(name);
    if (lines === undefined || own.chance(0.2)) return `${key(name, at)}: ${fieldReference(name)}`;
    const inputs = lines.fields.filter(({ use, required }) => use === 'input' && own.chance(required ? 0.95 : 0.5));
    const inside = inputs.map((field, index) => `${key(field.name, index)}: ${fieldReference(field.name)}`);
    // The name after the colon is the value, so a list of shapes has the name of its field.
    return `${JSON.stringify(name)}: [{ ${inside.join(', ')} }]`;
  });
  return `\`{ ${parts.join(', ')} }\``;
}

/** Returns the codes that rules and transitions name, and some standard errors with other texts. */
function errorsText(random: Random, { rules, entities }: DocumentPlan): string {
  const used = [...new Set(rules.map((rule) => rule.code).filter((code) => code !== ''))];
  const guards = entities.some((entity) =>
    entity.machines.some((machine) => machine.transitions.some((transition) => transition.error !== '')),
  );
  const standard = [
    ['NOT_ALLOWED', '403', 'Not for you.', 'Ask {who}.'],
    ['NOT_FOUND', '404', 'There is no such {entity}.', ''],
    ['WRONG_STATE', random.pick(['409', '423']), 'It is {status}.', ''],
    ['NOT_MET', '409', '{event} needs {condition}.', ''],
    ['CHANGED_MEANWHILE', '412', 'Changed by {by}.', ''],
  ].filter(() => random.chance(0.5));
  const rows = [
    ...standard,
    ...used.map((code) => [code, '422', `This breaks ${code.toLowerCase()}.`, '']),
    ...(guards ? [['NOT_READY', random.pick(['409', '']), 'It is not ready.', '']] : []),
  ];
  return rows.length === 0 ? 'None.' : tableText(['Code', 'Status', 'Message', 'What to do'], rows);
}
