import type { ShapeSource } from '../../engine/answer/shaped-answer.ts';
import { fieldsFromShape, refusalInShape } from '../../engine/compile/call-shape.ts';
import type { CompiledCall, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Intent, Json } from '../../engine/core/intent.ts';
import type { RecordKey } from '../../engine/core/needs-and-facts.ts';
import type { Failure, Refusal } from '../../engine/core/refusal.ts';
import { askNames } from '../../engine/input/input-fields.ts';
import { withShownMembers } from '../../engine/query/shown-members.ts';
import { isObject } from '../../fields/text/json.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import { type AnswerOptions, emptyAnswer, jsonAnswer, privateHeaders } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { noteShown } from '../runtime/shown-records.ts';
import { contractOf } from './contract.ts';
import { loadRecord } from './read-record.ts';
import { shapedRecord } from './shaped-records.ts';
import { withinBounds } from './within-bounds.ts';

/** Converts a body in the call's stated shape to fields by name, without members that the call ignores. */
export function fieldsFromBody(context: RequestContext, call: string, body: Json): Json {
  const contract = contractOf(context, call);
  if (contract === undefined) return body;
  const { requestShape, sends, options } = contract;
  const isIgnoring = options.unknownMembers === 'ignored';
  if (requestShape !== null) return fieldsFromShape(requestShape, body, isIgnoring);
  if (!isIgnoring || !isObject(body)) return body;
  const { does } = contract.call;
  const { compiled } = context.version;
  const isOpen = sends === null || (sends.size === 0 && 'event' in does && does.event !== null);
  const known = isOpen ? takenBy(compiled, contract) : sends;
  return Object.fromEntries(Object.entries(body).filter(([name]) => known?.has(name) === true)) as Json;
}

/** Returns what a call takes that lists nothing: what its event asks for, otherwise all fields. */
function takenBy(compiled: CompiledModel, { call }: CompiledCall): Pick<ReadonlySet<string>, 'has'> | undefined {
  const entity = entityOfCall(call) ?? '';
  const event = 'event' in call.does ? call.does.event : null;
  if (event === null) return compiled.schema.entities.get(entity)?.attributes;
  const transitions = compiled.entities.get(entity)?.byEvent.get(event) ?? [];
  return new Set(transitions.flatMap(({ transition }) => [...askNames(compiled, transition, call.id)]));
}

/** Returns a refusal with the names of the request: those of the call's query and of its stated shape. */
export function refusalForCall(
  context: RequestContext,
  { call, entity }: Pick<Intent, 'call' | 'entity'>,
  refusal: Refusal,
): Refusal {
  const { requestShape = null, queryInputs = [] } = contractOf(context, call) ?? {};
  const marked = withRepeatable(context, entity, refusal);
  if (requestShape === null && queryInputs.length === 0) return marked;
  return refusalInShape(requestShape ?? [], marked, queryInputs);
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

/**
 * Returns the call if it answers with a record in a shape of its own, with the members that the query shows. Other data
 * of the record is not disclosed then.
 */
export function shapedCall(context: RequestContext, call: string | null): CompiledCall | null {
  const contract = contractOf(context, call);
  if (contract?.responseShape?.kind !== 'record') return null;
  const shown = withShownMembers(context.version.compiled, contract, context.url.searchParams);
  return 'situation' in shown ? contract : shown;
}

/** Returns the options of a successful answer, with the status that the call states. */
export function statedOptions(context: RequestContext, call: string | null, usual: AnswerOptions): AnswerOptions {
  const status = contractOf(context, call)?.options.status ?? null;
  return status === null ? usual : { ...usual, status };
}

/** Answers a call that has no body: with the status that it states, otherwise 204. */
export function doneAnswer(context: RequestContext, call: string | null): Response {
  const status = contractOf(context, call)?.options.status ?? 204;
  return new Response(null, { status, headers: privateHeaders(context) });
}

/** Answers with a record that is about to be deleted, as it is before; null if the call states no body. */
export async function deletedAnswer(
  context: RequestContext,
  { call, entity, id }: Pick<Extract<Intent, { readonly kind: 'delete' }>, 'call' | 'entity' | 'id'>,
): Promise<Response | null> {
  const shaped = shapedCall(context, call);
  if (shaped === null || shaped.options.status === 204) return null;
  const answer = await shapedRecordAnswer(context, shaped, { entity, id }, { status: 200 });
  answer.headers.delete('etag');
  return answer;
}

/** Answers with a record in the call's shape and with its status, with the record's own ETag. */
export async function shapedRecordAnswer(
  context: RequestContext,
  call: CompiledCall,
  key: RecordKey,
  usual: AnswerOptions = {},
  words: ShapeSource['words'] = {},
): Promise<Response> {
  const shape = call.responseShape;
  if (shape?.kind !== 'record') return emptyAnswer(context);
  const { status } = call.options;
  const options = status === null ? usual : { ...usual, status };
  if (options.status === 204) return emptyAnswer(context);
  return withinBounds(context, async () => {
    const record = await shapedRecord(context, call, shape.each, key, { token: context.token ?? null, ...words });
    if (record === null) return answerWithout(context, key);
    noteShown(context, key);
    const isTagged = call.options.ifMatch !== 'not used' && record.etag !== null;
    const json = shape.several ? [record.json] : record.json;
    return jsonAnswer(context, json, { ...(isTagged && { etag: record.etag }), ...options });
  });
}

/** Answers that a record is not found; after a write, whose record the principal may not read, without a body. */
async function answerWithout(context: RequestContext, { entity, id }: RecordKey): Promise<Response> {
  if (context.request.method !== 'GET') return emptyAnswer(context);
  const loaded = await loadRecord(context, entity, id);
  return 'refused' in loaded ? loaded.refused : emptyAnswer(context);
}
