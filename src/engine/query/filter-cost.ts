import type { Typed } from '../../expressions/types/typed.ts';
import { holdsQuery, partsWithin } from '../../expressions/types/walk.ts';
import type { App } from '../compiled/compiled-model.ts';

/** Highest cost of a condition that a person sends; see `costOf`. */
const MOST = 10_000;
/** Records that a list of one record is assumed to hold. */
const IN_LIST = 100;
/** Cost of a field whose formula asks about all records of an entity: the document may do so, but few times in one condition. */
const OVER_ENTITY = 2_500;

/**
 * Returns why a condition that a person sends would be too much work for each record, or null. A document's own conditions are
 * not limited.
 */
export function tooCostly(app: App, typed: Typed): string | null {
  if (holdsQuery(typed)) return 'without questions about all records of an entity, such as count(Order where …)';
  return costOf(app, typed) > MOST ? 'with less work for each record: fewer conditions inside lists' : null;
}

/** Comparisons for one record: each part counts 1, and what is asked of each record in a list counts for all of them. */
function costOf(app: App, typed: Typed): number {
  const parts = partsWithin(typed);
  const own = typed.op === 'field' && isOverEntity(app, typed.entity, typed.field) ? OVER_ENTITY : 1;
  if (typed.op === 'macro' || typed.op === 'aggregate') {
    const body = typed.body === null ? 1 : costOf(app, typed.body);
    return own + costOf(app, typed.of) + IN_LIST * body;
  }
  return parts.reduce((sum, part) => sum + costOf(app, part), own);
}

function isOverEntity({ byClock }: App, entity: string, field: string): boolean {
  return (byClock(entity, field)?.queries.length ?? 0) > 0;
}
