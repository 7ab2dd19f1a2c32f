import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { MOST_SENT } from '../../fields/types/item-count.ts';
import { MOST_CHARACTERS } from '../../fields/types/text-input.ts';
import type { Field } from '../../model/types/model.ts';
import type { Bound } from '../../model/types/types.ts';
import type { ListResult } from '../../store/core/store.ts';

/** Bytes of text that the records of a page have together, but for one that has more by itself. */
const MOST_BYTES = 1_000_000;
/** What a record or line takes beside its texts, and what any other value takes. */
const [BYTES_PER_ROW, BYTES_PER_VALUE] = [100, 50];
/** In UTF-8. */
const BYTES_PER_CHARACTER = 4;

const largestRecords = new WeakMap<CompiledModel, Map<string, number>>();

/** The same plan; where its records may be so large that a page of them is not held at once, it asks how large each is. */
export function withWeights(compiled: CompiledModel, plan: ListPlan): ListPlan {
  if (largestRecord(compiled, plan.entity) * plan.limit <= MOST_BYTES) return plan;
  return { ...plan, key: `weighed ${plan.key}`, weighed: true };
}

/** As many of the rows that were found as a page holds; the others are for the next one. */
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

/** Bytes that a record of this entity may have by what its fields state. */
function largestRecord(compiled: CompiledModel, name: string): number {
  const cache = largestRecords.get(compiled) ?? new Map<string, number>();
  largestRecords.set(compiled, cache);
  const cached = cache.get(name);
  if (cached !== undefined) return cached;
  // Of lines within lines of the same kind nothing more is known.
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
      return most(type.max, MOST_CHARACTERS) * BYTES_PER_CHARACTER;
    case 'texts':
      return MOST_CHARACTERS * BYTES_PER_CHARACTER;
    case 'list':
      return most(type.max, MOST_SENT) * largestRecord(compiled, type.entity);
    case 'references':
      return most(type.max, MOST_SENT) * BYTES_PER_VALUE;
    default:
      return BYTES_PER_VALUE;
  }
}
