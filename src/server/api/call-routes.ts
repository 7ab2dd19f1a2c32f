import { entityOf } from '../../engine/context/decision-context.ts';
import { mustSignIn } from '../../engine/core/principal.ts';
import { entityText } from '../../engine/errors/message-values.ts';
import type { Json } from '../../fields/text/json.ts';
import { recordParameter } from '../../model/lookups/call-record.ts';
import type { Call } from '../../model/types/model.ts';
import { newId } from '../core/new-id.ts';
import type { Route } from '../core/path-template.ts';
import { ifMatchOf, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import type { Asking, Handler } from '../runtime/request-context.ts';
import { type Named, recordNamed } from './addressed-record.ts';
import { readJson } from './latest-version.ts';
import { belongs, filledByPath, ownParents, parentsNamed } from './parent-ids.ts';
import { answerList, loadRecord } from './read-record.ts';
import { fieldsSent, pageGiven, recordGiven } from './response-shape.ts';
import { answerWrite } from './write-record.ts';

/** The routes of the calls that this server answers, stated and assumed. Outside calls are not ours to answer. */
export function callRoutes(calls: readonly Call[]): Route<Handler>[] {
  return calls.flatMap((call) => {
    const value = handlerOf(call);
    return value === null || !call.path.startsWith('/') || call.path.startsWith('/_/')
      ? []
      : [{ method: call.method, pattern: call.path, value }];
  });
}

/** A call with the parameter of its path that says which record is meant. */
interface Called {
  readonly call: Call;
  readonly record: string | null;
}

function handlerOf(call: Call): Handler | null {
  const { does } = call;
  const called: Called = { call, record: 'entity' in does ? recordParameter(call.path, does.entity) : null };
  switch (does.kind) {
    case 'list':
      return (asking) => answerPage(asking, does.entity, call);
    case 'read':
      return (asking) => withoutQuery(asking, () => answerOne(asking, does.entity, called));
    case 'delete':
      return (asking) =>
        withoutQuery(asking, async () => {
          const { id, asking: linked } = await recordOf(asking, called);
          const ifMatch = ifMatchOf(asking.request);
          return answerWrite(linked, { kind: 'delete', entity: does.entity, id, call: call.id, ifMatch }, null);
        });
    case 'create':
    case 'change':
    case 'event':
      return (asking) => withoutQuery(asking, () => answerInput(asking, called));
    case 'unknown':
      return (asking) =>
        standardAnswer(asking, 'NOT_SHOWN', { what: `what “${call.name}” does` }, { decidedBy: [call.id] });
    case 'outside':
      return null;
  }
}

/** Reads the body, then decides by the document, and for the person, as they are when the body is there. */
async function answerInput(asked: Asking, called: Called): Promise<Response> {
  const { call } = called;
  const sent = await readJson(asked);
  if (!sent.ok) return unreadableAnswer(asked, sent);
  const { asking } = sent;
  const input = fieldsSent(asking, call.id, sent.value);
  const { does } = call;
  const shared = { call: call.id, input };
  const ifMatch = ifMatchOf(asking.request);
  switch (does.kind) {
    case 'create':
      return answerCreate(asking, does.entity, call, input);
    case 'change': {
      const { id, asking: linked } = await recordOf(asking, called);
      return answerWrite(linked, { kind: 'change', entity: does.entity, id, ifMatch, ...shared }, input);
    }
    case 'event': {
      const { id, asking: linked } = await recordOf(asking, called);
      const intent = { kind: 'event', entity: does.entity, id, event: does.event, ifMatch, ...shared } as const;
      return answerWrite(linked, intent, input);
    }
    default:
      return standardAnswer(asking, 'NOT_FOUND');
  }
}

/** A new record, which belongs with what the path names. */
async function answerCreate(asking: Asking, entity: string, { id: call }: Call, input: Json): Promise<Response> {
  const parents = await parentsNamed(asking, call);
  const filled = 'missing' in parents ? { input, within: parents } : filledByPath(asking, entity, input, parents);
  return answerWrite(asking, { kind: 'create', entity, id: newId(asking.now), call, ...filled }, input);
}

/** The records that belong with what the path names; where that is not there, the answer of an address that names nothing. */
async function answerPage(asking: Asking, entity: string, call: Call): Promise<Response> {
  const parents = await parentsNamed(asking, call.id);
  const query = [...asking.url.searchParams, ...('missing' in parents ? [] : ownParents(parents))];
  const answer =
    (await pageGiven(asking, entity, call.id, query)) ?? (await answerList(asking, entity, call.id, query));
  if (!('missing' in parents) || !answer.ok) return answer;
  const { app } = asking.version;
  return standardAnswer(asking, 'NOT_FOUND', { entity: entityText(app, entityOf(app, parents.missing)) });
}

async function answerOne(asking: Asking, entity: string, called: Called): Promise<Response> {
  const { call } = called;
  const { id, asking: linked } = await recordOf(asking, called);
  const loaded = await loadRecord(linked, entity, id);
  return 'refused' in loaded ? loaded.refused : recordGiven(linked, call.id, loaded.wire);
}

/** Nothing of a guest's request is read: not signed in comes before unreadable. */
async function withoutQuery(asking: Asking, answer: () => Promise<Response>): Promise<Response> {
  if (mustSignIn(asking.who)) return standardAnswer(asking, 'NOT_SIGNED_IN');
  const query = readQuery(asking, []);
  return query instanceof Response ? query : answer();
}

/**
 * The record of the call's own entity that a path names. One that does not belong where the path says is none, as one that
 * never was.
 */
async function recordOf(asking: Asking, { call: { id: call, does }, record }: Called): Promise<Named> {
  if (!('entity' in does) || record === null) return { id: '', asking };
  const named = await recordNamed(asking, does.entity, asking.params.get(record) ?? '', record);
  const parents = await parentsNamed(asking, call);
  const isIn = !('missing' in parents) && (await belongs(named.asking, does.entity, named.id, parents));
  return isIn ? named : { ...named, id: '' };
}
