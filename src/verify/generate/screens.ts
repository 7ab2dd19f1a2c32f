import type { Names } from './entities.ts';
import type { EntityPlan, ScreenPlan } from './plan.ts';
import type { Random } from './random.ts';

/** Returns screens for one record, most with comments. Screens that are not stated are assumed. */
export function screensOf(
  random: Random,
  { roles, everybody }: Names,
  entities: readonly EntityPlan[],
): readonly ScreenPlan[] {
  const main = entities.filter(({ belongsTo }) => belongsTo === null);
  return main.flatMap(({ name: entity }, index) =>
    Array.from({ length: random.pick([0, 1, 1, 1, 2]) }, (_, number): ScreenPlan => {
      const name = `Record ${index} ${number}`;
      return {
        route: `/record-${index}-${number}/:id`,
        name,
        entity,
        roles: random.chance(0.5) ? [] : random.some([everybody, ...roles], 1 + random.below(2)),
        comments: random.pick(['yes', 'yes', 'yes', 'yes', 'no', 'not shown.', '']),
      };
    }),
  );
}
