import { type EntityPlan, type FieldPlan, fieldReference, type RulePlan } from './plan.ts';
import type { Random } from './random.ts';

/** Adds counts of the records that refer to a record, which other fields depend on. */
export function withRollups(random: Random, entities: readonly EntityPlan[]): readonly EntityPlan[] {
  return entities.map((entity) => {
    if (entity.belongsTo !== null || random.chance(0.3)) return entity;
    const counting = entities.filter((each) => each.belongsTo === null && targetOf(each) === entity.name);
    const [first] = counting;
    const owned = entities.filter((each) => each.owner !== null);
    const [own] = entity.isPerson ? random.some(owned, 1) : [];
    return {
      ...entity,
      fields: [
        ...entity.fields,
        ...(first === undefined ? [] : [computed('load', `count("${first.name}" where about == this)`)]),
        ...(own === undefined ? [] : [computed('mine', `count("${own.name}" where owner == this)`)]),
      ],
    };
  });
}

const targetOf = ({ fields }: EntityPlan): string | null => fields.find(({ name }) => name === 'about')?.to ?? null;

function computed(name: string, formula: string): FieldPlan {
  return {
    ...{ name, type: 'integer', kind: 'integer', required: false, to: null, use: 'computed' },
    ...{ notes: [`= \`${formula}\``], values: [], bad: [] },
  };
}

/** Returns rules whose outcome the write itself may change in other records. */
export function rollupRulesOf(random: Random, entities: readonly EntityPlan[]): readonly RulePlan[] {
  const has = (name: string | null, field: string) =>
    entities.find((each) => each.name === name)?.fields.some((each) => each.name === field) === true;
  const person = entities.find(({ isPerson }) => isPerson)?.name ?? null;
  return entities.flatMap((entity): readonly RulePlan[] => {
    const target = targetOf(entity);
    const most = 4 + random.below(5);
    const conditions = [
      ...(target !== null && has(target, 'load')
        ? [
            `about == null or about.load <= ${most}`,
            `none("${target}" where load > ${most})`,
            `count("${target}" where load > ${most - 2}) < 2`,
            // In a query, a condition can refer to the queried record by the name of its entity if that is an
            // identifier.
            ...(fieldReference(target) === target
              ? [`none(${target} where load < count("${entity.name}" where about == ${target}))`]
              : []),
          ]
        : []),
      ...(target !== null ? [`about == null or count("${entity.name}" where about == this.about) < ${most}`] : []),
      ...(entity.owner !== null && has(person, 'mine') ? [`owner.mine <= ${most}`, `me.mine <= ${most + 2}`] : []),
      ...(entity.belongsTo !== null
        ? [
            `count("${entity.name}" where cost == this.cost) < ${most + 3}`,
            `sum("${entity.name}".cost) < ${most * 100} EUR`,
          ]
        : []),
    ];
    const warns = random.chance(0.25);
    const code = random.chance(0.5) ? '' : 'UNUSUAL';
    return random
      .some(conditions, Math.min(conditions.length, 2))
      .map((condition) => ({ on: entity.name, condition, code, at: '', warns, states: [] }));
  });
}
