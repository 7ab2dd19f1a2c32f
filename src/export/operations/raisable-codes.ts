import type { CompiledCall, CompiledEntity, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { StandardCode } from '../../engine/compiled/standard-errors.ts';
import type { ItemShape, PageEntry, ShapeEntry } from '../../expressions/shapes/resolve-shape.ts';
import { parametersOf } from '../../model/lookups/call-record.ts';
import { type Deed, isWriting } from '../../model/types/deed.ts';
import type { Kind } from '../../model/types/types.ts';

/** What decides which standard errors a call can raise. */
export interface Raising {
  readonly model: CompiledModel;
  readonly call: CompiledCall;
  readonly deed: Deed;
  /** The entities whose records the call may write or judge. */
  readonly entities: readonly CompiledEntity[];
}

/** Returns the test for the errors that the call can raise. An error that is not excluded for certain passes. */
export function raisableCodes({ model, call, deed, entities }: Raising): (code: StandardCode) => boolean {
  const fields = entities.flatMap(({ entity }) => entity.fields);
  const kinds = new Set(fields.map(({ type }) => type.kind));
  const isAny = (...some: readonly Kind[]) => some.some((kind) => kinds.has(kind));
  const machines = entities.flatMap((entity) => entity.machines);
  const isSeveral = isAny('list', 'texts', 'references', 'choice', 'role', 'file');
  const isLong = isAny('text', 'long text', 'password', 'texts', 'number series', 'email');
  const isReferring = isAny('reference', 'references');
  return (code) => {
    switch (code) {
      case 'WRONG_STATE':
      case 'NOT_MET':
        return machines.length > 0;
      case 'NOT_A_KEY':
        return parametersOf(call.call.path).length > 0;
      case 'IN_USE':
        return entities.some(({ referrers }) => referrers.some(({ field }) => field.onDelete === 'restrict'));
      case 'CIRCLE':
        return machines.length > 0 || entities.some(({ referrers }) => referrers.length > 0);
      case 'IDEMPOTENCY_MISMATCH':
        return call.options.idempotencyKey !== 'not used';
      case 'TOO_MANY_RECORDS':
        return isListing(deed, call) || (isWriting(deed) && (model.questions.size > 0 || machines.length > 0));
      case 'NOT_UNIQUE':
        return entities.some(({ entity }) => entity.unique.length > 0 || entity.fields.some(({ unique }) => unique));
      case 'TOO_LONG':
      case 'TOO_SHORT':
        return isLong;
      case 'TOO_FEW_LINES':
      case 'TOO_MANY_LINES':
        return isSeveral;
      case 'GIVEN_TWICE':
        return isSeveral || deed.isBulk;
      case 'LINE_STAYS':
        return isAny('list');
      case 'NOT_A_CHOICE':
        return isAny('choice', 'role');
      case 'WRONG_FILE':
        return isAny('file');
      case 'NO_SUCH_VALUE':
      case 'NOT_OFFERED':
        return isReferring || isAny('file');
      default:
        return true;
    }
  };
}

/** Whether the call answers with all records of a list, or with records that refer to others. */
const isListing = ({ kind }: Deed, { responseShape, options }: CompiledCall): boolean => {
  if (kind === 'values' || kind === 'delete all') return true;
  const paging = options.paging?.kind;
  if (kind === 'list' && (paging === 'none' || paging === 'page' || options.mediaType !== null)) return true;
  if (responseShape === null) return false;
  return responseShape.kind === 'page' ? responseShape.entries.some(ofPage) : ofItem(responseShape.each);
};

const ofPage = (entry: PageEntry): boolean =>
  entry.kind === 'items' ? ofItem(entry.each) : entry.kind === 'inside' && entry.entries.some(ofPage);

function ofItem(shape: ItemShape): boolean {
  if (shape === null || 'field' in shape) return false;
  return 'alone' in shape ? ofEntry(shape.alone) : shape.entries.some(ofEntry);
}

function ofEntry(entry: ShapeEntry): boolean {
  if (entry.kind === 'records') return true;
  return 'entries' in entry ? entry.entries.some(ofEntry) : 'each' in entry && ofItem(entry.each as ItemShape);
}
