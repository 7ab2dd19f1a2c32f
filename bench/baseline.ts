// The server that a developer would write by hand for the expense document, with the same permissions and history.
import { createHash, randomBytes } from 'node:crypto';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { v7 } from 'uuid';
import { type Data, dataIn } from './baseline-data.ts';
import { dataAt } from './baseline-postgres.ts';
import { answerOf, broken, canOf, type Me, mayRead } from './baseline-rules.ts';
import { openBaseline, type StoredClaim, type StoredLine } from './baseline-store.ts';
import { serving } from './child.ts';

type Env = { readonly Bindings: HttpBindings; Variables: { me: Me } };

const PAGE = 50;
const zoned = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' });
const todayOf = (now: number): string => zoned.format(now);
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

function createApp(data: Data, sessions: ReadonlyMap<string, string>) {
  const app = new Hono<Env>();
  const limits = new Map<string, { at: number; count: number }>();
  const today = { at: 0, is: '' };

  const dateNow = (): string => {
    const now = Date.now();
    if (now - today.at > 1000) Object.assign(today, { at: now, is: todayOf(now) });
    return today.is;
  };

  app.use('/api/*', async (c, next) => {
    const token = /(?:^|; )session=([^;]+)/.exec(c.req.header('cookie') ?? '')?.[1];
    const id = token === undefined ? undefined : sessions.get(hashOf(token));
    const person = id === undefined ? undefined : await data.person(id);
    if (person === undefined) return c.json({ code: 'NOT_SIGNED_IN' }, 401);
    const me = {
      id: person.id,
      isManager: person.role === 'Manager',
      isFinance: person.role === 'Finance',
    };
    const now = Date.now();
    const limit = limits.get(me.id);
    if (limit === undefined || now - limit.at > 1000) limits.set(me.id, { at: now, count: 1 });
    else if (++limit.count > 1_000_000) return c.json({ code: 'TOO_MANY_REQUESTS' }, 429);
    c.set('me', me);
    c.header('cache-control', 'private, no-cache');
    c.header('vary', 'Cookie, Authorization');
    return next();
  });

  const answer = async (c: Context<Env>, claim: StoredClaim, status: 200 | 201 = 200) => {
    const record = answerOf(c.get('me'), claim, await data.lines(claim.id), dateNow());
    c.header('etag', record._.etag);
    return c.json(record, status);
  };

  app.get('/api/claims', async (c) => {
    const me = c.get('me');
    const { status = '', page } = c.req.query();
    const [at, id] = page === undefined ? [-1, ''] : (JSON.parse(atob(page)) as [number, string]);
    const { isManager, isFinance } = me;
    const asked = { me: me.id, isManager, isFinance, status, at, id, limit: PAGE + 1 };
    const found = await data.list(asked);
    const shown = found.slice(0, PAGE);
    const lines = Map.groupBy(await data.linesOfAll(shown.map((each) => each.id)), (line) => line.claim);
    const items = shown.map((claim) => answerOf(me, claim, lines.get(claim.id) ?? [], dateNow()));
    const last = shown.at(-1);
    const next = found.length > PAGE && last !== undefined ? btoa(JSON.stringify([last.submitted_at, last.id])) : null;
    const count = await data.count(asked);
    return c.json({ items, next, total: { count: Math.min(count, 1000), atLeast: count > 1000 } });
  });

  app.get('/api/claims/:id', async (c) => {
    const claim = await data.claim(c.req.param('id'));
    if (claim === undefined || !mayRead(c.get('me'), claim)) return c.json({ code: 'NOT_FOUND' }, 404);
    return answer(c, claim);
  });

  app.post('/api/claims', async (c) => {
    const me = c.get('me');
    const now = Date.now();
    const input = draftOf(await c.req.json());
    if (input === null) return c.json({ code: 'INVALID' }, 422);
    const failures = broken(input, dateNow());
    if (failures.length > 0) return c.json({ code: failures[0], failures }, 422);
    const id = v7({ msecs: now });
    const { title, category, spentOn, total, receipt, note, lines } = input;
    const cells = [id, now, me.id, now, me.id, title, me.id, category, spentOn, total, receipt, note, null, null, null];
    await data.transaction(async (tables) => {
      await tables.insertClaim([...cells, 'Draft']);
      for (const [position, { what, amount }] of lines.entries())
        await tables.insertLine([v7({ msecs: now }), id, position, what, amount]);
      await tables.insertHistory([id, now, me.id, 'create', JSON.stringify(input)]);
      return { keep: true, result: null };
    });
    const claim = await data.claim(id);
    if (claim === undefined) return c.json({ code: 'NOT_FOUND' }, 404);
    c.header('location', `/api/claims/${id}`);
    return answer(c, claim, 201);
  });

  app.patch('/api/claims/:id', async (c) => {
    const me = c.get('me');
    const now = Date.now();
    const id = c.req.param('id');
    const sent = (await c.req.json()) as { readonly [name: string]: unknown };
    const refused = await data.transaction<Refused | null>(async (tables) => {
      const claim = await tables.claim(id);
      const lines = claim === undefined ? [] : await tables.lines(id);
      const no = claim === undefined ? 404 : refusedChange(me, claim, lines, c.req.header('if-match'));
      if (claim === undefined || no !== null) return { keep: false, result: { code: 'REFUSED', status: no ?? 404 } };
      const { title, category, spent_on: spentOn, note } = claim;
      const before: { [name: string]: unknown } = { title, category, spentOn, note };
      const next = draftOf({ ...before, lines: lines.map(wireLine), ...sent });
      const failures = next === null ? ['INVALID'] : broken(next, dateNow());
      if (next === null || failures.length > 0)
        return { keep: false, result: { code: failures[0], failures, status: 422 as const } };
      const after: { [name: string]: unknown } = { ...next };
      const changes = Object.keys(before).filter((name) => before[name] !== after[name]);
      await tables.updateClaim([next.title, next.category, next.spentOn, next.note, now, me.id, id]);
      const kept = changes.map((name) => [name, before[name], after[name]]);
      await tables.insertHistory([id, now, me.id, 'change', JSON.stringify(kept)]);
      return { keep: true, result: null };
    });
    if (refused !== null) return c.json(refused, refused.status);
    const claim = await data.claim(id);
    return claim === undefined ? c.json({ code: 'NOT_FOUND' }, 404) : answer(c, claim);
  });

  app.post('/api/claims/:id/:event', async (c) => {
    const me = c.get('me');
    const now = Date.now();
    const { id, event } = c.req.param();
    if (event !== 'submit' && event !== 'withdraw') return c.json({ code: 'NOT_FOUND' }, 404);
    const to = event === 'submit' ? 'Submitted' : 'Draft';
    const refused = await data.transaction<Refused | null>(async (tables) => {
      const claim = await tables.claim(id);
      const lines = claim === undefined ? [] : await tables.lines(id);
      const no = claim === undefined ? 404 : refusedMatch(me, claim, lines, c.req.header('if-match'));
      if (claim === undefined || no !== null) return { keep: false, result: { code: 'REFUSED', status: no ?? 404 } };
      const code = canOf(me, claim, lines, dateNow()).events[event];
      if (code !== null) return { keep: false, result: { code, status: statusOf(code) } };
      const submittedAt = event === 'submit' ? now : null;
      const refusal = event === 'submit' ? null : claim.refusal;
      await tables.updateState([to, submittedAt, refusal, now, me.id, id, claim.status]);
      const kept = [
        ['status', claim.status, to],
        ['submittedAt', claim.submitted_at, submittedAt],
      ];
      await tables.insertHistory([id, now, me.id, event, JSON.stringify(kept)]);
      if (event === 'submit' && claim.owner_manager !== null)
        await tables.insertInbox([claim.owner_manager, id, now, event]);
      return { keep: true, result: null };
    });
    if (refused !== null) return c.json(refused, refused.status);
    const claim = await data.claim(id);
    return claim === undefined ? c.json({ code: 'NOT_FOUND' }, 404) : answer(c, claim);
  });

  const refusedMatch = (
    me: Me,
    claim: StoredClaim,
    lines: readonly StoredLine[],
    match: string | undefined,
  ): 404 | 412 | 428 | null => {
    if (!mayRead(me, claim)) return 404;
    if (match === undefined) return 428;
    return answerOf(me, claim, lines, dateNow())._.etag === match ? null : 412;
  };

  const refusedChange = (
    me: Me,
    claim: StoredClaim,
    lines: readonly StoredLine[],
    match: string | undefined,
  ): 404 | 403 | 409 | 412 | 428 | null => {
    if (!mayRead(me, claim)) return 404;
    if (claim.owner !== me.id) return 403;
    return refusedMatch(me, claim, lines, match) ?? (claim.status === 'Draft' ? null : 409);
  };
  return app;
}

interface Refused {
  readonly code: string | undefined;
  readonly status: 403 | 404 | 409 | 412 | 422 | 428;
  readonly failures?: readonly string[];
}

const statusOf = (code: string): 403 | 409 | 422 =>
  code === 'NOT_ALLOWED' ? 403 : code === 'WRONG_STATE' || code === 'NOT_MET' ? 409 : 422;

const wireLine = ({ what, amount }: StoredLine) => ({ what, amount: (amount / 100).toFixed(2) });

const categories = ['Travel', 'Meals', 'Equipment', 'Other'];

/** What was sent, checked as far as types go; null where something is wrong. */
function draftOf(sent: { readonly [name: string]: unknown }) {
  const { category, spentOn, lines } = sent;
  const title = textOf(sent['title']);
  const note = textOf(sent['note']);
  if (title === null || title.length < 3 || title.length > 120 || (note?.length ?? 0) > 2000) return null;
  if (typeof category !== 'string' || !categories.includes(category)) return null;
  if (typeof spentOn !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(spentOn)) return null;
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > 50) return null;
  const read = (lines as { what?: unknown; amount?: unknown }[]).map(({ what, amount }) => ({
    what: textOf(what) ?? '',
    amount:
      typeof amount === 'string' && /^-?\d{1,10}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : null,
  }));
  const good = read.flatMap(({ what, amount }) => (what !== '' && amount !== null ? [{ what, amount }] : []));
  if (good.length !== lines.length) return null;
  const total = good.reduce((sum, { amount }) => sum + amount, 0);
  return { title, category, spentOn, note, receipt: null, lines: good, total };
}

function textOf(value: unknown): string | null {
  const text = typeof value === 'string' ? value.normalize('NFC').trim() : '';
  return text === '' ? null : text;
}

await serving(async ({ folder, postgres, people }) => {
  const tokens = people.map((id) => [id, randomBytes(32).toString('hex')] as const);
  const sessions = new Map(tokens.map(([id, token]) => [hashOf(token), id]));
  const data = postgres === undefined ? dataIn(openBaseline(folder)) : dataAt(postgres.baseline);
  const app = createApp(data, sessions);
  const port = await new Promise<number>((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port));
  });
  return { port, cookies: tokens.map(([, token]) => `session=${token}`) };
});
