import { fieldOf, KINDS } from './fields.ts';
import { type EntityPlan, type FieldPlan, fieldReference, type Sent } from './plan.ts';
import type { Random } from './random.ts';
import { ENTITIES, FIELDS, LINES, PEOPLE } from './words.ts';

/** The names that the parts of a document share. */
export interface Names {
  readonly person: string;
  readonly boss: string;
  readonly everybody: string;
  readonly roles: readonly string[];
}

type Made = Omit<EntityPlan, 'machines'>;

/** Returns the people, one to four entities, and lines for some of them. */
export function entitiesOf(random: Random, names: Names): readonly Made[] {
  const free = ENTITIES.filter((name) => ![names.person, names.everybody, ...names.roles].includes(name));
  const main = random.some(free, 1 + random.below(4));
  const lines = random.some(
    LINES.filter((name) => name !== names.person),
    2,
  );
  const made = main.map((name, index) =>
    mainEntity(random, names, name, main.slice(0, index), random.chance(0.5) ? (lines[index] ?? null) : null),
  );
  return [personEntity(random, names), ...made.flat()];
}

export function namesOf(random: Random, roles: readonly string[], everybody: string): Names {
  return { person: random.pick(PEOPLE), boss: random.pick(['boss', 'lead', 'chief']), everybody, roles };
}

function personEntity(random: Random, { person, boss, everybody, roles }: Names): Made {
  const several = random.chance(0.3);
  const role: FieldPlan = {
    ...plain('role', several ? 'Roles' : 'Role', 'role'),
    required: random.chance(0.5),
    notes: several ? [] : [`default ${fieldReference(everybody)}`],
    bad: [{ json: several ? ['nobody at all'] : 'nobody at all' }, { json: several ? 'x' : ['x'] }],
    values: [everybody, ...roles].map((name) => ({ cell: name, sent: { json: several ? [name] : name } })),
  };
  return {
    name: person,
    belongsTo: null,
    isPerson: true,
    owner: null,
    fields: [
      {
        ...plain('name', 'text(1..40)', 'text'),
        required: true,
        notes: ['title'],
        values: ['New one', 'Another'].map((text) => ({ cell: text, sent: { json: text } })),
        bad: [{ json: 'z'.repeat(41) }, { json: 5 }],
      },
      {
        ...plain('mail', 'email', 'email'),
        required: true,
        notes: ['unique', 'sign-in'],
        values: ['new.one@example.com', 'another@example.com'].map((text) => ({ cell: text, sent: { json: text } })),
        bad: [{ json: 'none' }],
      },
      {
        ...plain(boss, person, 'reference'),
        to: person,
        values: [{ cell: '', sent: { ref: person } }],
        bad: [{ json: 'no such id' }, { json: 3 }],
      },
      role.notes.length > 0 && /this\[/.test(role.notes[0] ?? '') ? { ...role, notes: [] } : role,
      ...(random.chance(0.5) ? [fieldOf(random, 'team', 'choice')] : []),
    ],
  };
}

function mainEntity(
  random: Random,
  { person }: Names,
  name: string,
  before: readonly string[],
  lines: string | null,
): readonly Made[] {
  const fieldNames = random.some(FIELDS, 9);
  const kinds = random.some(KINDS, 3 + random.below(4));
  const fields: FieldPlan[] = [
    {
      ...plain('label', 'text(2..60)', 'text'),
      required: true,
      notes: ['title', ...(random.chance(0.3) ? ['unique'] : []), ...(random.chance(0.3) ? ['searchable'] : [])],
      values: ['First', 'Second thing', 'Third'].map((text) => ({ cell: text, sent: { json: text } })),
      bad: [{ json: 'a' }, { json: 'b'.repeat(61) }, { json: null }, { json: ' ' }],
    },
    {
      ...plain('owner', person, 'reference'),
      to: person,
      required: true,
      notes: ['default `me`', ...(random.chance(0.6) ? ['fixed'] : [])],
      values: [{ cell: '', sent: { ref: person } }],
      bad: [{ json: 'no such id' }],
    },
    ...(random.chance(0.5) ? [severalOf(random, person)] : []),
    ...kinds.map((kind, index) => perhapsSecret(random, fieldOf(random, fieldNames[index] ?? `field${index}`, kind))),
    { ...plain('doneAt', 'date and time', 'instant'), use: 'product', notes: ['set by the product'] },
    { ...plain('rounds', 'integer', 'integer'), use: 'product', notes: ['set by the product'] },
  ];
  const target = before.length > 0 && random.chance(0.6) ? random.pick(before) : null;
  if (target !== null)
    fields.push({
      ...plain('about', target, 'reference'),
      to: target,
      required: random.chance(0.3),
      notes: random.chance(0.4) ? ['on delete: clear'] : [],
      values: [{ cell: '', sent: { ref: target } }],
      bad: [{ json: 'no such id' }],
    });
  if (lines === null)
    return [
      { name, belongsTo: null, isPerson: false, owner: 'owner', fields: [...fields, ...computedOf(random, fields)] },
    ];
  const required = random.chance(0.5);
  fields.push({
    ...plain('parts', `list of ${lines}`, 'lines'),
    to: lines,
    required,
    notes: random.chance(0.5) ? [`${required ? 1 : 0}..4`] : [],
  });
  fields.push({ ...plain('total', 'money(EUR)', 'money'), use: 'computed', notes: ['= `sum(parts.cost)`'] });
  return [
    { name, belongsTo: null, isPerson: false, owner: 'owner', fields: [...fields, ...computedOf(random, fields)] },
    lineEntity(random, lines, name),
  ];
}

/** Makes most restricting references cascade instead. */
export function withCascades(random: Random, entities: readonly EntityPlan[]): readonly EntityPlan[] {
  return entities.map((entity) => ({
    ...entity,
    fields: entity.fields.map((field) => {
      const keeps = field.name === 'about' && field.kind === 'reference' && field.notes.length === 0;
      return keeps && random.chance(0.7) ? { ...field, notes: ['on delete: cascade'] } : field;
    }),
  }));
}

/**
 * Adds fields with defaults that are shown conditionally: in a record each depends on the one before, in a line on its
 * title.
 */
export function withDefaults(random: Random, entities: readonly EntityPlan[]): readonly EntityPlan[] {
  const field = (name: string, kind: (typeof KINDS)[number], notes: string): FieldPlan => ({
    ...fieldOf(random, name, kind),
    required: false,
    notes: [notes],
  });
  return entities.map((entity) => {
    if (entity.isPerson || random.chance(0.4)) return entity;
    const given =
      entity.belongsTo === null
        ? [
            field('mode', 'boolean', `default ${random.pick(['yes', 'no'])}`),
            field('extra', 'integer', 'default 4, shown when `mode`'),
            { ...field('further', 'text', 'default `"spare"`, shown when `extra > 3`'), type: 'text' },
          ]
        : [field('spare', 'integer', 'default 6, shown when `what == "alpha"`')];
    return { ...entity, fields: [...entity.fields, ...given] };
  });
}

/** Sometimes makes a field write-only. */
function perhapsSecret(random: Random, field: FieldPlan): FieldPlan {
  return random.chance(0.12) ? { ...field, notes: [...field.notes, 'write-only'] } : field;
}

function severalOf(random: Random, person: string): FieldPlan {
  const isOrdered = random.chance(0.3);
  return {
    ...plain('helpers', `${isOrdered ? 'ordered ' : ''}set of ${person}`, 'several'),
    to: person,
    required: random.chance(0.2),
    notes: [...(random.chance(0.5) ? ['on delete: clear'] : []), ...(random.chance(0.5) ? ['at most 2'] : [])],
    values: [{ cell: '', sent: { refs: person } }],
    bad: [{ json: ['no such id'] }, { json: ['one', 'one'] }, { json: 'one' }, { json: [''] }, { json: [] }],
  };
}

function lineEntity(random: Random, name: string, owner: string): Made {
  const words = fieldOf(random, 'what', 'text');
  const cost = fieldOf(random, 'cost', 'money');
  const extra = random.chance(0.5)
    ? [perhapsSecret(random, { ...fieldOf(random, 'pieces', 'integer'), required: false })]
    : [];
  const slot: FieldPlan = { ...plain('slot', 'number series(0)', 'text'), use: 'product' };
  return {
    name,
    belongsTo: owner,
    isPerson: false,
    owner: null,
    fields: [
      { ...words, type: 'text(1..30)', required: true, notes: ['title'], bad: [{ json: 'w'.repeat(31) }, { json: 1 }] },
      { ...cost, required: random.chance(0.7) },
      ...extra,
      ...(random.chance(0.4) ? [slot] : []),
    ],
  };
}

/** Returns a field computed from a number or an amount, if there is one. */
function computedOf(random: Random, fields: readonly FieldPlan[]): readonly FieldPlan[] {
  const from = fields.find((field) => field.use === 'input' && ['money', 'decimal', 'integer'].includes(field.kind));
  if (from === undefined || random.chance(0.4)) return [];
  const name = fieldReference(from.name);
  const type = from.kind === 'integer' ? 'integer' : from.kind === 'money' ? 'money(EUR)' : 'decimal(12,2)';
  const value = random.pick(
    from.kind === 'integer'
      ? [`${name} * 2`, `${name} * ${name}`, `${name} + 1`]
      : [`${name} * 1.19`, `round(${name} / 3, 2)`, `${name} * 3 - ${name}`, `${name} + ${name}`],
  );
  return [
    {
      ...plain('derived', type, from.kind === 'integer' ? 'integer' : from.kind),
      use: 'computed',
      notes: [`= \`${value}\``],
    },
  ];
}

function plain(name: string, type: string, kind: FieldPlan['kind']): FieldPlan {
  return {
    name,
    type,
    kind,
    required: false,
    notes: [],
    values: [],
    bad: [] as readonly Sent[],
    use: 'input',
    to: null,
  };
}
