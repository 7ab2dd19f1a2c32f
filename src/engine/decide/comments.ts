import type { Expected } from '../../fields/text/expected.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Row } from '../../fields/text/value.ts';
import { cleanInput } from '../../fields/types/text-input.ts';
import { idOf } from '../../model/types/element.ts';
import type { Screen } from '../../model/types/model.ts';
import { principalOf } from '../access/person-roles.ts';
import { refuseScreen } from '../access/screen-access.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import { mayReadRecord } from '../context/permissions.ts';
import type { Verdict, Write } from '../context/verdict.ts';
import type { CommentIntent } from '../core/intent.ts';
import type { Facts, RecordKey, StoredComment } from '../core/needs-and-facts.ts';
import type { Principal } from '../core/principal.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { WireComment } from '../core/wire-format.ts';
import { failure, invalid, refuse } from '../errors/error-catalogue.ts';
import { titleOf } from '../errors/message-values.ts';
import { denyByRole, findReadable, notFound, notFoundById } from '../records/authorize-record.ts';
import { lengthOfComment, MOST_MENTIONED, mentionedIn, piecesOf } from '../records/comment-mentions.ts';
import { etagOfContent } from '../records/etag.ts';
import { actorText } from '../records/history.ts';

/** The event name of a notification about a mention. No event of a document can have this name. */
export const MENTIONED = '@';

/** Whether the screen has comments: only if the document says so. */
export function hasComments({ kind, entity, comments }: Screen): boolean {
  return kind === 'record' && entity !== null && comments === 'yes';
}

/**
 * Returns whether the principal can see comments on records of this entity: whether a record screen for them has
 * comments.
 */
export function commentsAt(model: CompiledModel, principal: Principal, entity: string): boolean {
  return [...model.screens.values()].some(
    (prepared) =>
      prepared.screen.entity === entity &&
      hasComments(prepared.screen) &&
      refuseScreen(model, principal, prepared) === null,
  );
}

/**
 * Returns why the principal may not read a record's comments, or null if they may. Comments are readable with the
 * record.
 */
export function refuseComments(context: Context, { entity: name, id }: RecordKey): Refusal | null {
  const entity = context.model.entities.get(name);
  if (entity === undefined) return refuse(context.model, 'NOT_FOUND', { entity: 'record' });
  const outright = denyByRole(context, entity, ['read']);
  if (outright !== null) return outright;
  if (!commentsAt(context.model, context.principal, name))
    return refuse(context.model, 'NOT_FOUND', { entity: 'comment' });
  return findReadable(context, entity, id) === null ? notFoundById(context, entity, id) : null;
}

/**
 * Returns whether the writer of a comment can mention a person: the person may read the record, and the writer may read
 * the person's title.
 */
export function mayBeMentioned(context: Context, record: Row, person: string): boolean {
  const { model, facts, now } = context;
  if (isKnownUnreadable(context, person)) return false;
  const row = model.people === null ? null : (context.find(model.people.entity, person) ?? null);
  if (row === null || titleOf(context, row) === null) return false;
  const theirs = contextOf(model, principalOf(model, row), facts, now);
  return mayReadRecord(theirs, record) && commentsAt(model, theirs.principal, record.entity);
}

/**
 * Returns true if it is already known that the principal can't read this person, so that nothing needs to be loaded.
 */
const isKnownUnreadable = ({ model, facts }: Context, person: string): boolean =>
  model.people !== null && facts.isKnownUnreadable?.(model.people.entity, person) === true;

/**
 * Returns the writers and mentioned people of these comments, to check in one step whether the reader may know them.
 */
export const peopleInComments = (
  model: CompiledModel,
  comments: readonly { readonly person: string | null; readonly text: string | null }[],
): readonly RecordKey[] => {
  const entity = model.people?.entity;
  const people = comments.flatMap(({ person, text }) => [
    ...(person === null ? [] : [person]),
    ...mentionedIn(text ?? ''),
  ]);
  return entity === undefined ? [] : [...new Set(people)].map((id) => ({ entity, id }));
};

/**
 * Decides a write to a comment. Everybody who may read the record may write comments; only the writer may change or
 * delete one.
 */
export function decideComment(context: Context, intent: CommentIntent): Verdict {
  if (context.principal.row === null) return no(refuse(context.model, 'NOT_SIGNED_IN'));
  const refused = refuseComments(context, intent);
  if (refused !== null) return no(refused);
  const row = findReadable(context, entityOf(context.model, intent.entity), intent.id);
  if (row === null) return no(notFound(context, entityOf(context.model, intent.entity)));
  if (intent.kind === 'comment') return written(context, row, intent);
  const stored = context.facts.comment?.(intent.comment) ?? null;
  const isHere = stored?.entity === intent.entity && stored.id === intent.id && stored.deleted === null;
  if (stored === null || !isHere) return no(refuse(context.model, 'NOT_FOUND', { entity: 'comment' }));
  const refusal = refuseNonAuthor(context, stored) ?? refuseByIfMatch(context, stored, intent.ifMatch);
  if (refusal !== null) return no(refusal);
  if (intent.kind === 'change comment') return changed(context, row, intent, stored);
  return { allowed: true, row: null, writes: [{ ...keyOf(intent), kind: 'remove comment' }] };
}

type Writing = Exclude<CommentIntent, { readonly kind: 'remove comment' }>;

const keyOf = ({ entity, id, comment }: CommentIntent) => ({ entity, id, comment });
const no = (refusal: Refusal): Verdict => ({ allowed: false, refusal });

function written(context: Context, row: Row, intent: Writing): Verdict {
  const read = readComment(context, intent.input);
  if ('refusal' in read) return no(read.refusal);
  const { text } = read;
  const writes: Write[] = [{ ...keyOf(intent), kind: 'comment', text }, ...notices(context, row, mentionedIn(text))];
  return { allowed: true, row: null, writes };
}

/** Changes a comment. Only newly mentioned people are notified. */
function changed(context: Context, row: Row, intent: Writing, stored: StoredComment): Verdict {
  const read = readComment(context, intent.input);
  if ('refusal' in read) return no(read.refusal);
  const { text } = read;
  const before = new Set(mentionedIn(stored.text ?? ''));
  const fresh = mentionedIn(text).filter((person) => !before.has(person));
  const change: Write = { ...keyOf(intent), kind: 'change comment', text };
  return { allowed: true, row: null, writes: text === stored.text ? [] : [change, ...notices(context, row, fresh)] };
}

/**
 * Returns the notifications of mentioned people. A person who may not be mentioned is skipped without a failure: a
 * failure would reveal whether the person exists and what they may read.
 */
function notices(context: Context, record: Row, mentioned: readonly string[]): Write[] {
  const { entity, id } = record;
  return mentioned
    .filter((person) => person !== context.principal.row?.id && mayBeMentioned(context, record, person))
    .map((person) => ({ kind: 'notify', entity, id, person, event: MENTIONED }));
}

function refuseNonAuthor({ model, principal }: Context, { person }: StoredComment): Refusal | null {
  return person === principal.row?.id ? null : refuse(model, 'NOT_ALLOWED', { who: model.sentences.whoeverWrote });
}

function refuseByIfMatch({ model }: Context, stored: StoredComment, ifMatch: string | undefined): Refusal | null {
  if (ifMatch === undefined) return refuse(model, 'PRECONDITION_REQUIRED');
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(tagOfComment(model, stored))) return null;
  return refuse(model, 'CHANGED_MEANWHILE', { by: model.sentences.you });
}

const tagOfComment = ({ digest }: CompiledModel, { comment, text, changed: at, deleted }: StoredComment): string =>
  etagOfContent(JSON.stringify([comment, text, at, deleted]), digest);

function readComment(context: Context, input: Json): { readonly text: string } | { readonly refusal: Refusal } {
  const { model } = context;
  if (!isObject(input)) return { refusal: refuse(model, 'UNREADABLE', { reason: 'its body must be an object' }) };
  const unknown = Object.keys(input).filter((name) => name !== 'text');
  const failures = unknown.map((field) => failure(model, [field], 'NOT_AN_INPUT', { field }, []));
  const read = cleanInput(member(input, 'text') ?? null, 'many lines');
  const wrong =
    'problem' in read ? wrongType(model, read.problem.expected ?? { is: 'text' }) : textFailure(model, read.text);
  const all = wrong === null ? failures : [...failures, wrong];
  if (all.length > 0 || 'problem' in read || read.text === null) return { refusal: invalid(model, all) };
  return { text: read.text };
}

function wrongType(model: CompiledModel, expected: Expected): Failure {
  return failure(model, ['text'], 'WRONG_TYPE', { expected: model.sentences.expected(expected) }, []);
}

function textFailure(model: CompiledModel, text: string | null): Failure | null {
  if (text === null) return failure(model, ['text'], 'REQUIRED', { field: model.sentences.comment }, []);
  const max = model.longestComment;
  const limit = idOf('limit', 'comment length');
  if (max === null) return failure(model, ['text'], 'LIMIT_NOT_SHOWN', { limit: 'Comment length' }, [limit]);
  const length = lengthOfComment(text);
  if (length > max)
    return failure(model, ['text'], 'TOO_LONG', { length, max }, model.elements.has(limit) ? [limit] : []);
  const count = mentionedIn(text).length;
  return count <= MOST_MENTIONED
    ? null
    : failure(model, ['text'], 'TOO_MANY_LINES', { max: MOST_MENTIONED, count }, []);
}

/**
 * Converts comments to wire format for this reader, with the writers and mentioned people they may know. Returns null
 * if the reader may not read the comments. Missing facts are requested through tracked facts.
 */
export function wireComments(
  model: CompiledModel,
  principal: Principal,
  key: RecordKey,
  comments: readonly StoredComment[],
  facts: Facts,
  now: number,
): readonly WireComment[] | null {
  const context = contextOf(model, principal, facts, now);
  return refuseComments(context, key) === null ? comments.map((comment) => wireComment(context, comment)) : null;
}

function wireComment(context: Context, stored: StoredComment): WireComment {
  const { comment, at, person, acting, text, changed: edited, deleted } = stored;
  const moment = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    id: comment,
    etag: tagOfComment(context.model, stored),
    at: new Date(at).toISOString(),
    ...named(context, person, acting),
    acting,
    mine: person === context.principal.row?.id,
    edited: moment(edited),
    deleted: moment(deleted),
    parts: piecesOf(text ?? '').map((piece) => {
      if (typeof piece === 'string') return piece;
      const author = named(context, piece.person, false);
      return { person: author.person, name: author.by };
    }),
  };
}

function named(context: Context, person: string, acting: boolean): Pick<WireComment, 'person' | 'by'> {
  if (isKnownUnreadable(context, person)) return { person: null, by: context.model.sentences.somebody };
  return actorText(context, { kind: 'person', person, acting });
}

/** Returns whether the principal may currently read the record's comments. */
export function mayReadComments(
  model: CompiledModel,
  principal: Principal,
  key: RecordKey,
  facts: Facts,
  now: number,
): boolean {
  return refuseComments(contextOf(model, principal, facts, now), key) === null;
}

/**
 * Returns those of these people whom the principal can mention on the record, with the titles that the principal reads.
 */
export function mentionable(
  model: CompiledModel,
  principal: Principal,
  key: RecordKey,
  people: readonly string[],
  facts: Facts,
  now: number,
): readonly { readonly id: string; readonly title: string }[] {
  const context = contextOf(model, principal, facts, now);
  const record = refuseComments(context, key) === null ? context.find(key.entity, key.id) : null;
  const entity = model.people?.entity;
  if (!record || entity === undefined) return [];
  return people.flatMap((id) => {
    const person = context.find(entity, id);
    const title = person && mayBeMentioned(context, record, id) ? titleOf(context, person) : null;
    return title === null ? [] : [{ id, title }];
  });
}
