import { conditionsOn, optionNamed } from './machines.ts';
import type { EntityPlan, FieldPlan, MachinePlan, RulePlan, TransitionPlan } from './plan.ts';
import type { Random } from './random.ts';
import { LINE_EVENTS, LINE_STATES, MACHINES } from './words.ts';

/** Gives most lines states, and their records events and timers that move the lines. */
export function withLineMachines(random: Random, entities: readonly EntityPlan[]): readonly EntityPlan[] {
  const lines = entities.filter(({ belongsTo }) => belongsTo !== null && random.chance(0.9));
  const moved = new Map<string, EntityPlan>();
  for (const line of lines) {
    const owner = entities.find(({ name }) => name === line.belongsTo);
    if (owner === undefined) continue;
    const machine = machineOf(random, line, owner.machines.length > 0 && random.chance(0.85));
    const changed: EntityPlan = { ...line, machines: [machine], fields: [...line.fields, TURNS] };
    moved.set(line.name, changed).set(owner.name, raising(random, owner, changed, machine));
  }
  return entities.map((entity) => moved.get(entity.name) ?? entity);
}

/** Counts how often a line was moved. */
const TURNS: FieldPlan = {
  ...{ name: 'turns', type: 'integer', kind: 'integer', required: false, notes: ['set by the product'] },
  ...{ values: [], bad: [], use: 'product', to: null },
};

/** If no event can move the lines, the first state may be final. */
function machineOf(random: Random, line: EntityPlan, isMoved: boolean): MachinePlan {
  const all = random.pick(LINE_STATES);
  const states = isMoved ? all : all.slice(0, 1);
  const [first = '', second = '', third = ''] = states;
  const [one = '', other = ''] = random.some(LINE_EVENTS, 2);
  const ways: readonly (readonly [string, string, string])[] = isMoved
    ? [[first, one, second], [first, other, third], random.chance(0.6) ? [second, other, third] : [second, one, first]]
    : [];
  const transitions = ways.map(([from, event, to]): TransitionPlan => {
    const conditions = conditionsOn(random, line);
    const guard = random.chance(0.25) && conditions.length > 0 ? random.pick(conditions) : '';
    const effects = random.chance(0.5) ? ['turns = coalesce(turns, 0) + 1'] : [];
    return { from, event, to, who: '', guard, effects, error: '' };
  });
  const last = isMoved ? random.pick([third, third, third, null]) : random.pick([first, first, null]);
  const open = states.filter((state) => state !== last);
  return {
    ...{ name: random.pick(MACHINES), states, transitions, timers: [], final: last },
    onCreation: random.chance(0.4) ? ['turns = 0'] : [],
    editableIn: open.length > 0 && random.chance(0.5) ? random.some(open, 1 + random.below(open.length)) : null,
  };
}

/** Adds effects that raise events on lines to most transitions and timers of the record. */
function raising(random: Random, owner: EntityPlan, line: EntityPlan, machine: MachinePlan): EntityPlan {
  const list = owner.fields.find(({ kind, to }) => kind === 'lines' && to === line.name);
  if (list === undefined) return owner;
  const moving = <Way extends { readonly effects: readonly string[] }>(way: Way, often: number): Way => {
    if (machine.transitions.length === 0 || !random.chance(often)) return way;
    const { from, event } = random.pick(machine.transitions);
    const raise = `raise ${event} on ${whichOf(random, list.name, line, machine, from)}`;
    return { ...way, effects: [...way.effects, raise] };
  };
  const machines = owner.machines.map((each) => ({
    ...each,
    transitions: each.transitions.map((transition) => moving(transition, 0.8)),
    timers: each.timers.map((timer) => moving(timer, 0.6)),
  }));
  return { ...owner, machines };
}

/**
 * Mostly selects the lines in the source state of the event; sometimes others or all, so that a line in another state
 * refuses.
 */
function whichOf(random: Random, list: string, line: EntityPlan, machine: MachinePlan, from: string): string {
  if (random.chance(0.15)) return list;
  const isThere = `each.${machine.name} == ${optionNamed(line, from)}`;
  const isDear = 'each.cost > 10 EUR';
  return `${list}.filter(each, ${random.pick([isThere, `${isThere} and ${isDear}`, isThere, isDear])})`;
}

/** Rules for certain states of lines. A rule with an error applies to no state of the sample data. */
export function lineRulesOf(random: Random, entities: readonly EntityPlan[]): readonly RulePlan[] {
  return entities.flatMap((entity): readonly RulePlan[] => {
    const [machine] = entity.belongsTo === null ? [] : entity.machines;
    const conditions = conditionsOn(random, entity);
    if (machine === undefined || conditions.length === 0 || random.chance(0.4)) return [];
    const warns = machine.states.length === 1 || random.chance(0.5);
    const states = random.some(machine.states.slice(warns ? 0 : 1), 1 + random.below(2));
    return [{ on: entity.name, condition: random.pick(conditions), code: 'OFF_IN_STATE', at: '', warns, states }];
  });
}
