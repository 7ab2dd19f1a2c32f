import { entityNamed, personEntity } from '../evaluator/names.ts';
import { codePoints, hasFault, normalizedText } from '../evaluator/text.ts';
import type {
  Answer,
  Comments,
  Fault,
  Json,
  Refused,
  Request,
  Said,
  Stored,
  StoredRecord,
} from '../evaluator/world.ts';
import { membersOf } from '../oracle-rules/draft.ts';
import { may, mayAtAll, reads } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, requestContextOf, rowOf } from '../oracle-rules/request-context.ts';
import { isOpenTo } from './lists.ts';
import { found, matched } from './writes.ts';

type Asked<Kind extends Request['kind']> = Extract<Request, { readonly kind: Kind }>;
type Writing = Asked<'comment' | 'change comment' | 'remove comment'>;

/** What is said at a record, to whoever reads it and opens a screen that has comments. */
export function comments(asking: RequestContext, all: Comments, asked: Asked<'comments'>): Answer {
  const refused = refusedAt(asking, asked);
  if (refused !== null) return refused;
  const said = [...all.values()].filter(({ entity, record }) => entity === asked.entity && record === asked.id);
  return answer(said.map((each) => toldOf(asking, each)));
}

/** Whom this person may mention there: whom they read by name, and who reads what is said there. */
export function mentionable(asking: RequestContext, asked: Asked<'mentionable'>): Answer {
  const refused = refusedAt(asking, asked);
  if (refused !== null) return refused;
  const people = [...asking.world.values()].filter(({ id }) => mayMention(asking, asked, id));
  return { ...answer([]), mentionable: people.map(({ id }) => id) };
}

/** A comment is written by whoever reads the record, and changed and deleted by its writer. */
export function writeComment(asking: RequestContext, all: Comments, asked: Writing): Answer {
  const { model, person } = asking;
  const refused = refusedAt(asking, asked);
  if (refused !== null || person === null) return refused ?? refusal(model, 'NOT_SIGNED_IN');
  const before = asked.kind === 'comment' ? null : (all.get(asked.comment) ?? null);
  if (asked.kind !== 'comment') {
    if (before === null || before.record !== asked.id || before.entity !== asked.entity || before.text === null)
      return refusal(model, 'NOT_FOUND');
    if (before.person !== person.id) return refusal(model, 'NOT_ALLOWED');
    const late = matched(asking, asked.match);
    if (late !== null) return late;
    if (asked.kind === 'remove comment') {
      all.set(asked.comment, { ...before, text: null });
      return { allowed: true, values: null, seen: null, list: null };
    }
  }
  const sent = membersOf(asked.input);
  if (sent === null) return refusal(model, 'UNREADABLE');
  const { text, faults } = readText(asking, sent);
  if (text === null) return refusal(model, 'INVALID', faults);
  const { entity, id: record } = asked;
  const after: StoredRecord = { id: asked.comment, entity, record, person: person.id, text, changed: before !== null };
  all.set(asked.comment, after);
  const known = before === null ? [] : mentionedIn(before.text ?? '');
  const told = mentionedIn(text).filter(
    (id) => id !== person.id && !known.includes(id) && mayMention(asking, asked, id),
  );
  return { ...answer([toldOf(asking, after)]), told };
}

interface At {
  readonly entity: string;
  readonly id: string;
}

function refusedAt(asking: RequestContext, { entity, id }: At): Refused | null {
  if (!mayAtAll(asking, 'read', entity)) return refusal(asking.model, 'NOT_ALLOWED');
  return hasComments(asking, entity) && found(asking, entity, id) !== null ? null : refusal(asking.model, 'NOT_FOUND');
}

/** Whether a record screen that is open to this person says that there are comments. */
function hasComments({ model, roles }: RequestContext, entity: string): boolean {
  return model.screens.some(
    (screen) =>
      screen.kind === 'record' &&
      screen.entity === entity &&
      screen.comments === 'yes' &&
      isOpenTo(screen.roles, roles),
  );
}

function mayMention(asking: RequestContext, { entity, id }: At, person: string): boolean {
  if (person === asking.person?.id || nameOf(asking, person) === null) return false;
  const theirs = requestContextOf(asking.model, asking.world, person, asking.now);
  return hasComments(theirs, entity) && found(theirs, entity, id) !== null;
}

/** The person, where this one reads them by name: else they are somebody else. */
function nameOf(asking: RequestContext, id: string): Stored | null {
  const { model, world } = asking;
  const person = personEntity(model);
  const stored = world.get(id);
  if (person === null || stored?.entity !== person.name) return null;
  const title = entityNamed(model, person.name)?.fields.find((field) => field.title)?.name ?? '';
  const row = rowOf(model, stored);
  return may(asking, 'read', row) && reads(asking, title, row) ? stored : null;
}

function toldOf(asking: RequestContext, { id, person, text, changed }: StoredRecord): Said {
  const parts = (text ?? '').split(MENTION).map((part, at): Said['parts'][number] => {
    return at % 2 === 0 ? part : { person: nameOf(asking, part)?.id ?? null };
  });
  return {
    id,
    person: nameOf(asking, person)?.id ?? null,
    mine: person === asking.person?.id,
    changed,
    deleted: text === null,
    parts: parts.filter((part) => part !== ''),
  };
}

const MENTION = /@\[([0-9a-f-]{36})\]/;

const mentionedIn = (text: string): readonly string[] => [
  ...new Set(text.split(MENTION).filter((_, at) => at % 2 === 1)),
];

function readText(asking: RequestContext, sent: ReadonlyMap<string, Json>) {
  const faults: Fault[] = [...sent.keys()]
    .filter((name) => name !== 'text')
    .map((path) => ({ path, code: 'NOT_AN_INPUT' }));
  const json = sent.get('text') ?? null;
  const text = typeof json === 'string' ? normalizedText(json) : null;
  const limit = asking.model.limits.find(({ name }) => name === 'comment length');
  const most = limit === undefined ? 4000 : limit.value;
  if (json !== null && typeof json !== 'string') faults.push({ path: 'text', code: 'WRONG_TYPE' });
  else if (text === null) faults.push({ path: 'text', code: 'REQUIRED' });
  else if (hasFault(text, false)) faults.push({ path: 'text', code: 'WRONG_TYPE' });
  else if (most === null) faults.push({ path: 'text', code: 'LIMIT_NOT_SHOWN' });
  else if (codePoints(text.replaceAll(new RegExp(MENTION, 'g'), '@')) > most)
    faults.push({ path: 'text', code: 'TOO_LONG' });
  return { text: faults.length === 0 ? text : null, faults };
}

const answer = (said: readonly Said[]): Extract<Answer, { readonly allowed: true }> => ({
  allowed: true,
  values: null,
  seen: null,
  list: null,
  said,
});
