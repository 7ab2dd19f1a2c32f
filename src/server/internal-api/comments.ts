import { trackDecision } from '../../engine/context/decision.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { CommentIntent, Json } from '../../engine/core/intent.ts';
import type { RecordKey, StoredComment } from '../../engine/core/needs-and-facts.ts';
import { runWithTracking } from '../../engine/core/tracked-facts.ts';
import type { WireComment, WireComments } from '../../engine/core/wire-format.ts';
import { mentionable, peopleInComments, refuseComments, wireComments } from '../../engine/decide/comments.ts';
import { decide } from '../../engine/decide/decide.ts';
import { commentNeeds, recordNeeds } from '../../engine/decide/needs.ts';
import { isObject, member } from '../../fields/text/json.ts';
import { StoreError } from '../../store/core/store-error.ts';
import { latestVersion, readJson } from '../api/latest-version.ts';
import { listPage } from '../api/read-record.ts';
import { actorOf, keyOf } from '../api/write-record.ts';
import { hashOfText } from '../core/document-hash.ts';
import { newId } from '../core/new-id.ts';
import { emptyAnswer, ifMatchOf, jsonAnswer, refusedAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { readQuery } from '../http/query-parameters.ts';
import { param, type RequestContext } from '../runtime/request-context.ts';
import { findUnreadable, isVisible, notVisible } from '../runtime/shown-records.ts';

const ONE_PAGE = 30;
const MOST_SUGGESTED = 8;
/** Maximum number of pages of people that are searched. Typing more of the name finds the others. */
const MOST_PAGES = 5;

const recordOf = (context: RequestContext): RecordKey => ({
  entity: param(context, 'entity'),
  id: param(context, 'id'),
});

/**
 * `GET /_/records/:entity/:id/comments?page=`: the comments on a record, newest first, for principals who may read
 * them.
 */
export async function getComments(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['page']);
  if (query instanceof Response) return query;
  const refused = await refusedComments(context);
  if (refused !== null) return refused;
  const before = query.get('page') ?? null;
  const page = await context.runtime.store.comments({ ...recordOf(context), before, limit: ONE_PAGE });
  if (page === null)
    return standardAnswer(context, 'UNREADABLE', { reason: 'its parameter “page” is not from this list' });
  const items = await readableComments(context, page.items);
  if (items === null) return (await refusedComments(context)) ?? jsonAnswer(context, NOTHING);
  const answer: WireComments = {
    items,
    next: page.more ? (page.items.at(-1)?.comment ?? null) : null,
    longest: context.version.compiled.longestComment,
  };
  return jsonAnswer(context, answer);
}

const NOTHING: WireComments = { items: [], next: null, longest: null };

/** `POST /_/records/:entity/:id/comments { text }`: adds a comment. A mention is written as `@[id]`. */
export async function postComment(initial: RequestContext): Promise<Response> {
  const sent = await readJson(initial);
  if (!sent.ok) return unreadableAnswer(initial, sent);
  const { context, value: input } = sent;
  return answerComment(context, { ...recordOf(context), kind: 'comment', comment: newId(context.now), input }, input);
}

/** `PATCH /_/records/:entity/:id/comments/:comment { text }`, with `If-Match`: changes a comment of one's own. */
export async function patchComment(initial: RequestContext): Promise<Response> {
  const sent = await readJson(initial);
  if (!sent.ok) return unreadableAnswer(initial, sent);
  const { context, value: input } = sent;
  const ifMatch = ifMatchOf(context.request);
  const comment = param(context, 'comment');
  return answerComment(context, { ...recordOf(context), kind: 'change comment', comment, input, ifMatch }, input);
}

/**
 * `DELETE /_/records/:entity/:id/comments/:comment`, with `If-Match`: removes a comment. A trace that there was one
 * remains.
 */
export function deleteComment(context: RequestContext): Promise<Response> {
  const ifMatch = ifMatchOf(context.request);
  const comment = param(context, 'comment');
  return answerComment(context, { ...recordOf(context), kind: 'remove comment', comment, ifMatch }, null);
}

/**
 * `GET /_/records/:entity/:id/mentions?q=`: people whom the principal may mention: those whom the principal may read
 * and who may read the record. Other people are omitted and not counted.
 */
export async function getMentions(context: RequestContext): Promise<Response> {
  const query = readQuery(context, ['q']);
  if (query instanceof Response) return query;
  const refused = await refusedComments(context);
  if (refused !== null) return refused;
  const items: { readonly id: string; readonly title: string }[] = [];
  let page: string | null = null;
  for (let count = 0; count < MOST_PAGES && items.length < MOST_SUGGESTED; count++) {
    const found = await peopleNamed(context, query.get('q')?.trim() ?? '', page);
    items.push(...(await mentionableOf(context, found.ids)));
    page = found.next;
    if (page === null) break;
  }
  return jsonAnswer(context, { items: items.slice(0, MOST_SUGGESTED) });
}

interface FoundPeople {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** Searches the people whom the principal may read, by title, as in a list. */
async function peopleNamed(context: RequestContext, q: string, page: string | null): Promise<FoundPeople> {
  const { compiled } = context.version;
  const entity = compiled.people?.entity;
  const title = entity === undefined ? null : (compiled.entities.get(entity)?.schema.title ?? null);
  if (entity === undefined || title === null) return { ids: [], next: null };
  const listQuery = [
    ['sort', title] as const,
    ['total', 'none'] as const,
    ...(q === '' ? [] : [['q', q] as const]),
    ...(page === null ? [] : [['page', page] as const]),
  ];
  const found = await listPage(context, { entity, from: null, query: listQuery, secret: context.runtime.secret });
  // A principal who may not read people or their titles finds none.
  if (found instanceof Response) return { ids: [], next: null };
  return { ids: found.items.map(({ id }) => id), next: found.next };
}

async function mentionableOf(context: RequestContext, people: readonly string[]) {
  const { version, runtime, principal, now } = context;
  const { compiled } = version;
  const key = recordOf(context);
  const others = people.filter((id) => id !== principal.row?.id);
  const found = runWithTracking((facts) => mentionable(compiled, principal, key, others, facts, now));
  const needs = recordNeeds(compiled, principal, key.entity, [key.id]);
  const persons = recordNeeds(compiled, principal, compiled.people?.entity ?? '', others);
  const rows = compiled.people === null ? needs.rows : [...needs.rows, ...persons.rows];
  return found.result(await runtime.store.load({ ...needs, rows }, found.more));
}

async function refusedComments(context: RequestContext): Promise<Response | null> {
  const { version, runtime, principal, now } = context;
  const key = recordOf(context);
  const refused = runWithTracking((facts) => refuseComments(contextOf(version.compiled, principal, facts, now), key));
  const needs = version.compiled.entities.has(key.entity)
    ? recordNeeds(version.compiled, principal, key.entity, [key.id])
    : NO_NEEDS;
  const facts = (await isVisible(context, key)) ? await runtime.store.load(needs, refused.more) : notVisible(key);
  const refusal = refused.result(facts);
  return refusal === null ? null : refusedAnswer(context, refusal);
}

const NO_NEEDS = { rows: [], unique: [], files: [], referrers: [] };

/** Returns comments as the principal reads them now; null if they can no longer read the record. */
async function readableComments(
  context: RequestContext,
  comments: readonly StoredComment[],
): Promise<readonly WireComment[] | null> {
  const { version, runtime, principal, now } = context;
  const key = recordOf(context);
  const isUnreadable = await findUnreadable(context, peopleIn(context, comments));
  const read = runWithTracking((facts) =>
    wireComments(version.compiled, principal, key, comments, { ...facts, isKnownUnreadable: isUnreadable }, now),
  );
  return read.result(
    await runtime.store.load(recordNeeds(version.compiled, principal, key.entity, [key.id]), read.more),
  );
}

/** Returns the people whom the comments name, except the principal. */
function peopleIn(
  { version, principal }: RequestContext,
  comments: Parameters<typeof peopleInComments>[1],
): readonly RecordKey[] {
  return peopleInComments(version.compiled, comments).filter(({ id }) => id !== principal.row?.id);
}

/**
 * Performs an intent on a comment. If the document changes during the write, it is decided once more with the new
 * version.
 */
async function answerComment(context: RequestContext, intent: CommentIntent, body: Json): Promise<Response> {
  const key = keyOf(context);
  if (key instanceof Response) return key;
  try {
    return await attempt(context, intent, key, body);
  } catch (error) {
    const fresh = await latestVersion(context);
    if (!(error instanceof StoreError) || error.trouble !== 'document changed' || fresh === context) throw error;
    return attempt(fresh, intent, key, body);
  }
}

async function attempt(
  context: RequestContext,
  intent: CommentIntent,
  key: string | null,
  body: Json,
): Promise<Response> {
  const { version, runtime, principal, now, request, url } = context;
  const idempotency = key === null ? null : { key, request: requestText(request.method, url.pathname, body) };
  const text = 'input' in intent && isObject(intent.input) ? member(intent.input, 'text') : null;
  // Mentions in a text that is too long are not searched. A character has at most two code units.
  const isRead = typeof text === 'string' && text.length <= 2 * (version.compiled.longestComment ?? 0);
  const sent = [{ person: null, text: isRead ? text : null }];
  const isUnreadable = await findUnreadable(context, peopleIn(context, sent));
  const decision = trackDecision((facts) =>
    decide(version.compiled, principal, intent, { ...facts, isKnownUnreadable: isUnreadable }, now),
  );
  const outcome = await runtime.store.write({
    ...((await isVisible(context, intent))
      ? { needs: commentNeeds(version.compiled, principal, intent), ...decision }
      : { needs: NO_NEEDS, decide: () => decision.decide(notVisible(intent)) }),
    actor: actorOf(context),
    now,
    documentHash: version.hash,
    idempotency: idempotency === null ? null : { ...idempotency, answer: () => JSON.stringify(intent.comment) },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(context, 'IDEMPOTENCY_MISMATCH');
  const isReplayed = outcome.outcome === 'replayed';
  if (!isReplayed && !outcome.verdict.allowed) return refusedAnswer(context, outcome.verdict.refusal);
  const comment = isReplayed ? String(JSON.parse(outcome.answer)) : intent.comment;
  const answer =
    intent.kind === 'remove comment' ? emptyAnswer(context) : await answerWith(context, intent.kind, comment);
  if (isReplayed) answer.headers.set('idempotency-replayed', 'true');
  return answer;
}

/** Answers with the current comment, or 204 if the principal can no longer read the record. */
async function answerWith(context: RequestContext, kind: CommentIntent['kind'], id: string): Promise<Response> {
  const facts = await context.runtime.store.load({ ...NO_NEEDS, comments: [id] });
  const storedComment = facts.comment?.(id) ?? null;
  const [comment] = storedComment === null ? [] : ((await readableComments(context, [storedComment])) ?? []);
  return comment === undefined
    ? emptyAnswer(context)
    : jsonAnswer(context, comment, { status: kind === 'comment' ? 201 : 200, etag: comment.etag });
}

const requestText = (method: string, path: string, body: Json): string =>
  hashOfText(`${method} ${path}\n${JSON.stringify(body)}`);
