import type { Names } from './entities.ts';
import { fieldOf } from './fields.ts';
import { type EntityPlan, type FieldPlan, fieldReference, type MachinePlan, type TransitionPlan } from './plan.ts';
import type { Random } from './random.ts';
import { EVENTS, MACHINES, STATES } from './words.ts';

/** Gives an entity up to two machines, and the fields that their events ask for. */
export function withMachines(random: Random, names: Names, entity: Omit<EntityPlan, 'machines'>): EntityPlan {
  if (entity.belongsTo !== null || entity.isPerson) return { ...entity, machines: [] };
  const count = random.pick([0, 1, 1, 1, 2]);
  const events = random.some(EVENTS, EVENTS.length);
  const machineNames = random.some(MACHINES, count);
  const asked: FieldPlan[] = [];
  const machines = machineNames.map((name, index) =>
    machineOf(random, names, entity, {
      name,
      states: STATES[(random.below(2) + index * 2) % STATES.length] ?? [],
      events: events.slice(index * 6, index * 6 + 6),
      asked,
      isOnly: count === 1,
    }),
  );
  return { ...entity, fields: [...entity.fields, ...asked], machines };
}

interface Parts {
  readonly name: string;
  readonly states: readonly string[];
  readonly events: readonly string[];
  /** Receives the fields that events ask for. */
  readonly asked: FieldPlan[];
  /** Whether it is the only machine of its entity. */
  readonly isOnly: boolean;
}

type Way = readonly [from: string, to: string];

function machineOf(
  random: Random,
  names: Names,
  entity: Omit<EntityPlan, 'machines'>,
  { name, states, events, asked, isOnly }: Parts,
): MachinePlan {
  const [a = '', b = '', c = '', d = ''] = states;
  const chain: readonly Way[] = (
    [
      [a, b],
      [b, c],
      [c, d],
    ] as const
  ).slice(0, 1 + random.below(3));
  const reached = new Set([a, ...chain.map(([, to]) => to)]);
  const back: readonly Way[] = (
    [
      [b, a],
      [c, a],
      [a, c],
      [c, b],
    ] as const
  ).filter(([from, to]) => reached.has(from) && reached.has(to));
  const stated = random.some([...chain, ...random.some(back, random.below(3))], 6);
  const transitions = stated.map(([from, to], index): TransitionPlan => {
    const earlier = stated.findIndex(([other], at) => at < index && other !== from);
    const event =
      events[
        earlier !== -1 &&
        random.chance(0.2) &&
        !stated.some(([other], at) => at < index && at !== earlier && other === from)
          ? earlier
          : index
      ] ?? 'go';
    return {
      from,
      event,
      to,
      who: whoOf(random, names),
      guard: guardOf(random, names, entity),
      effects: effectsOf(random, entity, event, asked),
      error: random.chance(0.2) ? 'NOT_READY' : '',
    };
  });
  const used = states.filter((state) => transitions.some(({ from, to }) => from === state || to === state));
  const leaves = new Set(transitions.map(({ from }) => from));
  const final = random.chance(isOnly ? 0.6 : 0.4) ? (used.find((state) => !leaves.has(state)) ?? null) : null;
  // A final state is not editable, even if the document says so.
  const editable = random.chance(0.2) ? used : used.filter((state) => state !== final);
  return {
    name,
    states: used,
    transitions,
    onCreation: random.chance(0.3) ? ['rounds = 1'] : [],
    final,
    editableIn: random.chance(0.6) ? random.some(editable, 1 + random.below(editable.length)) : null,
    timers: [],
  };
}

function whoOf(random: Random, { boss, roles, everybody }: Names): string {
  const role = random.pick(roles);
  return random.pick(['', 'owner', 'owner', role, role, `owner, ${role}`, `owner.${boss}`, everybody]);
}

function guardOf(random: Random, { boss }: Names, entity: Omit<EntityPlan, 'machines'>): string {
  const parts = [
    ...conditionsOn(random, entity),
    'owner != me',
    `owner.${boss} == me`,
    `owner.${boss} != null`,
    'owner == me or owner.name != "Nobody"',
  ];
  if (random.chance(0.45)) return '';
  return random
    .some(parts, 1 + random.below(2))
    .map((part) => (part.includes(' or ') ? `(${part})` : part))
    .join(' and ');
}

/** Returns conditions that hold for some values of a record and not for others. */
export function conditionsOn(random: Random, entity: Omit<EntityPlan, 'machines'>): readonly string[] {
  return entity.fields
    .flatMap((field): readonly string[] => {
      const name = fieldReference(field.name);
      if (field.use === 'asked') return [];
      switch (field.kind) {
        case 'integer':
          return field.use === 'input'
            ? [`${name} > 3`, `${name} != 6`, `${name} in [3, 4, 8]`, `not (${name} < 4)`]
            : [];
        case 'decimal':
          return field.use === 'computed' ? [`${name} > 2`] : [`${name} >= 4.5`, `${name} * 2 < 30`];
        case 'money':
          return [`${name} > 0`, `${name} <= SMALL_AMOUNT`, `${name} < 45 EUR`];
        case 'boolean':
          return [`${name} == true`, `${name} == null or ${name} == false`];
        case 'date':
          return [`${name} >= today - PERIOD`, `${name} < today - 2 days`, `${name} != null`];
        case 'instant':
          return field.use === 'input' ? [`${name} < now - 3 days`, `${name} >= startOfMonth(now)`] : [];
        case 'choice': {
          const [first, second] = field.values.map((value) => optionNamed(entity, value.cell));
          return [`${name} == ${first}`, `${name} in [${first}, ${second}]`, `${name} != ${second}`];
        }
        case 'text':
        case 'long text':
          return field.name === 'label'
            ? [`size(${name}) > 3`]
            : [`${name} != null`, `${name} == "alpha" or ${name} == null`];
        case 'several':
          return [`me in ${name}`, `count(${name}) > 1`, `${name} == null`, `${name}.exists(each, each == owner)`];
        case 'lines':
          return [
            `count(${name}) > 1`,
            `${name}.all(each, each.cost > 1 EUR)`,
            `${name}.exists(each, each.cost >= 12.30 EUR)`,
            `sum(${name}.cost) < 60 EUR`,
          ];
        default:
          return [];
      }
    })
    .filter(() => random.chance(0.8));
}

/** Returns a choice or state as an expression: bare, unless a field has its name or it is not an identifier. */
export function optionNamed(entity: Pick<EntityPlan, 'fields'>, name: string): string {
  const isBare = /^[\p{L}_]+$/u.test(name) && !entity.fields.some((field) => field.name === name);
  return isBare ? name : `"${name}"`;
}

function effectsOf(
  random: Random,
  entity: Omit<EntityPlan, 'machines'>,
  event: string,
  asked: FieldPlan[],
): readonly string[] {
  const effects: string[] = [];
  if (random.chance(0.35)) effects.push(random.pick(['doneAt = now', 'doneAt = null']));
  if (random.chance(0.3))
    effects.push(random.pick(['rounds = coalesce(rounds, 0) + 1', 'rounds = null', 'rounds = 7']));
  if (random.chance(0.35)) {
    const name = `${['reason', 'answer', 'sum'][asked.length % 3] ?? 'reason'}${asked.length}`;
    const field = fieldOf(random, name, random.pick(['text', 'integer', 'money', 'choice', 'boolean', 'date']));
    asked.push({ ...field, required: false, use: 'asked', notes: [`asked on ${event}`] });
    effects.unshift(`ask ${name}${random.chance(0.4) ? ' (optional)' : ''}`);
  }
  if (random.chance(0.3) && entity.owner !== null) effects.push('notify owner');
  return effects;
}
