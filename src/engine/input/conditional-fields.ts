import type { Row } from '../../fields/text/value.ts';
import type { Compiled, PreparedEntity } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import { rowWith, valuesOf } from '../core/row.ts';
import { computedRow } from '../records/computed-fields.ts';

/** The fields that are not asked for as the record stands. While one types, what hangs on other records is asked for. */
export function unaskedFields(context: Context, entity: PreparedEntity, row: Row): string[] {
  return [...entity.shownWhen].flatMap(([name, condition]) =>
    condition === null || isAsked(context, condition, row) ? [] : name,
  );
}

function isAsked(context: Context, condition: Compiled, row: Row): boolean {
  const isHere = condition.queries.length === 0 && condition.reads.every((path) => path.length < 2);
  return (context.typing && !isHere) || condition.evaluate(scopeOf(context, row)) === true;
}

/**
 * A new record or line without what would be given where it is not asked for. One may hang on another, so that it looks
 * again until nothing changes. `isStated`: what was sent stays, to be judged; so does what only the product sets.
 */
export function withoutUnasked(
  context: Context,
  entity: PreparedEntity,
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
    const away = unaskedFields(context, entity, left).filter((name) => given.has(name) && values[name] !== null);
    if (away.length === 0) return left;
    left = computedRow(context, entity, rowWith(left, valuesOf(away.map((name) => [name, null]))), null);
  }
}
