import type { Place } from '../../model/types/element.ts';
import type { Formula } from '../../model/types/formula.ts';
import { whyNotInDatabase } from '../lookups/database-conditions.ts';
import { type CheckContext, defineCheck } from '../runner/check.ts';
import { witnessOf } from '../transitions/find-witness.ts';

export const check = defineCheck({
  code: 'unanswerable-in-lists',
  point: null,
  severity: 'warning',
  about: 'A condition for a list that a database cannot evaluate.',
  *find(context) {
    for (const { formula, entity, element, at, what, who } of selectingConditions(context)) {
      const typed = context.typed(formula);
      const why = typed === null ? null : whyNotInDatabase(typed, context);
      if (why === null) continue;
      yield {
        element,
        at: formula.at ?? at,
        message: `${what} \`${formula.text}\` contains ${why}, which a database cannot evaluate, so it selects no records.`,
        next: 'Use a computed field for the calculation and compare that. For times, compare dates, as in `due < today`.',
        witness: witnessOf(context, {
          who,
          entity,
          opens: 'list',
          outcome: 'the list is always empty',
        }),
      };
    }
  },
});

interface Choosing {
  readonly formula: Formula;
  readonly entity: string | null;
  readonly element: string;
  readonly at: Place | null;
  readonly what: string;
  readonly who: string | null;
}

/** Yields the conditions that decide which records a list, a number or a chart includes. */
function* selectingConditions({ model }: CheckContext): Generator<Choosing> {
  for (const { id, at, entity, operation, role, grant } of model.permissions) {
    if (operation !== 'read' || grant.kind === 'no' || grant.kind === 'unknown' || grant.where === null) continue;
    yield { formula: grant.where, entity, element: id, at, what: `What ${role} may read`, who: role };
  }
  for (const { id, at, entity, name, filter, numbers, charts, filters, standing } of model.screens) {
    if (standing !== 'stated') continue;
    const parts = [...numbers, ...charts, ...filters];
    if (filter !== null) yield { formula: filter, entity, element: id, at, what: `The filter of ${name}`, who: null };
    for (const each of parts)
      if (each.filter !== null)
        yield { formula: each.filter, entity, element: each.id, at, what: `“${each.name}” on ${name}`, who: null };
  }
}
