import { refuseCaller } from '../../engine/access/call-access.ts';
import { mustSignIn } from '../../engine/core/principal.ts';
import { NO_KEY } from '../../engine/core/record-address.ts';
import { refuseParameter } from '../../engine/errors/parameter-refusal.ts';
import { withShownMembers } from '../../engine/query/shown-members.ts';
import { isOfSeveral } from '../../expressions/shapes/query-inputs.ts';
import type { Json } from '../../fields/text/json.ts';
import { recordParameter } from '../../model/lookups/call-record.ts';
import type { Call, ValuesDeed } from '../../model/types/model.ts';
import { newId } from '../core/new-id.ts';
import type { Route } from '../core/path-template.ts';
import { refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import type { Handler, RequestContext } from '../runtime/request-context.ts';
import { answerAccount } from './account-calls.ts';
import { type AddressedRecord, findAddressedRecord, findByCondition } from './addressed-record.ts';
import { answerBulk } from './bulk-calls.ts';
import { answerCallPage, answerValues } from './call-page.ts';
import { refuseByRate } from './call-rate.ts';
import { contractOf, matchFor } from './contract.ts';
import { answerDeleteAll } from './delete-all.ts';
import { answerFile } from './file-calls.ts';
import { withFixedHeaders } from './fixed-headers.ts';
import { refuseHiddenCall } from './hidden-calls.ts';
import { readMembers } from './latest-version.ts';
import { belongsToParents, fillFromPath, findParents, missingParent, ownParents } from './parent-ids.ts';
import { fillAskedFromPath, inputOf } from './path-inputs.ts';
import { loadRecord, recordAnswer, refuseByRole, refuseUnseen } from './read-record.ts';
import { queryWithIds } from './record-keys.ts';
import { shapedCall, shapedRecordAnswer, statedOptions } from './response-shape.ts';
import { answerWrite } from './write-record.ts';

/** Returns the routes of the document's calls, stated and assumed. Calls to other systems have no route. */
export function callRoutes(calls: readonly Call[]): Route<Handler>[] {
  return calls.flatMap((call) => {
    const value = handlerOf(call);
    return value === null || !call.path.startsWith('/') || call.path.startsWith('/_/')
      ? []
      : [{ method: call.method, pattern: call.path, value: (context) => admitted(context, call, value) }];
  });
}

/** Refuses callers who send too many requests or for whom the call is not, before anything of their request is read. */
async function admitted(context: RequestContext, call: Call, answer: Handler): Promise<Response> {
  const hidden = refuseHiddenCall(context, call);
  if (hidden !== null) return hidden;
  const refusal = refuseCaller(context.version.compiled, context.principal, call.id);
  const answered =
    (await refuseByRate(context, call)) ?? (refusal === null ? await answer(context) : refusedAnswer(context, refusal));
  return withFixedHeaders(context, call.id, answered);
}

/** A call, and the path parameter that names its record; null if there is none. */
interface RoutedCall {
  readonly call: Call;
  readonly record: string | null;
}

function handlerOf(call: Call): Handler | null {
  const { does } = call;
  const routed: RoutedCall = { call, record: 'entity' in does ? recordParameter(call.path, does.entity) : null };
  switch (does.kind) {
    case 'list':
      return (context) => answerPage(context, does.entity, call);
    case 'read':
      return (context) => withoutQuery(context, call.id, () => answerOne(context, does.entity, routed));
    case 'delete':
      return (context) =>
        withoutQuery(context, call.id, async () => {
          const { id, context: linked, missing: within } = await recordOf(context, routed);
          const ifMatch = matchFor(context, call.id);
          const intent = { kind: 'delete', entity: does.entity, id, call: call.id, ifMatch } as const;
          return answerWrite(linked, within === undefined ? intent : { ...intent, within }, null);
        });
    case 'create':
    case 'change':
    case 'event':
      return (context) => withoutQuery(context, call.id, () => answerInput(context, routed));
    case 'unknown':
      return (context) =>
        standardAnswer(context, 'NOT_SHOWN', { what: `what “${call.name}” does` }, { decidedBy: [call.id] });
    case 'account':
      return async (context) => unknownParameter(context, call.id) ?? answerAccount(context, call, does);
    case 'bulk':
      return (context) =>
        withoutQuery(context, call.id, () =>
          does.act === 'delete all' ? answerDeleteAll(context, call, does) : answerBulk(context, call, does),
        );
    case 'file':
      return (context) =>
        withoutQuery(context, call.id, () => answerFile(context, call, does, (latest) => recordOf(latest, routed)));
    case 'values':
      return (context) => withoutQuery(context, call.id, () => answerListed(context, call, does));
    case 'outside':
      return null;
  }
}

/** Reads the body, then decides with the document and the principal as they are after the body arrived. */
async function answerInput(initial: RequestContext, routed: RoutedCall): Promise<Response> {
  const { call } = routed;
  const sent = await readMembers(initial, call);
  if (!sent.ok) return unreadableAnswer(initial, sent);
  const { context } = sent;
  const input = await inputOf(context, call.id, sent.value);
  const { does } = call;
  const shared = { call: call.id, input };
  const ifMatch = matchFor(context, call.id);
  switch (does.kind) {
    case 'create':
      return answerCreate(context, does.entity, call, input);
    case 'change': {
      const { id, context: linked, missing } = await recordOf(context, routed);
      const within = missing === undefined ? {} : { within: missing };
      return answerWrite(linked, { kind: 'change', entity: does.entity, id, ifMatch, ...shared, ...within }, input);
    }
    case 'event': {
      const { id, context: linked, missing } = await recordOf(context, routed);
      const filled =
        missing === undefined ? await fillAskedFromPath(context, does.entity, call.id, input) : { within: missing };
      const about = { kind: 'event', entity: does.entity, id, event: does.event } as const;
      return answerWrite(linked, { ...about, ifMatch, ...shared, ...filled }, input);
    }
    default:
      return standardAnswer(context, 'NOT_FOUND');
  }
}

/** Creates a record whose parents are given by the path. */
async function answerCreate(
  context: RequestContext,
  entity: string,
  { id: call }: Call,
  input: Json,
): Promise<Response> {
  const parents = await findParents(context, call);
  const filled = 'missing' in parents ? { input, within: parents } : fillFromPath(context, entity, input, parents);
  return answerWrite(context, { kind: 'create', entity, id: newId(context.now), call, ...filled }, input);
}

/** Answers a list of the records under the parents in the path. If a parent does not exist, answers 404. */
async function answerPage(context: RequestContext, entity: string, call: Call): Promise<Response> {
  const parents = await findParents(context, call.id);
  const sent = await queryWithIds(context, call.id, [...context.url.searchParams]);
  const query = [...sent, ...('missing' in parents ? [] : ownParents(parents))];
  const answer = await answerCallPage(context, entity, call.id, query);
  return 'missing' in parents && answer.ok ? missingParent(context, parents) : answer;
}

/** Answers the different values of a field in the records under the parents in the path, like a list of the records. */
async function answerListed(context: RequestContext, call: Call, does: ValuesDeed): Promise<Response> {
  const parents = await findParents(context, call.id);
  const answer = await answerValues(context, call, does, 'missing' in parents ? [] : ownParents(parents));
  return 'missing' in parents && answer.ok ? missingParent(context, parents) : answer;
}

async function answerOne(context: RequestContext, entity: string, routed: RoutedCall): Promise<Response> {
  const { call } = routed;
  const { id, context: linked, missing } = await recordOf(context, routed);
  const shaped = shapedCall(linked, call.id);
  if (missing !== undefined) return refuseByRole(linked, entity) ?? missingParent(linked, missing);
  // A record in a shape is loaded once, with what the shape needs.
  if (shaped !== null)
    return (await refuseUnseen(linked, entity, id)) ?? shapedRecordAnswer(linked, shaped, { entity, id });
  const loaded = await loadRecord(linked, entity, id);
  if ('refused' in loaded) return loaded.refused;
  return recordAnswer(linked, loaded.wire, statedOptions(linked, call.id, {}));
}

/**
 * Calls `answer` if the principal may send requests and the URL has no query parameters besides those of the call, unless
 * it ignores them. The check for sign-in comes first, so nothing of a guest's request is read.
 */
async function withoutQuery(context: RequestContext, call: string, answer: () => Promise<Response>): Promise<Response> {
  if (mustSignIn(context.principal)) return standardAnswer(context, 'NOT_SIGNED_IN');
  return unknownParameter(context, call) ?? answer();
}

/**
 * Returns the refusal of a parameter that states no input and shows no member of the answer, or of its value; null if
 * there is none.
 */
function unknownParameter(context: RequestContext, id: string): Response | null {
  const { compiled } = context.version;
  const call = contractOf(context, id);
  const inputs = call?.queryInputs ?? [];
  const twice = inputs.find(
    ({ parameter, type }) => !isOfSeveral(type) && context.url.searchParams.getAll(parameter).length > 1,
  );
  if (twice !== undefined) return refusedAnswer(context, refuseParameter(compiled, twice.parameter, 'is given twice'));
  if (compiled.calls.get(id)?.options.unknownParameters === 'ignored') return null;
  const known = (name: string) =>
    inputs.some(({ parameter }) => parameter === name) ||
    (call !== undefined && call.shownMembers.size > 0 && call.parameterRows.has(name));
  const parameter = [...context.url.searchParams.keys()].find((name) => !known(name));
  if (parameter !== undefined) return standardAnswer(context, 'UNKNOWN_PARAMETER', { parameter });
  if (call === undefined || call.shownMembers.size === 0) return null;
  const shown = withShownMembers(compiled, call, context.url.searchParams);
  return 'situation' in shown ? refusedAnswer(context, shown) : null;
}

/**
 * Finds the record of the call's entity in the path. A record with other parents than those in the path is treated as
 * unknown.
 */
async function recordOf(
  context: RequestContext,
  { call: { id: call, does }, record }: RoutedCall,
): Promise<AddressedRecord> {
  if (!('entity' in does)) return { id: '', context };
  // The parents come first: without them, the path leads nowhere.
  const parents = await findParents(context, call);
  if ('missing' in parents) return { id: '', context, missing: parents };
  const within = ownParents(parents);
  if (record === null) return { id: await findByCondition(context, does.entity, call, null, within), context };
  const value = context.params.get(record) ?? '';
  const found = await findAddressedRecord(context, does.entity, value, { parameter: record, call }, within);
  if (found.id === NO_KEY) return found;
  const id = await findByCondition(found.context, does.entity, call, found.id);
  const isIn = await belongsToParents(found.context, does.entity, id, parents);
  return { ...found, id: isIn ? id : '' };
}
