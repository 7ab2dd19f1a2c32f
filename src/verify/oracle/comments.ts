import { entityNamed, personEntity } from '../evaluator/names.ts';
import { codePoints, hasFault, normalizedText } from '../evaluator/text.ts';
import type {
  Answer,
  Comments,
  Fault,
  Json,
  ReadableComment,
  Refused,
  Request,
  Stored,
  StoredComment,
} from '../evaluator/world.ts';
import { readableStored } from '../oracle-rules/callers.ts';
import { membersOf } from '../oracle-rules/draft.ts';
import { may, mayAtAll, mayReadField } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, requestContextOf, rowOf } from '../oracle-rules/request-context.ts';
import { isOpenTo } from './lists.ts';
import { versionRefusal } from './version-refusal.ts';

type RequestOf<Kind extends Request['kind']> = Extract<Request, { readonly kind: Kind }>;
type Writing = RequestOf<'comment' | 'change comment' | 'remove comment'>;

/** Returns the comments on a record, for people who may read it and open a screen with comments. */
export function comments(context: RequestContext, all: Comments, request: RequestOf<'comments'>): Answer {
  const refused = refusedAt(context, request);
  if (refused !== null) return refused;
  const said = [...all.values()].filter(({ entity, record }) => entity === request.entity && record === request.id);
  return answer(said.map((each) => readableComment(context, each)));
}

/** Returns the people whom the person may mention: those whose name they may read and who may read the comments. */
export function mentionable(context: RequestContext, request: RequestOf<'mentionable'>): Answer {
  const refused = refusedAt(context, request);
  if (refused !== null) return refused;
  const people = [...context.world.values()].filter(({ id }) => mayMention(context, request, id));
  return { ...answer([]), mentionable: people.map(({ id }) => id) };
}

/** Readers of a record may write a comment; only its author may change or delete it. */
export function writeComment(context: RequestContext, all: Comments, request: Writing): Answer {
  const { model, person } = context;
  const refused = refusedAt(context, request);
  if (refused !== null || person === null) return refused ?? refusal(model, 'NOT_SIGNED_IN');
  const before = request.kind === 'comment' ? null : (all.get(request.comment) ?? null);
  if (request.kind !== 'comment') {
    if (before === null || before.record !== request.id || before.entity !== request.entity || before.text === null)
      return { ...refusal(model, 'NOT_FOUND'), ofComment: true };
    if (before.person !== person.id) return refusal(model, 'NOT_ALLOWED');
    const late = versionRefusal(context, request.match);
    if (late !== null) return late;
    if (request.kind === 'remove comment') {
      all.set(request.comment, { ...before, text: null });
      return { allowed: true, values: null, record: null, list: null };
    }
  }
  const sent = membersOf(request.input);
  if (sent === null) return refusal(model, 'UNREADABLE');
  const { text, faults } = readText(context, sent);
  if (text === null) return refusal(model, 'INVALID', faults);
  const { entity, id: record } = request;
  const after: StoredComment = {
    id: request.comment,
    entity,
    record,
    person: person.id,
    text,
    changed: before !== null,
  };
  all.set(request.comment, after);
  const known = before === null ? [] : mentionedIn(before.text ?? '');
  const notified = mentionedIn(text).filter(
    (id) => id !== person.id && !known.includes(id) && mayMention(context, request, id),
  );
  return { ...answer([readableComment(context, after)]), notified };
}

interface At {
  readonly entity: string;
  readonly id: string;
}

function refusedAt(context: RequestContext, { entity, id }: At): Refused | null {
  if (!mayAtAll(context, 'read', entity)) return refusal(context.model, 'NOT_ALLOWED');
  const missing = refusal(context.model, 'NOT_FOUND');
  if (!hasComments(context, entity)) return { ...missing, ofComment: true };
  return readableStored(context, entity, id) === null ? missing : null;
}

/** Whether a record screen that the person can open has comments. */
function hasComments({ model, roles }: RequestContext, entity: string): boolean {
  return model.screens.some(
    (screen) =>
      screen.kind === 'record' &&
      screen.entity === entity &&
      screen.comments === 'yes' &&
      isOpenTo(screen.roles, roles),
  );
}

function mayMention(context: RequestContext, { entity, id }: At, person: string): boolean {
  if (person === context.person?.id || nameOf(context, person) === null) return false;
  const theirs = requestContextOf(context.model, context.world, person, context.now);
  return hasComments(theirs, entity) && readableStored(theirs, entity, id) !== null;
}

/** Returns the person if their name is readable; otherwise null. */
function nameOf(context: RequestContext, id: string): Stored | null {
  const { model, world } = context;
  const person = personEntity(model);
  const stored = world.get(id);
  if (person === null || stored?.entity !== person.name) return null;
  const title = entityNamed(model, person.name)?.fields.find((field) => field.title)?.name ?? '';
  const row = rowOf(model, stored);
  return may(context, 'read', row) && mayReadField(context, title, row) ? stored : null;
}

function readableComment(context: RequestContext, { id, person, text, changed }: StoredComment): ReadableComment {
  const parts = (text ?? '').split(MENTION).map((part, at): ReadableComment['parts'][number] => {
    return at % 2 === 0 ? part : { person: nameOf(context, part)?.id ?? null };
  });
  return {
    id,
    person: nameOf(context, person)?.id ?? null,
    mine: person === context.person?.id,
    changed,
    deleted: text === null,
    parts: parts.filter((part) => part !== ''),
  };
}

const MENTION = /@\[([0-9a-f-]{36})\]/;

const mentionedIn = (text: string): readonly string[] => [
  ...new Set(text.split(MENTION).filter((_, at) => at % 2 === 1)),
];

function readText(context: RequestContext, sent: ReadonlyMap<string, Json>) {
  const faults: Fault[] = [...sent.keys()]
    .filter((name) => name !== 'text')
    .map((path) => ({ path, code: 'NOT_AN_INPUT' }));
  const json = sent.get('text') ?? null;
  const text = typeof json === 'string' ? normalizedText(json) : null;
  const limit = context.model.limits.find(({ name }) => name === 'comment length');
  const most = limit === undefined ? 4000 : limit.value;
  if (json !== null && typeof json !== 'string') faults.push({ path: 'text', code: 'WRONG_TYPE' });
  else if (text === null) faults.push({ path: 'text', code: 'REQUIRED' });
  else if (hasFault(text, false)) faults.push({ path: 'text', code: 'WRONG_TYPE' });
  else if (most === null) faults.push({ path: 'text', code: 'LIMIT_NOT_SHOWN' });
  else if (codePoints(text.replaceAll(new RegExp(MENTION, 'g'), '@')) > most)
    faults.push({ path: 'text', code: 'TOO_LONG' });
  return { text: faults.length === 0 ? text : null, faults };
}

const answer = (said: readonly ReadableComment[]): Extract<Answer, { readonly allowed: true }> => ({
  allowed: true,
  values: null,
  record: null,
  list: null,
  comments: said,
});
