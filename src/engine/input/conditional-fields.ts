import type { Row } from '../../fields/text/value.ts';
import type { CompiledEntity, CompiledFormula } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { rowWith, valuesOf } from '../core/row-values.ts';
import { withComputedFields } from '../records/computed-fields.ts';

/**
 * Returns the conditional fields that are hidden for the record as it is. While a form is being filled in, fields whose
 * condition depends on other records count as visible.
 */
export function hiddenFields(context: Context, entity: CompiledEntity, row: Row): string[] {
  return [...entity.shownWhen].flatMap(([name, condition]) =>
    condition === null || isAsked(context, condition, row) ? [] : name,
  );
}

function isAsked(context: Context, condition: CompiledFormula, row: Row): boolean {
  const isHere = condition.queries.length === 0 && condition.reads.every((path) => path.length < 2);
  return (context.isForm && !isHere) || condition.evaluate(scopeOf(context, row)) === true;
}

/**
 * Returns a new record or line without the default values of hidden fields. Clearing one field may hide another, so it
 * repeats until nothing changes. Values that were sent (`isStated`) stay and are validated; values that only the
 * product sets stay too.
 */
export function withoutHidden(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  isStated: (field: string) => boolean,
): Row {
  if (entity.shownWhen.size === 0) return row;
  const given = new Set(
    entity.entity.fields.flatMap(({ name, byProduct, default: value }) =>
      value === null || byProduct || isStated(name) ? [] : name,
    ),
  );
  let left = row;
  for (;;) {
    const { values } = left;
    const away = hiddenFields(context, entity, left).filter((name) => given.has(name) && values[name] !== null);
    if (away.length === 0) return left;
    left = withComputedFields(context, entity, rowWith(left, valuesOf(away.map((name) => [name, null]))), null);
  }
}
