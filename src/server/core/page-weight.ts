import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { MAX_ITEMS_SENT } from '../../fields/types/bounded-input.ts';
import { MAX_CHARACTERS } from '../../fields/types/text-input.ts';
import type { Field } from '../../model/types/model.ts';
import type { Bound } from '../../model/types/types.ts';
import type { ListResult } from '../../store/core/store.ts';

/** Maximum bytes of text in the records of one page. A single larger record forms a page of its own. */
const MOST_BYTES = 1_000_000;
/** Estimated bytes of a record or line besides its texts, and of a value that is not text. */
const [BYTES_PER_ROW, BYTES_PER_VALUE] = [100, 50];
/** Maximum bytes of a character in UTF-8. */
const BYTES_PER_CHARACTER = 4;

const largestRecords = new WeakMap<CompiledModel, Map<string, number>>();

/**
 * Returns the plan. If a page of the entity's largest possible records may exceed the limit, the plan also requests the
 * size of each row.
 */
export function withWeights(compiled: CompiledModel, plan: ListPlan): ListPlan {
  if (largestRecord(compiled, plan.entity) * plan.limit <= MOST_BYTES) return plan;
  return { ...plan, key: `weighed ${plan.key}`, withWeights: true };
}

/** Cuts the result to the rows that fit into one page. The next page has the others. */
export function limitPageSize(result: ListResult): ListResult {
  const { rows, weights } = result;
  if (weights === undefined) return result;
  let bytes = 0;
  const firstExcluded = weights.findIndex((weight, index) => {
    bytes += weight;
    return index > 0 && bytes > MOST_BYTES;
  });
  return firstExcluded === -1 ? result : { ...result, rows: rows.slice(0, firstExcluded), more: true };
}

/** Returns the maximum bytes of a record, according to the limits of its fields. */
function largestRecord(compiled: CompiledModel, name: string): number {
  const cache = largestRecords.get(compiled) ?? new Map<string, number>();
  largestRecords.set(compiled, cache);
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  // Stops the recursion for entities whose lines contain lines of the same entity.
  cache.set(name, BYTES_PER_ROW);
  const fields = compiled.entities.get(name)?.entity.fields ?? [];
  const bytes = fields.reduce((sum, field) => sum + largestValue(compiled, field), BYTES_PER_ROW);
  cache.set(name, bytes);
  return bytes;
}

function largestValue(compiled: CompiledModel, { type }: Field): number {
  const most = (bound: Bound | null, usual: number) => (bound === null ? usual : (compiled.bounds(bound) ?? usual));
  switch (type.kind) {
    case 'text':
    case 'long text':
      return most(type.max, MAX_CHARACTERS) * BYTES_PER_CHARACTER;
    case 'object':
    case 'texts':
      return MAX_CHARACTERS * BYTES_PER_CHARACTER;
    case 'list':
      return most(type.max, MAX_ITEMS_SENT) * largestRecord(compiled, type.entity);
    case 'references':
      return most(type.max, MAX_ITEMS_SENT) * BYTES_PER_VALUE;
    default:
      return BYTES_PER_VALUE;
  }
}
