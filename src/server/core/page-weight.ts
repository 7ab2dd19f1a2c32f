import type { App } from '../../engine/compiled/compiled-model.ts';
import type { ListPlan } from '../../engine/query/list-plan.ts';
import { MOST_SENT } from '../../fields/types/item-count.ts';
import { MOST_CHARACTERS } from '../../fields/types/text-input.ts';
import type { Field } from '../../model/types/model.ts';
import type { Bound } from '../../model/types/types.ts';
import type { ListResult } from '../../store/core/store.ts';

/** Bytes of text that the records of a page have together, but for one that has more by itself. */
const MOST_BYTES = 1_000_000;
/** What a record or line takes beside its texts, and what any other value takes. */
const [OF_A_ROW, OF_A_VALUE] = [100, 50];
/** In UTF-8. */
const OF_A_CHARACTER = 4;

const largest = new WeakMap<App, Map<string, number>>();

/** The same plan; where its records may be so large that a page of them is not held at once, it asks how large each is. */
export function weighed(app: App, plan: ListPlan): ListPlan {
  if (largestRecord(app, plan.entity) * plan.limit <= MOST_BYTES) return plan;
  return { ...plan, key: `weighed ${plan.key}`, weighed: true };
}

/** As many of the rows that were found as a page holds; the others are for the next one. */
export function heldByPage(found: ListResult): ListResult {
  const { rows, weights } = found;
  if (weights === undefined) return found;
  let held = 0;
  const over = weights.findIndex((weight, index) => {
    held += weight;
    return index > 0 && held > MOST_BYTES;
  });
  return over === -1 ? found : { ...found, rows: rows.slice(0, over), more: true };
}

/** Bytes that a record of this entity may have by what its fields state. */
function largestRecord(app: App, name: string): number {
  const known = largest.get(app) ?? new Map<string, number>();
  largest.set(app, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  // Of lines within lines of the same kind nothing more is known.
  known.set(name, OF_A_ROW);
  const fields = app.entities.get(name)?.entity.fields ?? [];
  const bytes = fields.reduce((sum, field) => sum + largestValue(app, field), OF_A_ROW);
  known.set(name, bytes);
  return bytes;
}

function largestValue(app: App, { type }: Field): number {
  const most = (bound: Bound | null, usual: number) => (bound === null ? usual : (app.bounds(bound) ?? usual));
  switch (type.kind) {
    case 'text':
    case 'long text':
      return most(type.max, MOST_CHARACTERS) * OF_A_CHARACTER;
    case 'texts':
      return MOST_CHARACTERS * OF_A_CHARACTER;
    case 'list':
      return most(type.max, MOST_SENT) * largestRecord(app, type.entity);
    case 'references':
      return most(type.max, MOST_SENT) * OF_A_VALUE;
    default:
      return OF_A_VALUE;
  }
}
