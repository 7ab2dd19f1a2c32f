import { readJson } from '../api/latest-version.ts';
import { sessionCookie } from '../core/sessions.ts';
import { emptyAnswer, jsonAnswer, standardAnswer, unreadableAnswer } from '../http/answer.ts';
import { createTimers } from '../jobs/run-timers.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import type { Runtime } from '../runtime/runtime.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum number of days per step of the clock. */
const MOST_DAYS = 3_660;
/** Maximum number of times at which timers fire during one step. After them the clock jumps to the end of the step. */
const MOST_MOMENTS = 500;

/** `GET /_/dev/clock`, in development: the application's time, and when the next timer is due. */
export async function getDevClock(context: RequestContext): Promise<Response> {
  const { runtime } = context;
  if (!runtime.dev) return standardAnswer(context, 'NOT_FOUND', { entity: 'page' });
  return jsonAnswer(context, await clockOf(runtime));
}

/**
 * `POST /_/dev/clock { days }` or `{ to: "next" }`, in development: moves the clock forward. Each timer on the way
 * fires at its own time.
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
  // A new session, because the old one may have expired by the moved clock.
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
    // A refused timer is due again within a minute and must not use up all steps.
    earliest = runtime.clock() + (fired === 0 ? HOUR_MS : 0);
    if (fired === 0 && runtime.clock() >= until) break;
  }
  forwardTo(runtime, until);
}

function forwardTo({ clock, moveClock }: Runtime, until: number): void {
  const ms = until - clock();
  if (ms > 0) moveClock?.(ms);
}
