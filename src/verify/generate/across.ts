import { type EntityPlan, type FieldPlan, fieldReference, type MachinePlan } from './plan.ts';
import type { Random } from './random.ts';

/** Adds effects on other records, which read values that were written before them. */
export function withEffectsAcross(random: Random, entities: readonly EntityPlan[]): readonly EntityPlan[] {
  const heard = entities.map((entity) =>
    entity.belongsTo === null ? { ...entity, fields: [...entity.fields, counted('heard'), counted('rung')] } : entity,
  );
  return heard.map((entity) => {
    const effects = effectsOf(entity, heard);
    if (entity.belongsTo !== null || effects.length === 0) return entity;
    const raises = raisesOf(entity, heard);
    const makes = makesOf(heard);
    const rings = ringsOf(entity, heard);
    const machines = entity.machines.map(
      (machine): MachinePlan => ({
        ...machine,
        onCreation: random.chance(0.5) ? mixed(random, machine.onCreation, effects) : machine.onCreation,
        transitions: machine.transitions.map((transition) => {
          if (random.chance(0.3)) return transition;
          const more = [...(random.chance(0.15) ? raises : []), ...(random.chance(0.3) ? makes : [])];
          const chosen = [...effects, ...random.some(more, Math.min(more.length, 1))];
          return { ...transition, effects: mixed(random, transition.effects, chosen) };
        }),
        timers: machine.timers.map((timer) =>
          random.chance(0.5) ? { ...timer, effects: mixed(random, timer.effects, rings) } : timer,
        ),
      }),
    );
    return { ...entity, machines };
  });
}

/** A field that only effects of other records set. */
const counted = (name: string): FieldPlan => ({
  ...{ name, type: 'integer', kind: 'integer', required: false, notes: ['set by the product'] },
  ...{ values: [], bad: [], use: 'product', to: null },
});

const has = (entity: EntityPlan | undefined, name: string): boolean =>
  entity?.fields.some((field) => field.name === name) === true;

const targetOf = (entity: EntityPlan, entities: readonly EntityPlan[]): EntityPlan | undefined => {
  const about = entity.fields.find(({ name }) => name === 'about')?.to ?? null;
  return entities.find(({ name }) => name === about);
};

function effectsOf(entity: EntityPlan, entities: readonly EntityPlan[]): readonly string[] {
  const target = targetOf(entity, entities);
  const person = entities.find(({ isPerson }) => isPerson);
  const ofOwner = [
    'owner.heard = coalesce(owner.heard, 0) + 1',
    'me.heard = coalesce(me.heard, 0) + 1',
    `owner.heard = count("${entity.name}" where rounds == this.rounds)`,
    ...(has(person, 'mine') ? ['owner.heard = owner.mine', 'me.heard = owner.mine + coalesce(owner.heard, 0)'] : []),
  ];
  const ofTarget = [
    'about.heard = coalesce(about.heard, 0) + 1',
    'about.heard = coalesce(owner.heard, 7)',
    `about.heard = count("${entity.name}" where about == this.about and heard != this.about.heard)`,
    ...(target?.owner === 'owner' ? ['about.owner.heard = coalesce(about.heard, 0) + coalesce(rounds, 0)'] : []),
    ...(has(target, 'load') ? ['about.heard = about.load', 'owner.heard = about.load'] : []),
  ];
  return [...(entity.owner === null ? [] : ofOwner), ...(target === undefined ? [] : ofTarget)];
}

/** Effects of timers whose result does not depend on the order in which they run. */
function ringsOf(entity: EntityPlan, entities: readonly EntityPlan[]): readonly string[] {
  const target = targetOf(entity, entities);
  const paths = [
    ...(entity.owner === null ? [] : ['owner']),
    ...(target === undefined ? [] : ['about']),
    ...(target?.owner === 'owner' ? ['about.owner'] : []),
  ];
  return paths.map((path) => `${path}.rung = coalesce(${path}.rung, 0) + 1`);
}

/** Events of the referenced record that ask for nothing. */
function raisesOf(entity: EntityPlan, entities: readonly EntityPlan[]): readonly string[] {
  const ways = targetOf(entity, entities)?.machines.flatMap(({ transitions }) => transitions) ?? [];
  return ways
    .filter(({ effects }) => effects.every((effect) => !effect.startsWith('ask')))
    .map(({ event }) => `raise ${event} on about`);
}

/** Effects that create records that require nothing else. */
function makesOf(entities: readonly EntityPlan[]): readonly string[] {
  const isFilled = ({ name, required, use }: FieldPlan) =>
    !required || use !== 'input' || ['label', 'owner'].includes(name);
  return entities
    .filter((each) => each.owner === 'owner' && fieldReference(each.name) === each.name && each.fields.every(isFilled))
    .map((each) => `create ${each.name}: label = "Made", owner = owner, heard = owner.heard`);
}

/** Adds two or three effects; what an event asks for stays first. */
function mixed(random: Random, effects: readonly string[], more: readonly string[]): readonly string[] {
  const asks = effects.filter((effect) => effect.startsWith('ask'));
  const rest = effects.filter((effect) => !effect.startsWith('ask'));
  const all = [...rest, ...random.some(more, Math.min(more.length, 2 + random.below(2)))];
  return [...asks, ...random.some(all, all.length)];
}
