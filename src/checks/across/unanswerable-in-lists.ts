import type { ByClock } from '../../expressions/relation/computed-by-clock.ts';
import { relate } from '../../expressions/relation/relate.ts';
import type { Relation } from '../../expressions/relation/relation.ts';
import { isAnswerable, relationParts } from '../../expressions/relation/relation-parts.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { walk } from '../../expressions/types/walk.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Place } from '../../model/types/place.ts';
import { defineCheck, type PartContext } from '../check.ts';
import { witnessOf } from '../witness.ts';

export const check = defineCheck({
  code: 'unanswerable-in-lists',
  point: null,
  severity: 'warning',
  about: 'A condition that chooses records for a list and that no database can be asked, so that it chooses none.',
  *findEach(context) {
    for (const { formula, element, at, what, who } of choosing(context)) {
      const typed = context.typed(formula);
      const why = typed === null ? null : reasonIn(relationOf(typed, context));
      if (why === null) continue;
      yield {
        element,
        at: formula.at ?? at,
        message: `${what} \`${formula.text}\` holds ${why}, and a database can't be asked for that: it chooses no record.`,
        next: 'State the calculation as a computed field and compare that. By the clock, compare dates, as in `due < today`.',
        witness: witnessOf(context, {
          who,
          entity: context.entity?.name ?? null,
          opens: 'list',
          happens: 'nothing is listed by it, whatever is stored',
        }),
      };
    }
  },
});

interface Choosing {
  readonly formula: Formula;
  readonly element: string;
  readonly at: Place | null;
  readonly what: string;
  readonly who: string | null;
}

/** Whatever decides which records a list, a number or a chart is made of. */
function* choosing({ model }: PartContext): Generator<Choosing> {
  for (const { id, at, operation, role, grant } of model.permissions) {
    if (operation !== 'read' || grant.kind === 'no' || grant.kind === 'unknown' || grant.where === null) continue;
    yield { formula: grant.where, element: id, at, what: `What ${role} may read`, who: role };
  }
  for (const { id, at, name, filter, numbers, charts, filters, standing } of model.screens) {
    if (standing !== 'stated') continue;
    const parts = [...numbers, ...charts, ...filters];
    if (filter !== null) yield { formula: filter, element: id, at, what: `The filter of ${name}`, who: null };
    for (const each of parts)
      if (each.filter !== null)
        yield { formula: each.filter, element: each.id, at, what: `“${each.name}” on ${name}`, who: null };
  }
}

function relationOf(typed: Typed, context: PartContext, open: readonly string[] = []): Relation {
  const byClock: ByClock = (entity, field) => {
    const attribute = context.schema.entities.get(entity)?.attributes.get(field);
    const formula = attribute?.kind === 'field' ? context.typed(attribute.field.computed) : null;
    const key = `${entity}\n${field}`;
    if (formula === null || open.includes(key) || !goesByClock(formula, context, [...open, key])) return undefined;
    const relation = relationOf(formula, context, [...open, key]);
    return { evaluate: () => undefined, relation, mentionsPerson: false };
  };
  return relate(typed, { zone: context.model.product.timeZone.value ?? 'UTC', schema: context.schema, byClock });
}

/** It reads the clock or the person, or a field that does, so that it is not stored. */
function goesByClock(typed: Typed, context: PartContext, open: readonly string[]): boolean {
  return walk(typed).some((part) => {
    if (part.op === 'now' || part.op === 'today' || part.op === 'me') return true;
    if (part.op !== 'field' || open.includes(`${part.entity}\n${part.field}`)) return false;
    const attribute = context.schema.entities.get(part.entity)?.attributes.get(part.field);
    const formula = attribute?.kind === 'field' ? context.typed(attribute.field.computed) : null;
    return formula !== null && goesByClock(formula, context, [...open, `${part.entity}\n${part.field}`]);
  });
}

/** What no database can be asked; null where nothing is so. */
function reasonIn(relation: Relation): string | null {
  if (isAnswerable(relation)) return null;
  if (relation.r === 'unanswerable') return relation.why;
  for (const part of relationParts(relation)) {
    const why = reasonIn(part);
    if (why !== null) return why;
  }
  return null;
}
