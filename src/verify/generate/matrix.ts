import type { Names } from './entities.ts';
import { conditionsOn, optionNamed } from './machines.ts';
import type { EntityPlan, RowPlan, RulePlan } from './plan.ts';
import { fieldReference } from './plan.ts';
import { type Random, randomFrom } from './random.ts';

/** The role of a record's owner. */
export const RELATED = 'Carer';

/** Returns the permission matrix: the column of everybody first, then one per role. */
export function matrixOf(random: Random, names: Names, entities: readonly EntityPlan[]): readonly RowPlan[] {
  const roles = [names.everybody, ...names.roles, RELATED];
  const rows: RowPlan[] = [];
  for (const entity of entities) {
    if (entity.belongsTo !== null) continue;
    if (entity.isPerson) rows.push(...personRows(random, entity, roles, names));
    else rows.push(...recordRows(random, entity, roles, names));
  }
  return random.some(rows, rows.length);
}

function personRows(
  random: Random,
  { name }: EntityPlan,
  roles: readonly string[],
  { boss }: Names,
): readonly RowPlan[] {
  const keeper = 1 + random.below(Math.max(1, roles.length - 1));
  const row = (operation: string, cell: (index: number) => string): RowPlan => ({
    head: `${name}: ${operation}`,
    cells: roles.map((_, index) => cell(index)),
  });
  const hides = random.chance(0.25);
  return [
    row('read', (index) =>
      index === 0 ? (hides ? `\`${boss} != null\`` : 'yes') : index === keeper ? 'yes' : random.pick(['yes', '', 'no']),
    ),
    row('create', (index) =>
      index === keeper ? random.pick(['yes', 'name, mail, role (any)', `name, mail, ${boss}, role`]) : '',
    ),
    row('change', (index) =>
      index === keeper
        ? random.pick([`name, mail, ${boss}, role (any)`, `name, ${boss}, role`, 'name, role (any)', 'yes'])
        : index === 0 && random.chance(0.2)
          ? 'name'
          : '',
    ),
    ...(random.chance(0.4) ? [row('delete', (index) => (index === keeper ? 'yes' : ''))] : []),
    ...(random.chance(0.3)
      ? [
          {
            head: `${name}.mail: read`,
            cells: roles.map((_, index) => (index === keeper ? 'yes' : random.pick(['', 'yes', 'no']))),
          },
        ]
      : []),
  ];
}

function recordRows(random: Random, entity: EntityPlan, roles: readonly string[], names: Names): readonly RowPlan[] {
  const row = (operation: string, cell: (index: number) => string): RowPlan => ({
    head: `${entity.name}: ${operation}`,
    cells: roles.map((_, index) => cell(index)),
  });
  const where = (): string => `\`${conditionOf(random, entity, names)}\``;
  const inputs = entity.fields.filter((field) => field.use === 'input').map((field) => field.name);
  const several = (): string => random.some(inputs, 2 + random.below(inputs.length - 1)).join(', ');
  const rows = [
    row('read', (index) =>
      index === 0
        ? random.pick(['`owner == me`', '`owner == me`', 'yes', where()])
        : random.pick(['yes', where(), where(), '', 'no', 'not shown.', `never where ${where()}`]),
    ),
    row('create', (index) =>
      random.pick(index === 0 ? ['yes', 'yes', '`owner == me`', ''] : ['yes', '', several(), 'never']),
    ),
    row('change', (index) =>
      random.pick(
        index === 0
          ? ['`owner == me`', 'yes', where()]
          : ['', 'yes', several(), `${several()} where ${where()}`, where(), `never where ${where()}`],
      ),
    ),
    row('delete', (index) => random.pick(index === 0 ? ['`owner == me`', '', where()] : ['', 'yes', 'no', where()])),
  ];
  if (random.chance(0.1)) rows[0] = row('read', (index) => (index === 0 ? 'yes' : random.pick(['never', '', 'yes'])));
  // A random source of its own, so that the rest of the document stays the same.
  const own = randomFrom([...entity.name].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7));
  if (own.chance(0.4))
    rows.push(
      row('restore', (index) =>
        own.pick(
          index === 0 ? ['`owner == me`', 'yes', `\`${conditionOf(own, entity, names)}\``] : ['', 'yes', 'never'],
        ),
      ),
    );
  for (const field of random.some(
    entity.fields.filter((each) => each.name !== 'label' && each.name !== 'owner'),
    random.below(3),
  )) {
    const operation = random.pick(['read', 'read', 'change']);
    if (operation === 'change' && field.use !== 'input') continue;
    rows.push({
      head: `${entity.name}.${field.name}: ${operation}`,
      cells: roles.map(() =>
        random.pick([
          'yes',
          'yes',
          '`owner == me`',
          where(),
          'no',
          '',
          random.chance(0.2) ? 'never' : 'yes',
          random.chance(0.3) ? `never where ${where()}` : 'yes',
        ]),
      ),
    });
  }
  return rows;
}

function conditionOf(random: Random, entity: EntityPlan, { boss }: Names): string {
  const states = entity.machines.flatMap((machine) => {
    const [first = '', second = ''] = random.some(machine.states, 2).map((state) => optionNamed(entity, state));
    const name = fieldReference(machine.name);
    return [`${name} == ${first}`, `${name} != ${first}`, `${name} in [${first}, ${second || first}]`];
  });
  const parts = [
    'owner == me',
    `owner.${boss} == me`,
    `owner.${boss}.${boss} == me`,
    'owner != me',
    ...states,
    ...conditionsOn(random, entity).filter((each) => !/ or |size\(/.test(each)),
  ];
  return random.some(parts, random.pick([1, 1, 2])).join(random.pick([' and ', ' or ']));
}

/** Returns rules that the sample data meets and other input breaks. */
export function rulesOf(random: Random, entities: readonly EntityPlan[]): readonly RulePlan[] {
  const all = entities
    .filter((entity) => !entity.isPerson)
    .flatMap((entity) => {
      const parent =
        entity.belongsTo === null ? entity : (entities.find((each) => each.name === entity.belongsTo) ?? entity);
      const events = parent.machines.flatMap((machine) => machine.transitions.map((transition) => transition.event));
      return candidates(entity)
        .filter(() => random.chance(0.55))
        .map(({ condition, code, at, event }): RulePlan => {
          if (event !== undefined) return { on: `${entity.name}, ${event}`, condition, code, at: '', ...refuses };
          const on =
            events.length > 0 && random.chance(0.3)
              ? `${entity.name}, ${random.some([...new Set(events)], 1 + random.below(2)).join(', ')}`
              : entity.name;
          return {
            on: random.chance(0.08) ? `${entity.name}, ${random.pick(['create', 'change'])}` : on,
            condition,
            code: random.chance(0.1) ? '' : code,
            at: random.chance(0.15) ? (at ?? '') : '',
            ...refuses,
          };
        });
    });
  return all.slice(0, 9);
}

const refuses = { warns: false, states: [] } as const;

/** Returns warnings that hold sometimes: for records, lines, certain events and states. */
export function warningsOf(random: Random, { boss }: Names, entities: readonly EntityPlan[]): readonly RulePlan[] {
  return entities
    .filter((entity) => !entity.isPerson && random.chance(0.7))
    .flatMap((entity) => {
      const events = entity.machines.flatMap(({ transitions }) => transitions.map(({ event }) => event));
      const states = entity.machines.flatMap((machine) => machine.states);
      const paths = entity.belongsTo === null ? [`owner.${boss} != null`, 'owner.name != "Ada A."', 'owner != me'] : [];
      return random.some([...conditionsOn(random, entity), ...paths], 2).map((condition): RulePlan => {
        const on = events.length > 0 && random.chance(0.3) ? `${entity.name}, ${random.pick(events)}` : entity.name;
        return {
          on,
          condition,
          code: random.chance(0.4) ? '' : 'UNUSUAL',
          at: '',
          warns: true,
          states: states.length > 0 && random.chance(0.3) ? random.some(states, 2) : [],
        };
      });
    });
}

interface Candidate {
  readonly condition: string;
  readonly code: string;
  readonly at?: string;
  /** The only event on which the rule can apply. */
  readonly event?: string;
}

function candidates(entity: EntityPlan): readonly Candidate[] {
  const optional = entity.fields.find(
    (field) => field.use === 'input' && field.kind === 'long text' && !field.required,
  );
  return entity.fields.flatMap((field): readonly Candidate[] => {
    const name = fieldReference(field.name);
    if (field.use === 'asked')
      return field.kind === 'text'
        ? [
            {
              condition: `${name} != null`,
              code: 'REASON_MISSING',
              event: (field.notes[0] ?? '').replace('asked on ', ''),
            },
          ]
        : [];
    if (field.use === 'product') return [];
    switch (field.kind) {
      case 'integer':
        return field.use === 'computed'
          ? []
          : [
              { condition: `${name} >= 1`, code: 'TOO_FEW_OF_IT', at: 'label' },
              {
                condition: `${name} < 80 or ${optional === undefined ? name : fieldReference(optional.name)} != null`,
                code: 'TOO_MANY_OF_IT',
              },
            ];
      case 'decimal':
        return field.use === 'computed'
          ? []
          : [{ condition: `${name} > 0.005 and ${name} < 99.9`, code: 'OUT_OF_RANGE' }];
      case 'money':
        return [
          { condition: `${name} > 0`, code: 'NOT_POSITIVE_AMOUNT' },
          { condition: `${name} <= MOST_AMOUNT`, code: 'ABOVE_AMOUNT' },
        ].slice(field.use === 'computed' ? 1 : 0);
      case 'date':
        return [
          { condition: `${name} <= today`, code: 'IN_FUTURE', at: field.name },
          { condition: `${name} >= today - LONG_PERIOD`, code: 'TOO_LONG_AGO' },
        ];
      case 'text':
        return field.name === 'label' ? [{ condition: `${name} != "Forbidden"`, code: 'BAD_WORD' }] : [];
      case 'lines':
        return [{ condition: `${name}.all(each, each.cost != 999 EUR)`, code: 'BAD_PART' }];
      default:
        return [];
    }
  });
}
