import { readJson } from '../api/latest-version.ts';
import { sessionCookie } from '../core/sessions.ts';
import { emptyAnswer, jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { createTimers } from '../jobs/run-timers.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** One step of the clock is at most this long. */
const MOST_DAYS = 3_660;
/** Moments at which timers are looked at during one step; beyond them the rest of the step is taken at once. */
const MOST_MOMENTS = 500;

/** `GET /_/dev/clock`, in development: the application's time, and when the product acts by itself next. */
export async function getDevClock(context: RequestContext): Promise<Response> {
  const { runtime } = context;
  if (!runtime.dev) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  return jsonAnswer(context, await clockOf(runtime));
}

/**
 * `POST /_/dev/clock { days }` or `{ to: "next" }`, in development: moves the clock forward, and lets each timer on the way
 * act at its own time.
 */
export async function postDevClock(initial: RequestContext): Promise<Response> {
  const { runtime, url } = initial;
  if (!runtime.dev) return standardAnswer(initial, 'NOT_FOUND', { entity: 'page' });
  const body = await readJson(initial);
  if (!body.ok) return unreadableAnswer(initial, body);
  const { context } = body;
  const { principal } = context;
  const until = await targetTime(runtime, body.value);
  if (until === null)
    return standardAnswer(context, 'UNREADABLE', {
      reason: `it must be { "days": a number up to ${MOST_DAYS} } or { "to": "next" }`,
    });
  await moveTo(runtime, until);
  const answer = emptyAnswer(context);
  // The session of whoever moves the clock does not end by it.
  if (principal.row !== null)
    answer.headers.append(
      'set-cookie',
      sessionCookie(url, await runtime.sessions.open(principal.row.id, runtime.clock())),
    );
  return answer;
}

async function clockOf({ clock, store }: Runtime): Promise<{ readonly now: string; readonly next: string | null }> {
  const next = await store.timers.next();
  return { now: new Date(clock()).toISOString(), next: next === null ? null : new Date(next).toISOString() };
}

async function targetTime(runtime: Runtime, value: unknown): Promise<number | null> {
  if (typeof value !== 'object' || value === null) return null;
  const now = runtime.clock();
  if ('to' in value && value.to === 'next') return Math.max(now, (await runtime.store.timers.next()) ?? now);
  if (!('days' in value) || typeof value.days !== 'number') return null;
  return value.days > 0 && value.days <= MOST_DAYS ? now + Math.round(value.days * DAY_MS) : null;
}

async function moveTo(runtime: Runtime, until: number): Promise<void> {
  const timers = createTimers(runtime);
  let earliest = runtime.clock();
  for (let moments = 0; moments < MOST_MOMENTS; moments++) {
    const next = await runtime.store.timers.next();
    if (next === null || next > until) break;
    forwardTo(runtime, Math.min(until, Math.max(next, earliest)));
    const { fired } = await timers.tick(runtime.clock());
    // One that is refused is due again within a minute, and must not use up all moments.
    earliest = runtime.clock() + (fired === 0 ? HOUR_MS : 0);
    if (fired === 0 && runtime.clock() >= until) break;
  }
  forwardTo(runtime, until);
}

function forwardTo({ clock, moveClock }: Runtime, until: number): void {
  const ms = until - clock();
  if (ms > 0) moveClock?.(ms);
}
