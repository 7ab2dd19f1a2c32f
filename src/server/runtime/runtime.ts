import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Digest } from '../../engine/core/digest.ts';
import { type Environment, inEnvironment } from '../../engine/core/environment.ts';
import { recomputationOf } from '../../engine/effects/recompute.ts';
import { timingOf } from '../../engine/effects/timers.ts';
import { assume } from '../../model/defaults/assume.ts';
import { markUnknownTypes } from '../../model/lookups/unknown-types.ts';
import { type Unread, unreadOf } from '../../model/lookups/unread.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model, Screen } from '../../model/types/model.ts';
import type { Loss, Store } from '../../store/core/store.ts';
import type { Assets } from '../core/assets.ts';
import { hashOfText, randomToken } from '../core/document-hash.ts';
import type { Provider } from '../core/identity-provider.ts';
import { createListeners, type Listeners } from '../core/live-connections.ts';
import type { Mail } from '../core/mail.ts';
import type { Send } from '../core/outgoing-request.ts';
import type { Passkeys } from '../core/passkey-service.ts';
import type { Passwords } from '../core/password-service.ts';
import type { RouteMatch } from '../core/path-template.ts';
import { createRateLimitFor, type RateLimit } from '../core/rate-limit.ts';
import { createSessions, type Sessions } from '../core/sessions.ts';
import { findBrokenRules } from './broken-rules-report.ts';
import { loadSamples } from './load-samples.ts';
import { createPresence, type Presence } from './presence-updates.ts';
import { changePublisher } from './publish-changes.ts';
import { chooseSpeech, createVersionCache, type Speech, versionInLanguage } from './request-language.ts';

/** A document in force. */
export interface Version {
  readonly hash: string;
  readonly text: string;
  /** With what we assume. */
  readonly model: Model;
  readonly compiled: CompiledModel;
  readonly screens: (method: string, path: string) => RouteMatch<Screen>;
  /** What it speaks: the language of labels, and that of our own sentences. */
  readonly speech: Speech;
}

/** What runs, what was read last, and why they differ where they do. */
export interface DocumentStatus {
  readonly running: string;
  readonly read: string;
  /** Of what was read last. */
  readonly diagnostics: readonly Diagnostic[];
  /** How much of what was read last the reader left. */
  readonly unread: Unread;
  /** What the document read last would lose. */
  readonly losses: readonly Loss[];
  /** Rows that lack a field which is required now, by field id. */
  readonly incomplete: readonly { readonly field: string; readonly count: number }[];
  /** Rules that are new or read otherwise since the document before, each with the records that break it. */
  readonly breaking: readonly Loss[];
}

export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly error?: unknown;
}

export interface RuntimeOptions {
  readonly text: string;
  readonly store: Store;
  readonly dev: boolean;
  readonly clock: () => number;
  /** Reads and checks a document. */
  readonly read: (text: string) => { readonly model: Model; readonly diagnostics: readonly Diagnostic[] };
  readonly assets?: Assets;
  readonly log?: (entry: LogEntry) => void;
  /** Where constants `from environment …` are looked up. None: each has its default. */
  readonly environment?: Environment;
  /** The address that people open, as `https://claims.example.org`; none: this machine's own, at the port that listens. */
  readonly origin?: string;
  /** None: nobody signs in with a password. */
  readonly passwords?: Passwords;
  /** None: no letters are sent. */
  readonly mail?: Mail;
  /** None: nobody signs in with a provider. It needs `origin`, where people come back to. */
  readonly provider?: Provider;
  /** None: nobody signs in with a passkey. */
  readonly passkeys?: Passkeys;
  /** The platform's own, where it has a quicker one. */
  readonly digest?: Digest;
  /** In development: sends an entry of the outbox when somebody asks for it. None: they wait. */
  readonly send?: Send;
  /** Signs cursors. None: the secret of the data, which servers over the same data share. */
  readonly secret?: Uint8Array;
}

/** A running document: what every request is answered from. */
export interface Runtime {
  readonly dev: boolean;
  readonly store: Store;
  readonly clock: () => number;
  readonly assets: Assets;
  readonly log: (entry: LogEntry) => void;
  readonly origin: string | null;
  readonly passwords: Passwords | null;
  readonly mail: Mail | null;
  readonly provider: Provider | null;
  readonly passkeys: Passkeys | null;
  readonly send: Send | null;
  /** In development: moves the clock forward by some milliseconds. It is real again once the server restarts. Otherwise null. */
  readonly moveClock: ((ms: number) => void) | null;
  readonly isClockMoved: () => boolean;
  /** Does something once the answer is out; where it fails, that is logged under `message`. */
  readonly runLater: (message: string, work: () => Promise<void>) => void;
  readonly secret: Uint8Array;
  /** The key that the page carries and the switcher of persons needs. */
  readonly switcher: string;
  readonly sessions: Sessions;
  readonly listeners: Listeners;
  readonly presence: Presence;
  readonly rateLimit: RateLimit;
  readonly current: () => Version;
  /** The version that runs, as it reads in the language that a request wishes. */
  readonly versionFor: (request: Request) => Version;
  readonly status: () => DocumentStatus;
  /**
   * Takes a new text. One that contradicts itself, or would lose data, leaves the last good one in force and says
   * why. Texts are taken one after the other. Never rejects: a fault of the store is logged.
   */
  readonly update: (text: string) => Promise<DocumentStatus>;
  /** Told after each `update`, whatever came of it. */
  readonly subscribe: (subscribers: (status: DocumentStatus) => void) => () => void;
  /** Ends open connections. The store stays open: whoever opened it closes it. */
  readonly close: () => Promise<void>;
}

/** Starts a document over its data. Where it can't be applied, the one that was applied before goes on. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { store, dev } = options;
  const time = { ahead: 0 };
  const clock = () => options.clock() + time.ahead;
  const log = options.log ?? (() => undefined);
  const listeners = createListeners((listener) => presence.connectionClosed(listener));
  const subscribers = new Set<(status: DocumentStatus) => void>();
  const pendingWork = new Set<Promise<void>>();
  const first = await firstVersion(options);
  const state: { version: Version; status: DocumentStatus; queue: Promise<unknown> } = {
    ...first,
    queue: Promise.resolve(),
  };

  const applyText = async (text: string): Promise<DocumentStatus> => {
    const hash = hashOfText(text);
    if (hash === state.status.read) return state.status;
    const next = await applyVersion(
      { ...options, clock },
      text,
      hash,
      options.read(text),
      () => state.version.compiled,
    );
    if (next.version !== null) state.version = next.version;
    state.status = { ...next.status, running: state.version.hash };
    if (next.version !== null && dev) state.status = await withSamples(store, clock(), state.version, state.status);
    publish();
    return state.status;
  };
  const publish = () => {
    for (const each of subscribers) each(state.status);
    const shown = dev ? state.status : { running: state.status.running };
    for (const listener of listeners.all()) listener.send('document', shown);
    presence.documentChanged();
  };
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const done = state.queue.then(work);
    state.queue = done.catch(() => undefined);
    return done;
  };

  const presence = createPresence({ store, clock, listeners, log, current: () => state.version });
  const versionInLanguageOf = createVersionCache();
  const runtime: Runtime = {
    dev,
    store,
    clock,
    log,
    listeners,
    presence,
    assets: options.assets ?? (() => null),
    secret: options.secret ?? new TextEncoder().encode(store.secret),
    switcher: randomToken(),
    origin: options.origin ?? null,
    passwords: options.passwords ?? null,
    mail: options.mail ?? null,
    provider: options.origin === undefined ? null : (options.provider ?? null),
    passkeys: options.passkeys ?? null,
    send: options.send ?? null,
    moveClock: dev
      ? (ms) => {
          time.ahead += ms;
        }
      : null,
    isClockMoved: () => time.ahead !== 0,
    runLater: (message, work) => {
      const done = work().catch((error: unknown) => log({ level: 'error', message, error }));
      pendingWork.add(done);
      void done.then(() => pendingWork.delete(done));
    },
    sessions: createSessions(store.keys, options.digest),
    rateLimit: createRateLimitFor(store.tokenBuckets),
    current: () => state.version,
    versionFor: (request) => versionInLanguageOf(state.version, request),
    status: () => state.status,
    update: (text) =>
      enqueue(() => applyText(text)).catch((error: unknown) => {
        log({ level: 'error', message: 'The document could not be taken; the one before it goes on.', error });
        return state.status;
      }),
    subscribe: (each) => {
      subscribers.add(each);
      return () => void subscribers.delete(each);
    },
    close: async () => {
      unsubscribe();
      subscribers.clear();
      listeners.endAll();
      await presence.close();
      await enqueue(async () => undefined);
      await changes.idle();
      await Promise.all(pendingWork);
    },
  };
  const changes = changePublisher(runtime);
  const unsubscribe = store.subscribe(changes.publish);
  await store.dropStaleUploads(clock());
  return runtime;
}

interface Start {
  readonly version: Version;
  readonly status: DocumentStatus;
}

async function firstVersion(options: RuntimeOptions): Promise<Start> {
  const { text, store, read, dev, clock } = options;
  const hash = hashOfText(text);
  const stated = read(text);
  const before = await store.applied();
  const compiledBefore = () => (before === null ? null : compiledFrom(options, before));
  const attempt = await applyVersion(
    options,
    text,
    hash,
    before === null ? withoutErrors(stated) : stated,
    compiledBefore,
  );
  const version = attempt.version ?? (before === null ? null : await lastGoodVersion(options, before));
  if (version === null) {
    const why = attempt.status.losses[0]?.message ?? 'neither can the one before it';
    throw new Error(`The document can't be run on the data that is there: ${why}`);
  }
  const status = { ...attempt.status, diagnostics: stated.diagnostics, running: version.hash };
  return {
    version,
    status: dev && attempt.version !== null ? await withSamples(store, clock(), version, status) : status,
  };
}

/** The document that the data is in line with. It ran before, so that whatever is said of it now does not stop it. */
async function lastGoodVersion(
  options: RuntimeOptions,
  { text, hash }: { readonly text: string; readonly hash: string },
): Promise<Version | null> {
  return (await applyVersion(options, text, hash, withoutErrors(options.read(text)))).version;
}

/** What a document was decided by, whatever is said of it now. */
function compiledFrom(
  { read, environment = () => undefined }: RuntimeOptions,
  { text, hash }: { readonly text: string; readonly hash: string },
): CompiledModel {
  return versionOf(text, hash, read(text).model, environment).compiled;
}

/** A first document has no better one to fall back on: it runs as far as it can be read, and says what is wrong. */
function withoutErrors({ model, diagnostics }: ReturnType<RuntimeOptions['read']>): ReturnType<RuntimeOptions['read']> {
  return { model, diagnostics: diagnostics.filter((each) => each.severity !== 'error') };
}

/**
 * The version of a text, brought in line with the store; null where it contradicts itself or would lose data. `before`:
 * what the records that are there were decided by.
 */
async function applyVersion(
  { store, clock, digest, environment = () => undefined }: RuntimeOptions,
  text: string,
  hash: string,
  { model, diagnostics }: ReturnType<RuntimeOptions['read']>,
  before: () => CompiledModel | null = () => null,
): Promise<{ readonly version: Version | null; readonly status: Omit<DocumentStatus, 'running'> }> {
  const unread = unreadOf(text, assume(model), diagnostics);
  const status = { read: hash, diagnostics, unread, losses: [], incomplete: [], breaking: [] };
  if (diagnostics.some((each) => each.severity === 'error')) return { version: null, status };
  const version = versionOf(text, hash, model, environment, digest);
  const { compiled } = version;
  const applied = await store.applied();
  const outcome = await store.apply(
    version.model,
    hash,
    text,
    recomputationOf(compiled, clock()),
    timingOf(compiled, clock()),
  );
  if (!outcome.applied) return { version: null, status: { ...status, losses: outcome.losses } };
  const incomplete = [...outcome.incomplete].map(([field, count]) => ({ field, count }));
  const then = applied === null || hash === applied.hash ? null : before();
  const breaking = then === null ? [] : await findBrokenRules(store, compiled, then, clock());
  return { version, status: { ...status, incomplete, breaking } };
}

function versionOf(text: string, hash: string, stated: Model, environment: Environment, digest?: Digest): Version {
  const model = assume(markUnknownTypes(inEnvironment(stated, environment)));
  return versionInLanguage({ hash, text, model }, chooseSpeech(model, { stated: [], usual: [] }), digest);
}

async function withSamples(
  store: Store,
  now: number,
  version: Version,
  status: DocumentStatus,
): Promise<DocumentStatus> {
  const problems = await loadSamples(store, version, now);
  return problems.length === 0 ? status : { ...status, diagnostics: [...status.diagnostics, ...problems] };
}
