import type { Screen } from '../../model/types/model.ts';
import { defineCheck, type EntityContext } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';
import { canHoldTogether } from '../transitions/transition-conditions.ts';

export const check = defineCheck({
  code: 'screen-always-empty',
  point: 2,
  severity: 'warning',
  about: 'A screen whose filter matches no record, or none that its roles may read.',
  *find({ entities }) {
    for (const context of entities) {
      for (const screen of context.screens) {
        const filter = screen.standing === 'stated' ? context.typed(screen.filter) : null;
        if (filter === null) continue;
        const never = !canHoldTogether([filter], context);
        if (!never && !isUnreadable(screen, context)) continue;
        yield {
          element: screen.id,
          at: screen.filter?.at ?? screen.at,
          message: never
            ? `${screen.name} is always empty: no ${context.entity.name} can satisfy \`${screen.filter?.text}\`.`
            : `${screen.name} is always empty: its roles may read no ${context.entity.name} that satisfies \`${screen.filter?.text}\`.`,
          next: never
            ? 'Correct the condition: its parts exclude each other.'
            : `Correct the condition, change the roles under For, or grant such records in the row “${context.entity.name}: read”.`,
          witness: witnessOf(context, {
            who: screen.roles?.[0]?.name ?? null,
            screen,
            outcome: 'the screen is empty, whatever is stored',
          }),
        };
      }
    }
  },
});

/** Whether no cell of the screen's roles grants a record that matches the filter. */
function isUnreadable(screen: Screen, context: EntityContext): boolean {
  const filter = context.typed(screen.filter);
  const names = screen.roles?.map(({ name }) => name) ?? [];
  const { access, schema } = context;
  if (filter === null || names.length === 0 || names.some((name) => !schema.roles.has(name))) return false;
  const everyones = new Set(access.everyone.map(({ name }) => name));
  if (names.some((name) => everyones.has(name))) return false;
  // Roles that include others, or come from a relation, may read more than their own cells grant.
  const plain = (name: string) => schema.roles.get(name)?.includes.length === 0;
  if (!names.every(plain) || [...schema.roles.values()].some(({ relation }) => relation.length > 0)) return false;
  const cells = access
    .cells(context.entity.name, 'read')
    .filter(({ role }) => names.includes(role) || everyones.has(role));
  if (cells.length === 0 || cells.some(({ grant }) => grant.kind === 'unknown')) return false;
  const granting = cells.filter(({ grant }) => grant.kind === 'yes');
  return (
    granting.length > 0 &&
    granting.every(({ grant }) => {
      if (grant.kind !== 'yes' || grant.where === null) return false;
      const where = context.typed(grant.where);
      return where !== null && !canHoldTogether([filter, where], context);
    })
  );
}
