import type { Problem, WireRecord } from '../../engine/core/wire-format.ts';
import { headersFor, readResponse } from '../api/early-answers.ts';
import { contentOf, unreachable } from '../api/request.ts';
import {
  outboxEntries,
  readOutbox,
  removeEntry,
  replaceEntries,
  setSendingEntry,
  withEntryLock,
} from '../device/outbox.ts';
import {
  afterSent,
  expiredEntries,
  nextToSend,
  type OutboxEntry,
  type Outcome,
  outcomeOf,
  refusalOf,
} from '../device/outbox-entry.ts';

/** Lock: only one tab of this browser sends, one write at a time. */
const LOCK = 'ninefold unsent';

/** In milliseconds: delay of the first retry and the longest delay (exponential backoff). */
const FIRST = 2_000;
const LONGEST = 60_000;

/** An answer to an outbox request. `replayed`: the server had already processed it. */
export interface OutboxAnswer {
  readonly status: number;
  readonly content: unknown;
  readonly replayed: boolean;
}

export interface Sender {
  /** Tries to send now, because the server may be reachable again. */
  readonly trySending: () => void;
  readonly stop: () => void;
}

interface SenderHandlers {
  /** Called at the end of a run with the entries that were sent. */
  readonly onSent: (sent: readonly OutboxEntry[]) => void;
  /** Called with the entries that were refused; they stay in the outbox. */
  readonly onRefused: (refused: readonly OutboxEntry[]) => void;
}

/** Sends waiting entries in order whenever the server may be reachable, until it is stopped. */
export function startSender(handlers: SenderHandlers): Sender {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let isStopped = false;
  let isRunning = false;
  let isWanted = false;

  const run = async () => {
    await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
      // Another tab is sending and will announce the result.
      if (lock === null) return schedule();
      const sent: OutboxEntry[] = [];
      const refused: OutboxEntry[] = [];
      const last = await drain(sent, refused, () => isStopped);
      if (sent.length + refused.length > 0) tries = 0;
      if (sent.length > 0) handlers.onSent(sent);
      if (refused.length > 0) handlers.onRefused(refused);
      // Not after 'not signed in': signing in starts a new sender.
      if (last === 'later') schedule();
    });
  };
  const schedule = () => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(kick, Math.min(LONGEST, FIRST * 2 ** tries++));
  };
  const runAll = async () => {
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
    if (!isRunning) void runAll();
  };
  const retryNow = () => {
    tries = 0;
    kick();
  };
  addEventListener('online', retryNow);
  kick();
  return {
    trySending: retryNow,
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      removeEventListener('online', retryNow);
    },
  };
}

/** Sends entries one after the other until none can be sent. Adds them to `sent` or `refused`. */
async function drain(sent: OutboxEntry[], refused: OutboxEntry[], isStopped: () => boolean): Promise<Outcome | null> {
  for (;;) {
    const all = await readOutbox();
    const old = expiredEntries(all, Date.now());
    if (old.length > 0) {
      await replaceEntries(old.map((entry) => ({ ...entry, state: 'doubted' as const })));
      continue;
    }
    const next = nextToSend(all);
    if (next === null || isStopped()) return null;
    const outcome = await withEntryLock(next.seq, (entry) => sendOne(entry, sent, refused), true);
    if (outcome === 'later' || outcome === 'not signed in') return outcome;
  }
}

/** Sends one entry, unless it was changed in the meantime. */
async function sendOne(entry: OutboxEntry, sent: OutboxEntry[], refused: OutboxEntry[]): Promise<Outcome | null> {
  if (entry.state !== 'waits') return null;
  setSendingEntry(entry.seq);
  const answer = await send(entry).finally(() => setSendingEntry(null));
  const outcome = outcomeOf(answer.status);
  if (outcome === 'refused') {
    refused.push(entry);
    await replaceEntries([{ ...entry, state: 'refused', refusal: refusalOf(problemIn(answer, entry)), isOpen: false }]);
  }
  if (outcome === 'sent') {
    sent.push(entry);
    const { content, replayed } = answer;
    const etag = replayed ? null : ((content as WireRecord | null)?._.etag ?? null);
    await replaceEntries(afterSent(outboxEntries(), entry, etag));
    await removeEntry(entry);
  }
  return outcome;
}

async function send({ want, key }: OutboxEntry): Promise<OutboxAnswer> {
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
    const response = await readResponse(answer);
    const content = contentOf(response);
    if (response.ok && content === undefined) return LOST;
    const replayed = answer.headers.get('idempotency-replayed') === 'true';
    return { status: answer.status, content, replayed };
  } catch {
    return LOST;
  }
}

const LOST: OutboxAnswer = { status: 0, content: null, replayed: false };

function problemIn({ status, content }: OutboxAnswer, { want }: OutboxEntry): Problem {
  const isProblem = typeof content === 'object' && content !== null && 'code' in content && 'detail' in content;
  return isProblem ? (content as Problem) : { ...unreachable(want.path), status };
}
