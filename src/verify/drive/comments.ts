import type { Answer, Json, Match, ReadableComment, Request, Stored } from '../evaluator/world.ts';
import { randomFrom } from '../generate/generate-document.ts';
import { oracle } from '../oracle/oracle.ts';
import { UNUSED_ID } from './call-address.ts';
import { type Body, differences } from './compare-answer.ts';
import type { Caller, Answer as HttpAnswer } from './running-application.ts';
import { callerOf } from './send.ts';
import { type Driver, nameOf } from './send-request.ts';

type CommentRequest = Extract<
  Request,
  { kind: 'comments' | 'mentionable' | 'comment' | 'change comment' | 'remove comment' }
>;

/** A comment in wire form. */
interface WireComment extends Pick<ReadableComment, 'id' | 'person' | 'mine'> {
  readonly etag: string;
  readonly edited: string | null;
  readonly deleted: string | null;
  readonly parts: readonly (string | { readonly person: string | null })[];
}

interface WireComments {
  readonly items: readonly WireComment[];
}

interface WireNotification {
  readonly record: string | null;
  readonly event: string;
}

const BAD: readonly Json[] = [
  {},
  { text: ' ' },
  { text: 5 },
  { text: 'x'.repeat(4001) },
  { text: 'Well', by: 'me' },
  [],
];

/** Everybody reads the comments on some records, writes one, and changes and deletes some. */
export async function checkComments(driver: Driver): Promise<void> {
  const { model, people, world, comments, document } = driver;
  const random = randomFrom(document.seed + 77 + comments.size);
  for (const { name: entity } of model.entities.filter(({ name }) => driver.judged.has(name))) {
    const records = [...world.values()].filter((each) => each.entity === entity).map(({ id }) => id);
    for (const person of people) {
      for (const id of [...random.some(records, 1), random.chance(0.1) ? UNUSED_ID : (records[0] ?? UNUSED_ID)]) {
        if (driver.disagreements.length >= driver.most) return;
        const at = { entity, id };
        await sendAndCompareComment(driver, person, { ...at, kind: 'comments' });
        if (random.chance(0.3)) await sendAndCompareComment(driver, person, { ...at, kind: 'mentionable' });
        const mention = random.chance(0.5) ? ` @[${random.pick(people).id}]` : '';
        const longer = () => (random.chance(0.1) ? ' It is longer than it may be.' : '');
        const text = () => ({ text: `What of it, ${driver.requests.count}?${mention}${longer()}` });
        const input = () => (random.chance(0.2) ? random.pick(BAD) : text());
        await sendAndCompareComment(driver, person, { ...at, kind: 'comment', comment: '', input: input() });
        const [comment] = random.some(
          [...[...comments.values()].filter(({ record }) => record === id).map((each) => each.id)],
          1,
        );
        const match: Match = random.chance(0.85) ? 'current' : random.pick(['stale', 'none']);
        const of = { ...at, comment: comment ?? UNUSED_ID, match };
        if (random.chance(0.5))
          await sendAndCompareComment(driver, person, { ...of, kind: 'change comment', input: input() });
        if (random.chance(0.25)) await sendAndCompareComment(driver, person, { ...of, kind: 'remove comment' });
      }
    }
  }
}

async function sendAndCompareComment(driver: Driver, person: Stored, sent: CommentRequest): Promise<void> {
  const { model, world, trash, comments, subject } = driver;
  driver.requests.count += 1;
  const caller = await callerOf(driver, person);
  const before = await mentions(driver, sent);
  const got = await send(caller, sent);
  driver.statuses.set(got.status, (driver.statuses.get(got.status) ?? 0) + 1);
  const request = sent.kind === 'comment' ? { ...sent, comment: String(got.body?.['id'] ?? UNUSED_ID) } : sent;
  const expected = oracle(model, world, person.id, request, subject.clock.now, trash, comments);
  const wrong = expected.allowed ? commentDifferences(request, expected, got) : differences(expected, got, null, model);
  const heard = wrong.length > 0 ? [] : await notificationDifferences(driver, sent, expected, before);
  if (expected.allowed) driver.expectedCounts.comments += expected.comments?.length ?? 0;
  if (expected.allowed) driver.expectedCounts.mentions += expected.notified?.length ?? 0;
  const all = [...wrong, ...heard];
  if (all.length > 0)
    driver.disagreements.push({ who: nameOf(driver, person), request, record: sent.id, differences: all });
}

function commentDifferences(
  { kind }: CommentRequest,
  { comments = [], mentionable = [] }: Extract<Answer, { readonly allowed: true }>,
  { status, body, text }: HttpAnswer<Body | null>,
): readonly string[] {
  if (status >= 300) return [`expected it to be allowed, got ${status} ${text}`];
  if (kind === 'remove comment') return body === null ? [] : ['expected an answer without a comment'];
  if (kind === 'mentionable') {
    const { items = [] } = (body ?? {}) as { readonly items?: readonly { readonly id: string }[] };
    const given = items.map(({ id }) => id);
    // At most eight people are offered.
    const lacking = mentionable.filter((id) => !given.includes(id) && mentionable.length <= 8);
    const surplus = given.filter((id) => !mentionable.includes(id));
    return [...lacking.map((id) => `mentions: lacks ${id}`), ...surplus.map((id) => `mentions: has ${id}`)];
  }
  const items = kind === 'comments' ? (body as unknown as WireComments).items : [body as unknown as WireComment];
  const line = (each: ReadableComment) => JSON.stringify(each);
  const wanted = comments.map(line).sort();
  const given = items.map((item) => line(readableFromWire(item))).sort();
  return wanted.join() === given.join() ? [] : [`comments: expected ${wanted.join()}, got ${given.join()}`];
}

const readableFromWire = ({ id, person, mine, edited, deleted, parts }: WireComment): ReadableComment => ({
  id,
  person,
  mine,
  changed: edited !== null,
  deleted: deleted !== null,
  parts: parts.map((part) => (typeof part === 'string' ? part : { person: part.person })),
});

/** Returns how many mentions on the record each mentioned person has in their inbox. */
async function mentions(driver: Driver, request: CommentRequest): Promise<ReadonlyMap<string, number>> {
  const text = 'input' in request ? JSON.stringify(request.input) : '';
  const counts = new Map<string, number>();
  for (const person of driver.people.filter(({ id }) => text.includes(id))) {
    const caller = await callerOf(driver, person);
    const inbox = await caller<{ readonly items: readonly WireNotification[] }>('GET', '/_/inbox');
    const own = inbox.body.items.filter(({ record, event }) => record === request.id && event === '@');
    counts.set(person.id, own.length);
  }
  return counts;
}

async function notificationDifferences(
  driver: Driver,
  request: CommentRequest,
  expected: Answer,
  before: ReadonlyMap<string, number>,
) {
  const after = await mentions(driver, request);
  const notified = expected.allowed ? (expected.notified ?? []) : [];
  return [...after].flatMap(([person, count]) => {
    const more = count - (before.get(person) ?? 0);
    const wanted = notified.includes(person) ? 1 : 0;
    return more === wanted ? [] : [`inbox of ${person}: expected ${wanted} more, got ${more}`];
  });
}

async function send(caller: Caller, request: CommentRequest): Promise<HttpAnswer<Body | null>> {
  const record = `/_/records/${encodeURIComponent(request.entity)}/${request.id}`;
  if (request.kind === 'mentionable') return caller('GET', `${record}/mentions`);
  if (request.kind === 'comments') return caller('GET', `${record}/comments`);
  if (request.kind === 'comment') return caller('POST', `${record}/comments`, JSON.stringify(request.input));
  const headers = await matchHeader(caller, `${record}/comments`, request);
  const path = `${record}/comments/${request.comment}`;
  if (request.kind === 'remove comment') return caller('DELETE', path, undefined, headers);
  return caller('PATCH', path, JSON.stringify(request.input), headers);
}

async function matchHeader(caller: Caller, path: string, request: { readonly comment: string; readonly match: Match }) {
  if (request.match === 'none') return {};
  const { body } = await caller<WireComments>('GET', path);
  const current = body.items?.find(({ id }) => id === request.comment)?.etag ?? '"none"';
  return { 'if-match': request.match === 'current' ? current : '"0123456789abcdef"' };
}
