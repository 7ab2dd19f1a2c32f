import { type EntityPlan, type FieldPlan, type MachinePlan, named } from './plan.ts';
import type { Random } from './random.ts';

/** Effects on other records, which read what was written before them: what counts the record, and what effects to their left set. */
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

/** Set by the effects of other records alone. */
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

/** What timers do: in whatever order several come at one moment, the outcome is the same. */
function ringsOf(entity: EntityPlan, entities: readonly EntityPlan[]): readonly string[] {
  const target = targetOf(entity, entities);
  const paths = [
    ...(entity.owner === null ? [] : ['owner']),
    ...(target === undefined ? [] : ['about']),
    ...(target?.owner === 'owner' ? ['about.owner'] : []),
  ];
  return paths.map((path) => `${path}.rung = coalesce(${path}.rung, 0) + 1`);
}

/** Events of the record that it leads to, as far as they ask for nothing. */
function raisesOf(entity: EntityPlan, entities: readonly EntityPlan[]): readonly string[] {
  const ways = targetOf(entity, entities)?.machines.flatMap(({ transitions }) => transitions) ?? [];
  return ways
    .filter(({ effects }) => effects.every((effect) => !effect.startsWith('ask')))
    .map(({ event }) => `raise ${event} on about`);
}

/** New records of which nothing else is required. */
function makesOf(entities: readonly EntityPlan[]): readonly string[] {
  const isFilled = ({ name, required, use }: FieldPlan) =>
    !required || use !== 'input' || ['label', 'owner'].includes(name);
  return entities
    .filter((each) => each.owner === 'owner' && named(each.name) === each.name && each.fields.every(isFilled))
    .map((each) => `create ${each.name}: label = "Made", owner = owner, heard = owner.heard`);
}

/** Two or three more among what is there; what an event asks for stays in front. */
function mixed(random: Random, effects: readonly string[], more: readonly string[]): readonly string[] {
  const asks = effects.filter((effect) => effect.startsWith('ask'));
  const rest = effects.filter((effect) => !effect.startsWith('ask'));
  const all = [...rest, ...random.some(more, Math.min(more.length, 2 + random.below(2)))];
  return [...asks, ...random.some(all, all.length)];
}
