import type { CompiledCall } from '../../engine/compiled/compiled-model.ts';
import type { Verdict } from '../../engine/context/verdict.ts';
import { EMAIL } from '../../expressions/syntax/recipients.ts';
import type { Limit } from '../../model/types/model.ts';
import type { Delivery } from '../../store/core/deliveries.ts';
import type { Send } from '../core/outgoing-request.ts';
import { notifyInboxes } from '../runtime/close-revoked-connections.ts';
import type { Runtime, Version } from '../runtime/runtime.ts';
import { type Attempt, sendLetter } from './send-letter.ts';

const second = 1_000;
const minute = 60 * second;
/** Defaults if the document states no limits. */
const DEFAULT_TIMEOUT = 15 * second;
const DEFAULT_RETRIES = 8;
const FIRST_WAIT = 30 * second;
const LONGEST_WAIT = 60 * minute;
/** Maximum number of deliveries at once. Each must be answered before its lease ends. */
const MAX_PARALLEL = 8;

/** Client errors that may succeed when retried. Other client errors are final. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** The address of an e-mail, for those who decide what is sent automatically. */
const LETTER_ADDRESS = 'mailto:';

/** Decides which addresses are delivered to automatically. In development only addresses on this machine are. */
type MaySendTo = (url: string) => boolean;

/**
 * Sends the deliveries that are due: at least once, and in order for each record and call. Returns the number of
 * attempts. Deliveries whose address depends on a constant that is not shown stay in the outbox.
 */
export async function deliverDue(runtime: Runtime, send: Send, admits: MaySendTo = () => true): Promise<number> {
  const { store, clock } = runtime;
  const version = runtime.current();
  const calls = [...version.compiled.calls.values()].filter(
    (call) => call.call.does.kind === 'outside' && call.waitsFor === null && admits(addressOf(version, call.call.path)),
  );
  const sendsLetters = runtime.mail !== null && admits(LETTER_ADDRESS);
  if (calls.length === 0 && !sendsLetters) return 0;
  const timeout = limitOf(version, 'timeout') ?? DEFAULT_TIMEOUT;
  const byId = new Map(calls.map((call) => [call.call.id, call]));
  const names = [...byId.keys(), ...(sendsLetters ? [EMAIL] : [])];
  const due = await store.deliveries.take(names, clock(), 2 * timeout + minute, MAX_PARALLEL);
  await Promise.all(
    due.map(async (delivery) => {
      const call = byId.get(delivery.call);
      if (delivery.call === EMAIL) await deliverLetter(runtime, version, delivery);
      else if (call !== undefined) await deliver(runtime, version, send, call, delivery, timeout);
    }),
  );
  return due.length;
}

/**
 * Sends one unsent entry of the outbox, whether it is due or not. Returns false if it does not exist or can't be sent.
 */
export async function deliverNow(runtime: Runtime, send: Send, id: string): Promise<boolean> {
  const version = runtime.current();
  const timeout = limitOf(version, 'timeout') ?? DEFAULT_TIMEOUT;
  const delivery = await runtime.store.deliveries.takeNow(id, runtime.clock(), 2 * timeout + minute);
  if (delivery === null) return false;
  if (delivery.call === EMAIL) {
    await deliverLetter(runtime, version, delivery);
    return true;
  }
  const call = version.compiled.calls.get(delivery.call);
  if (call === undefined || call.waitsFor !== null) {
    const problem = 'The document no longer states where this is sent to.';
    await runtime.store.deliveries.settle(id, { state: 'waiting', due: runtime.clock(), problem });
    return false;
  }
  await deliver(runtime, version, send, call, delivery, timeout);
  return true;
}

async function deliver(
  runtime: Runtime,
  version: Version,
  send: Send,
  { call }: CompiledCall,
  delivery: Delivery,
  timeoutMs: number,
): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'idempotency-key': delivery.key,
    'user-agent': 'ninefold',
  };
  const url = addressOf(version, call.path);
  const response = await send({ method: call.method, url, headers, body: delivery.body, timeoutMs }).then(
    ({ status, retryAfter }) => ({ status, retryAfter, problem: `The server answered ${status}.` }),
    (error: unknown) => ({
      status: 0,
      retryAfter: null,
      problem: error instanceof Error ? error.message : String(error),
    }),
  );
  await settle(runtime, version, delivery, response, { label: call.name, notice: call.errors[0]?.name ?? call.label });
}

async function deliverLetter(runtime: Runtime, version: Version, delivery: Delivery): Promise<void> {
  await settle(runtime, version, delivery, await sendLetter(runtime, delivery), { label: EMAIL, notice: EMAIL });
}

/** Stores the result of an attempt. `label`: what is logged. `notice`: what the person is told if it was given up. */
async function settle(
  runtime: Runtime,
  version: Version,
  delivery: Delivery,
  response: Attempt,
  { label, notice }: { readonly label: string; readonly notice: string },
): Promise<void> {
  const { store, clock } = runtime;
  if (response.status >= 200 && response.status < 300) return store.deliveries.settle(delivery.id, { state: 'sent' });
  const isRetryable = response.status === 0 || response.status >= 500 || RETRYABLE_STATUSES.has(response.status);
  const retries = limitOf(version, 'retries') ?? DEFAULT_RETRIES;
  if (isRetryable && delivery.attempts <= retries) {
    const due = clock() + Math.max(waitBefore(delivery.attempts), (response.retryAfter ?? 0) * second);
    return store.deliveries.settle(delivery.id, { state: 'waiting', due, problem: response.problem });
  }
  await store.deliveries.settle(delivery.id, { state: 'dead', problem: response.problem });
  runtime.log({ level: 'error', message: `${label} failed permanently: ${response.problem}` });
  await notifyOfFailure(runtime, version, delivery, notice);
}

/** Exponential backoff up to one hour, with up to 20 % jitter. */
function waitBefore(attempts: number): number {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (1 + Math.random() / 5));
}

/** Returns the URL of an outside call, with the values of its constants inserted. */
export function addressOf({ compiled }: Version, path: string): string {
  return path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = compiled.constants.get(name.trim())?.value;
    return typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\/+$/, '') : '';
  });
}

function limitOf({ model }: Version, name: Limit['name']): number | null {
  return model.limits.find((each) => each.name === name)?.value ?? null;
}

/** Notifies the person who raised the event of the failed delivery. */
async function notifyOfFailure(runtime: Runtime, version: Version, delivery: Delivery, event: string): Promise<void> {
  const { person, entity, record } = delivery;
  if (person === null) return;
  const verdict: Verdict = {
    allowed: true,
    row: null,
    writes: [{ kind: 'notify', entity, id: record, person, event }],
  };
  await runtime.store.write({
    needs: { rows: [], unique: [], files: [], referrers: [] },
    decide: () => verdict,
    actor: { kind: 'product' },
    now: runtime.clock(),
    documentHash: version.hash,
    idempotency: null,
  });
  notifyInboxes(runtime, new Set([person]));
}

/** Delivers continuously until stopped. `idleMs`: pause if nothing was due. */
export function startDelivering(
  runtime: Runtime,
  send: Send,
  { idleMs = second, admits }: { readonly idleMs?: number; readonly admits?: MaySendTo } = {},
): { readonly stop: () => Promise<void> } {
  const state: { timer: ReturnType<typeof setTimeout> | null; stopped: boolean; doing: Promise<void> } = {
    timer: null,
    stopped: false,
    doing: Promise.resolve(),
  };
  const yieldToRequests = async (): Promise<void> => {
    const done = await deliverDue(runtime, send, admits).catch((error: unknown) => {
      runtime.log({ level: 'error', message: 'The outbox could not be processed.', error });
      return 0;
    });
    if (state.stopped) return;
    state.timer = setTimeout(
      () => {
        state.doing = yieldToRequests();
      },
      done > 0 ? 0 : idleMs,
    );
  };
  state.doing = yieldToRequests();
  return {
    stop: async () => {
      state.stopped = true;
      if (state.timer !== null) clearTimeout(state.timer);
      await state.doing;
    },
  };
}
