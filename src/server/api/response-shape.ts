import { fieldsFromShape, refusalInShape, shapedPage, shapedRecord } from '../../engine/compile/call-shape.ts';
import type { Intent, Json } from '../../engine/core/intent.ts';
import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { type AnswerOptions, jsonAnswer } from '../http/answer.ts';
import { acceptsWholeRecords } from '../http/whole-records.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { listPage, recordAnswer } from './read-record.ts';

const isWhole = ({ request }: RequestContext): boolean => acceptsWholeRecords(request);

const shapesOf = (context: RequestContext, call: string | null) => {
  const shapes = call === null ? undefined : context.version.compiled.calls.get(call);
  return shapes === undefined || isWhole(context) ? undefined : shapes;
};

/** Converts a body in the call's stated shape to fields by name. */
export function fieldsFromBody(context: RequestContext, call: string, body: Json): Json {
  const takes = shapesOf(context, call)?.requestShape ?? null;
  return takes === null ? body : fieldsFromShape(takes, body);
}

/** Returns a refusal with the field names of the call's stated shape. */
export function refusalForCall(
  context: RequestContext,
  { call, entity }: Pick<Intent, 'call' | 'entity'>,
  refusal: Refusal,
): Refusal {
  const takes = shapesOf(context, call)?.requestShape ?? null;
  const marked = withRepeatable(context, entity, refusal);
  return takes === null ? marked : refusalInShape(takes, marked);
}

/** Marks the failures whose values may be repeated in the answer: those of fields that can be read at all. */
function withRepeatable({ version }: RequestContext, entity: string, refusal: Refusal): Refusal {
  if (refusal.failures.length === 0) return refusal;
  const { entities } = version.compiled.schema;
  const isRepeatable = ([name, line, inner]: Failure['path']): boolean => {
    const attribute = entities.get(entity)?.attributes.get(String(name));
    if (attribute?.kind !== 'field' || attribute.field.writeOnly) return false;
    if (line === undefined || attribute.type.kind !== 'list') return attribute.type.kind !== 'list';
    const inside = entities.get(attribute.type.entity)?.attributes.get(String(inner));
    return inside?.kind === 'field' && !inside.field.writeOnly;
  };
  const failures = refusal.failures.map((failed) =>
    isRepeatable(failed.path) ? { ...failed, repeats: true } : failed,
  );
  return { ...refusal, failures };
}

/** Whether a call answers with records in a shape of its own. Other data of the record is then not disclosed. */
export const hasResponseShape = (context: RequestContext, call: string | null): boolean =>
  shapesOf(context, call)?.responseShape?.kind === 'record';

/** Answers with a record in the call's shape, with the record's own ETag. */
export function shapedRecordAnswer(
  context: RequestContext,
  call: string | null,
  record: WireRecord,
  options: AnswerOptions = {},
): Response {
  const gives = shapesOf(context, call)?.responseShape ?? null;
  if (gives?.kind !== 'record') return recordAnswer(context, record, options);
  return jsonAnswer(context, shapedRecord(gives, record), { etag: record._.etag, ...options });
}

/** Answers with a page in the call's shape; null if the call states none. */
export async function shapedPageAnswer(
  context: RequestContext,
  entity: string,
  call: string,
  query: readonly (readonly [string, string])[],
): Promise<Response | null> {
  const gives = shapesOf(context, call)?.responseShape ?? null;
  if (gives === null || gives.kind === 'record') return null;
  const isCounted = gives.kind === 'page' && gives.entries.some(({ kind }) => kind === 'total');
  const request = { entity, from: call, query, secret: context.runtime.secret };
  const page = await listPage(context, request, isCounted ? Number.POSITIVE_INFINITY : 0);
  return page instanceof Response ? page : jsonAnswer(context, shapedPage(gives, page));
}
