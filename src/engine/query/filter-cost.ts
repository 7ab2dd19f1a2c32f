import type { Typed } from '../../expressions/types/typed.ts';
import { containsQuery, partsWithin } from '../../expressions/types/walk.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';

/** Maximum cost of a condition that a person sends; see `costOf`. */
const MOST = 10_000;
/** Assumed number of records in a list. */
const IN_LIST = 100;
/**
 * Cost of a field whose formula queries all records of an entity. The document may have such fields, but a condition
 * may use only a few of them.
 */
const OVER_ENTITY = 2_500;

/**
 * Returns why a condition that a person sends is too expensive per record, or null. Conditions of the document itself
 * are not limited.
 */
export function tooCostly(model: CompiledModel, typed: Typed): string | null {
  if (containsQuery(typed)) return 'without questions about all records of an entity, such as count(Order where …)';
  return costOf(model, typed) > MOST ? 'with less work for each record: fewer conditions inside lists' : null;
}

/**
 * Returns the number of comparisons per record: each part counts 1, and the condition on a list's items counts once per
 * assumed item.
 */
function costOf(model: CompiledModel, typed: Typed): number {
  const parts = partsWithin(typed);
  const own = typed.op === 'field' && isOverEntity(model, typed.entity, typed.field) ? OVER_ENTITY : 1;
  if (typed.op === 'macro' || typed.op === 'aggregate') {
    const body = typed.body === null ? 1 : costOf(model, typed.body);
    return own + costOf(model, typed.of) + IN_LIST * body;
  }
  return parts.reduce((sum, part) => sum + costOf(model, part), own);
}

function isOverEntity({ byClock }: CompiledModel, entity: string, field: string): boolean {
  return (byClock(entity, field)?.queries.length ?? 0) > 0;
}
