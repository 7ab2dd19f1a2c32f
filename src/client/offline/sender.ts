import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { headersFor, wholeOf } from '../api/early.ts';
import { contentOf, unreachable } from '../api/request.ts';
import { afterSent, doubted, type Entry, nextOf, type Outcome, outcomeOf, refusalOf } from './entry.ts';
import { alone, read, replace, setUnderWay, take, waiting } from './queue.ts';

/** Only one page of this browser sends, and one at a time. */
const LOCK = 'ninefold unsent';

/** How long the next try waits, in milliseconds: ever longer, up to the second. */
const FIRST = 2_000;
const LONGEST = 60_000;

/** An answer while nobody waits for it. `replayed`: the server had done it before. */
export interface Answered {
  readonly status: number;
  readonly content: unknown;
  readonly replayed: boolean;
}

export interface Sender {
  /** Now, if there is anything: the server may be back. */
  readonly kick: () => void;
  readonly stop: () => void;
}

interface Told {
  /** These were sent, at the end of a run; `records` are those that they are about. */
  readonly onSent: (sent: readonly Entry[]) => void;
  /** These were refused, and stay. */
  readonly onRefused: (refused: readonly Entry[]) => void;
}

/** Sends what waits, in order, whenever the server may be reached, until it is stopped. */
export function startSender(told: Told): Sender {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;

  const run = async () => {
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      // Another page sends already; what is there then is told to this one.
      if (lock === null) return later();
      const sent: Entry[] = [];
      const refused: Entry[] = [];
      const last = await drain(sent, refused, () => isStopped);
      if (sent.length + refused.length > 0) tries = 0;
      if (sent.length > 0) told.onSent(sent);
      if (refused.length > 0) told.onRefused(refused);
      // Whoever is not known any more signs in, and then all begins anew.
      if (last === 'later') later();
    });
  };
  const later = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(kick, Math.min(LONGEST, FIRST * 2 ** tries++));
  };
  const runOn = async () => {
    isRunning = true;
    try {
      while (isWanted && !isStopped) {
        isWanted = false;
        await run();
      }
    } finally {
      isRunning = false;
    }
  };
  const kick = () => {
    clearTimeout(timer);
    if (isStopped) return;
    isWanted = true;
    if (!isRunning) void runOn();
  };
  const back = () => {
    tries = 0;
    kick();
  };
  addEventListener('online', back);
  kick();
  return {
    kick: back,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener('online', back);
    },
  };
}

/** Sends one after the other until nothing is left that may be sent; `sent` and `refused` get those that were. */
async function drain(sent: Entry[], refused: Entry[], isStopped: () => boolean): Promise<Outcome | null> {
  for (;;) {
    const all = await read();
    const old = doubted(all, Date.now());
    if (old.length > 0) {
      await replace(old.map((entry) => ({ ...entry, state: 'doubted' as const })));
      continue;
    }
    const next = nextOf(all);
    if (next === null || isStopped()) return null;
    const outcome = await alone(next.seq, (entry) => sendOne(entry, sent, refused), true);
    if (outcome === 'later' || outcome === 'not signed in') return outcome;
  }
}

/** Sends one, unless somebody did something else with it meanwhile. */
async function sendOne(entry: Entry, sent: Entry[], refused: Entry[]): Promise<Outcome | null> {
  if (entry.state !== 'waits') return null;
  setUnderWay(entry.seq);
  const answer = await send(entry).finally(() => setUnderWay(null));
  const outcome = outcomeOf(answer.status);
  if (outcome === 'refused') {
    refused.push(entry);
    await replace([{ ...entry, state: 'refused', refusal: refusalOf(problemIn(answer, entry)), isOpen: false }]);
  }
  if (outcome === 'sent') {
    sent.push(entry);
    const { content, replayed } = answer;
    const etag = replayed ? null : ((content as WireRecord | null)?._.etag ?? null);
    await replace(afterSent(waiting(), entry, etag));
    await take(entry);
  }
  return outcome;
}

async function send({ want, key }: Entry): Promise<Answered> {
  const { method, path, ifMatch, body, document } = want;
  try {
    const answer = await fetch(path, {
      method,
      headers: {
        ...headersFor(document),
        'idempotency-key': key,
        ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const whole = await wholeOf(answer);
    const content = contentOf(whole);
    if (whole.ok && content === undefined) return LOST;
    const replayed = answer.headers.get('idempotency-replayed') === 'true';
    return { status: answer.status, content, replayed };
  } catch {
    return LOST;
  }
}

const LOST: Answered = { status: 0, content: null, replayed: false };

function problemIn({ status, content }: Answered, { want }: Entry): Problem {
  const isProblem = typeof content === 'object' && content !== null && 'code' in content && 'detail' in content;
  return isProblem ? (content as Problem) : { ...unreachable(want.path), status };
}
