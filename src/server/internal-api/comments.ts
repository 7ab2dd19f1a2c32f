import { trackDecision } from '../../engine/context/decision.ts';
import { contextOf } from '../../engine/context/decision-context.ts';
import type { RecordKey, StoredComment } from '../../engine/core/facts.ts';
import type { CommentIntent, Json } from '../../engine/core/intent.ts';
import { runWithTracking } from '../../engine/core/tracked-facts.ts';
import type { WireComment, WireComments } from '../../engine/core/wire-format.ts';
import { mentionable, namedInComments, refuseComments, wireComments } from '../../engine/decide/comments.ts';
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
import { isVisible, notVisible, unseenOf } from '../runtime/shown-records.ts';

const ONE_PAGE = 30;
const MOST_SUGGESTED = 8;
/** People are looked through in so many pages until enough are found; whoever types more finds the others. */
const MOST_PAGES = 5;

const recordOf = (asking: RequestContext): RecordKey => ({ entity: param(asking, 'entity'), id: param(asking, 'id') });

/** `GET /_/records/:entity/:id/comments?page=`: what was said of it, newest first, to whoever may read it. */
export async function getComments(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['page']);
  if (query instanceof Response) return query;
  const refused = await refusedHere(asking);
  if (refused !== null) return refused;
  const before = query.get('page') ?? null;
  const page = await asking.runtime.store.comments({ ...recordOf(asking), before, limit: ONE_PAGE });
  if (page === null)
    return standardAnswer(asking, 'UNREADABLE', { reason: 'its parameter “page” is not from this list' });
  const items = await readBy(asking, page.items);
  if (items === null) return (await refusedHere(asking)) ?? jsonAnswer(asking, NOTHING);
  const answer: WireComments = {
    items,
    next: page.more ? (page.items.at(-1)?.comment ?? null) : null,
    longest: asking.version.app.longestComment,
  };
  return jsonAnswer(asking, answer);
}

const NOTHING: WireComments = { items: [], next: null, longest: null };

/** `POST /_/records/:entity/:id/comments { text }`; whoever is mentioned stands in the text as `@[id]`. */
export async function postComment(asked: RequestContext): Promise<Response> {
  const sent = await readJson(asked);
  if (!sent.ok) return unreadableAnswer(asked, sent);
  const { asking, value: input } = sent;
  return answerComment(asking, { ...recordOf(asking), kind: 'comment', comment: newId(asking.now), input }, input);
}

/** `PATCH /_/records/:entity/:id/comments/:comment { text }`, with `If-Match`: one's own. */
export async function patchComment(asked: RequestContext): Promise<Response> {
  const sent = await readJson(asked);
  if (!sent.ok) return unreadableAnswer(asked, sent);
  const { asking, value: input } = sent;
  const ifMatch = ifMatchOf(asking.request);
  const comment = param(asking, 'comment');
  return answerComment(asking, { ...recordOf(asking), kind: 'change comment', comment, input, ifMatch }, input);
}

/** `DELETE /_/records/:entity/:id/comments/:comment`, with `If-Match`: that it was there stays. */
export function deleteComment(asking: RequestContext): Promise<Response> {
  const ifMatch = ifMatchOf(asking.request);
  const comment = param(asking, 'comment');
  return answerComment(asking, { ...recordOf(asking), kind: 'remove comment', comment, ifMatch }, null);
}

/**
 * `GET /_/records/:entity/:id/mentions?q=`: whom this person may mention there: those whom they read and who read the
 * record. Of everybody else nothing, not even how many.
 */
export async function getMentions(asking: RequestContext): Promise<Response> {
  const query = readQuery(asking, ['q']);
  if (query instanceof Response) return query;
  const refused = await refusedHere(asking);
  if (refused !== null) return refused;
  const items: { readonly id: string; readonly title: string }[] = [];
  let page: string | null = null;
  for (let count = 0; count < MOST_PAGES && items.length < MOST_SUGGESTED; count++) {
    const found = await peopleNamed(asking, query.get('q')?.trim() ?? '', page);
    items.push(...(await mentionableOf(asking, found.ids)));
    page = found.next;
    if (page === null) break;
  }
  return jsonAnswer(asking, { items: items.slice(0, MOST_SUGGESTED) });
}

interface Found {
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** People whom this person reads, by title, as a list of them is asked for. */
async function peopleNamed(asking: RequestContext, q: string, page: string | null): Promise<Found> {
  const { app } = asking.version;
  const entity = app.people?.entity;
  const title = entity === undefined ? null : (app.entities.get(entity)?.schema.title ?? null);
  if (entity === undefined || title === null) return { ids: [], next: null };
  const asked = [
    ['sort', title] as const,
    ['total', 'none'] as const,
    ...(q === '' ? [] : [['q', q] as const]),
    ...(page === null ? [] : [['page', page] as const]),
  ];
  const found = await listPage(asking, { entity, from: null, query: asked, secret: asking.runtime.secret });
  // Whoever reads no people, or not their titles, finds none.
  if (found instanceof Response) return { ids: [], next: null };
  return { ids: found.items.map(({ id }) => id), next: found.next };
}

async function mentionableOf(asking: RequestContext, people: readonly string[]) {
  const { version, runtime, who, now } = asking;
  const { app } = version;
  const key = recordOf(asking);
  const others = people.filter((id) => id !== who.row?.id);
  const found = runWithTracking((facts) => mentionable(app, who, key, others, facts, now));
  const needs = recordNeeds(app, who, key.entity, [key.id]);
  const persons = recordNeeds(app, who, app.people?.entity ?? '', others);
  const rows = app.people === null ? needs.rows : [...needs.rows, ...persons.rows];
  return found.result(await runtime.store.load({ ...needs, rows }, found.more));
}

async function refusedHere(asking: RequestContext): Promise<Response | null> {
  const { version, runtime, who, now } = asking;
  const key = recordOf(asking);
  const refused = runWithTracking((facts) => refuseComments(contextOf(version.app, who, facts, now), key));
  const needs = version.app.entities.has(key.entity) ? recordNeeds(version.app, who, key.entity, [key.id]) : NO_NEEDS;
  const facts = (await isVisible(asking, key)) ? await runtime.store.load(needs, refused.more) : notVisible(key);
  const refusal = refused.result(facts);
  return refusal === null ? null : refusedAnswer(asking, refusal);
}

const NO_NEEDS = { rows: [], unique: [], files: [], referrers: [] };

/** Comments of the record as this person reads them now; null: they do not read it any more. */
async function readBy(
  asking: RequestContext,
  comments: readonly StoredComment[],
): Promise<readonly WireComment[] | null> {
  const { version, runtime, who, now } = asking;
  const key = recordOf(asking);
  const unseen = await unseenOf(asking, othersIn(asking, comments));
  const read = runWithTracking((facts) =>
    wireComments(version.app, who, key, comments, { ...facts, isKnownUnreadable: unseen }, now),
  );
  return read.result(await runtime.store.load(recordNeeds(version.app, who, key.entity, [key.id]), read.more));
}

/** Whom these comments name, but for whoever asks. */
function othersIn(
  { version, who }: RequestContext,
  comments: Parameters<typeof namedInComments>[1],
): readonly RecordKey[] {
  return namedInComments(version.app, comments).filter(({ id }) => id !== who.row?.id);
}

/** A write that meets a newer version of the document on its way is decided once more, by that one. */
async function answerComment(asking: RequestContext, intent: CommentIntent, body: Json): Promise<Response> {
  const key = keyOf(asking);
  if (key instanceof Response) return key;
  try {
    return await attempt(asking, intent, key, body);
  } catch (error) {
    const fresh = await latestVersion(asking);
    if (!(error instanceof StoreError) || error.trouble !== 'document changed' || fresh === asking) throw error;
    return attempt(fresh, intent, key, body);
  }
}

async function attempt(
  asking: RequestContext,
  intent: CommentIntent,
  key: string | null,
  body: Json,
): Promise<Response> {
  const { version, runtime, who, now, request, url } = asking;
  const idempotency = key === null ? null : { key, request: requestText(request.method, url.pathname, body) };
  const text = 'input' in intent && isObject(intent.input) ? member(intent.input, 'text') : null;
  // Whom a text names that is too long anyway is not looked for. A character has two code units at most.
  const isRead = typeof text === 'string' && text.length <= 2 * (version.app.longestComment ?? 0);
  const sent = [{ person: null, text: isRead ? text : null }];
  const unseen = await unseenOf(asking, othersIn(asking, sent));
  const decision = trackDecision((facts) =>
    decide(version.app, who, intent, { ...facts, isKnownUnreadable: unseen }, now),
  );
  const outcome = await runtime.store.write({
    ...((await isVisible(asking, intent))
      ? { needs: commentNeeds(version.app, who, intent), ...decision }
      : { needs: NO_NEEDS, decide: () => decision.decide(notVisible(intent)) }),
    actor: actorOf(asking),
    now,
    documentHash: version.hash,
    idempotency: idempotency === null ? null : { ...idempotency, answer: () => JSON.stringify(intent.comment) },
  });
  if (outcome.outcome === 'mismatch') return standardAnswer(asking, 'IDEMPOTENCY_MISMATCH');
  const isAgain = outcome.outcome === 'replayed';
  if (!isAgain && !outcome.verdict.allowed) return refusedAnswer(asking, outcome.verdict.refusal);
  const comment = isAgain ? String(JSON.parse(outcome.answer)) : intent.comment;
  const answer =
    intent.kind === 'remove comment' ? emptyAnswer(asking) : await answerWith(asking, intent.kind, comment);
  if (isAgain) answer.headers.set('idempotency-replayed', 'true');
  return answer;
}

/** The comment as it stands now; nothing where this person does not read the record any more. */
async function answerWith(asking: RequestContext, kind: CommentIntent['kind'], id: string): Promise<Response> {
  const facts = await asking.runtime.store.load({ ...NO_NEEDS, comments: [id] });
  const kept = facts.comment?.(id) ?? null;
  const [comment] = kept === null ? [] : ((await readBy(asking, [kept])) ?? []);
  return comment === undefined
    ? emptyAnswer(asking)
    : jsonAnswer(asking, comment, { status: kind === 'comment' ? 201 : 200, etag: comment.etag });
}

const requestText = (method: string, path: string, body: Json): string =>
  hashOfText(`${method} ${path}\n${JSON.stringify(body)}`);
