import { conditionsOn } from './machines.ts';
import { type EntityPlan, fieldReference, type MachinePlan, type TimerPlan } from './plan.ts';
import type { Random } from './random.ts';

/** Gives some first machines timers, such that no two of one record are due at the same time. */
export function withTimers(random: Random, entities: readonly EntityPlan[]): readonly EntityPlan[] {
  return entities.map((entity) => {
    const [first, ...others] = entity.machines;
    if (first === undefined || random.chance(0.3)) return entity;
    return { ...entity, machines: [{ ...first, timers: timersOf(random, entity, first) }, ...others] };
  });
}

/** Delays far enough apart that their order is certain. */
const DELAYS = ['30 hours', 'PERIOD', '2 weeks', '1 month', 'LONG_PERIOD'];

function timersOf(random: Random, entity: EntityPlan, machine: MachinePlan): readonly TimerPlan[] {
  // A final state ignores transitions that leave it.
  const open = random.chance(0.3) ? machine.states : machine.states.filter((state) => state !== machine.final);
  return random.some(open, 1 + random.below(2)).flatMap((from) => {
    const count = random.pick([1, 1, 2]);
    const triggers =
      count === 1 ? [triggerOf(random, entity)] : random.some(DELAYS, 2).map((delay) => inStep(random, delay));
    return triggers.map((trigger): TimerPlan => {
      const conditions = conditionsOn(random, entity).filter((each) => !/\bme\b/.test(each));
      return {
        from,
        trigger,
        to: random.chance(0.4) ? from : random.pick(machine.states),
        guard: random.chance(0.3) && conditions.length > 0 ? random.pick(conditions) : '',
        effects: random.some(EFFECTS, random.below(3)),
      };
    });
  });
}

const EFFECTS = ['doneAt = now', 'rounds = coalesce(rounds, 0) + 1', 'notify owner'];

const inStep = (random: Random, delay: string): string => `${random.pick(['after', 'after', 'every'])} ${delay}`;

function triggerOf(random: Random, entity: EntityPlan): string {
  const moments = entity.fields.filter(
    ({ kind, use, name }) =>
      (kind === 'instant' || kind === 'date') && use === 'input' && fieldReference(name) === name,
  );
  const conditions = conditionsOn(random, entity).filter((each) => !/\b(me|now|today)\b/.test(each));
  if (moments.length > 0 && random.chance(0.4)) {
    const { name } = random.pick(moments);
    return `${random.pick(['20 days', '1 month', '10 weeks'])} ${random.pick(['after', 'after', 'before'])} ${name}`;
  }
  return conditions.length > 0 && random.chance(0.3)
    ? `when \`${random.pick(conditions)}\``
    : inStep(random, random.pick(DELAYS));
}
