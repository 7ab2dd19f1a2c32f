import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Digest } from '../../engine/core/digest.ts';
import { type Environment, resolveEnvironment } from '../../engine/core/environment.ts';
import { recomputationOf } from '../../engine/effects/recompute.ts';
import { timingOf } from '../../engine/effects/timers.ts';
import { assume } from '../../model/defaults/assume.ts';
import { markUnknownTypes } from '../../model/lookups/unknown-types.ts';
import { type Unread, unreadOf } from '../../model/lookups/unread.ts';
import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Model, Screen } from '../../model/types/model.ts';
import type { DataLoss, Store } from '../../store/core/store.ts';
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
import {
  chooseResponseLanguage,
  createVersionCache,
  type ResponseLanguage,
  versionInLanguage,
} from './request-language.ts';

/** A version of the document that is in force, compiled in one language. */
export interface Version {
  readonly hash: string;
  readonly text: string;
  /** The Model including the assumptions. */
  readonly model: Model;
  readonly compiled: CompiledModel;
  readonly screens: (method: string, path: string) => RouteMatch<Screen>;
  /** The language of labels, and the language of built-in texts. */
  readonly speech: ResponseLanguage;
}

/** The hashes of the version that runs and of the version that was read last, and why they differ if they do. */
export interface DocumentStatus {
  readonly running: string;
  readonly read: string;
  /** Diagnostics of the version that was read last. */
  readonly diagnostics: readonly Diagnostic[];
  /** How much of the version that was read last was not read. */
  readonly unread: Unread;
  /** The data that the version read last would lose. If there are any losses, it does not run. */
  readonly losses: readonly DataLoss[];
  /** Number of rows that lack a field that is required now, by field id. */
  readonly incomplete: readonly { readonly field: string; readonly count: number }[];
  /** Rules that are new or changed since the previous document, each with the records that break it. */
  readonly breaking: readonly DataLoss[];
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
  /** Environment variables for constants `from environment …`. Absent: each constant has its default. */
  readonly environment?: Environment;
  /**
   * The public address, such as `https://claims.example.org`. Absent: localhost at the port that the server listens on.
   */
  readonly origin?: string;
  /** Absent: sign-in with a password is off. */
  readonly passwords?: Passwords;
  /** Absent: no e-mail is sent. */
  readonly mail?: Mail;
  /** Absent: sign-in with a provider is off. Requires `origin`, to which the provider sends people back. */
  readonly provider?: Provider;
  /** Absent: sign-in with a passkey is off. */
  readonly passkeys?: Passkeys;
  /** The platform's own SHA-256, if it has a faster one. */
  readonly digest?: Digest;
  /** Sends an outbox entry on request, in development. Absent: entries wait. */
  readonly send?: Send;
  /** The key that signs cursors. Absent: the secret in the database, which all servers over the same data share. */
  readonly secret?: Uint8Array;
}

/** A running document with its services. Every request is answered from it. */
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
  /** Moves the clock forward by some milliseconds until the server restarts. Null outside development. */
  readonly moveClock: ((ms: number) => void) | null;
  readonly isClockMoved: () => boolean;
  /** Runs work without delaying the response. If the work fails, the error is logged under `message`. */
  readonly runInBackground: (message: string, work: () => Promise<void>) => void;
  readonly secret: Uint8Array;
  /** The key that the page contains and that switching the person requires, in development. */
  readonly switcher: string;
  readonly sessions: Sessions;
  readonly listeners: Listeners;
  readonly presence: Presence;
  readonly rateLimit: RateLimit;
  readonly current: () => Version;
  /** Returns the running version in the language of a request. */
  readonly versionFor: (request: Request) => Version;
  readonly status: () => DocumentStatus;
  /**
   * Loads a new text of the document. A text that contains errors or would lose data is not applied: the previous
   * version stays in force, and the status says why. Texts are applied one after the other. Never rejects: a failure of
   * the store is logged.
   */
  readonly update: (text: string) => Promise<DocumentStatus>;
  /** Called after each `update`, whether the text was applied or not. */
  readonly subscribe: (subscribers: (status: DocumentStatus) => void) => () => void;
  /** Closes open connections and waits for pending work. The caller who opened the store closes it. */
  readonly close: () => Promise<void>;
}

/**
 * Starts a document with its data. If the document can't be applied, the previously applied one runs. Throws if that
 * can't be applied either.
 */
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
    const hash = hashOfText(text, options.digest);
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
    if (next.version !== null && dev) state.status = await withSamples(options, clock(), state.version, state.status);
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
    runInBackground: (message, work) => {
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
        log({
          level: 'error',
          message: 'The document could not be loaded; the previous version keeps running.',
          error,
        });
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
  const unsubscribe = store.subscribe(changes.publish, () => listeners.all().length > 0);
  await store.dropStaleUploads(clock());
  return runtime;
}

interface Start {
  readonly version: Version;
  readonly status: DocumentStatus;
}

async function firstVersion(options: RuntimeOptions): Promise<Start> {
  const { text, store, read, dev, clock } = options;
  const hash = hashOfText(text, options.digest);
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
    const why = attempt.status.losses[0]?.message ?? 'the previous document can’t run either';
    throw new Error(`The document can't run with the existing data: ${why}`);
  }
  const status = { ...attempt.status, diagnostics: stated.diagnostics, running: version.hash };
  return {
    version,
    status: dev && attempt.version !== null ? await withSamples(options, clock(), version, status) : status,
  };
}

/** Returns the version that the data was last migrated to. Its errors are ignored, because it has run before. */
async function lastGoodVersion(
  options: RuntimeOptions,
  { text, hash }: { readonly text: string; readonly hash: string },
): Promise<Version | null> {
  return (await applyVersion(options, text, hash, withoutErrors(options.read(text)))).version;
}

/** Compiles the document that the data was last migrated to. Its errors are ignored. */
function compiledFrom(
  { read, environment = () => undefined }: RuntimeOptions,
  { text, hash }: { readonly text: string; readonly hash: string },
): CompiledModel {
  return versionOf(text, hash, read(text).model, environment).compiled;
}

/**
 * Removes the errors. A first document has no predecessor to fall back on: it runs as far as it can be read, and the
 * status lists the errors.
 */
function withoutErrors({ model, diagnostics }: ReturnType<RuntimeOptions['read']>): ReturnType<RuntimeOptions['read']> {
  return { model, diagnostics: diagnostics.filter((each) => each.severity !== 'error') };
}

/**
 * Compiles a text and migrates the store to it. The version is null if the text has errors or would lose data. `before`
 * returns the model by which the existing records were decided.
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
  const model = assume(markUnknownTypes(resolveEnvironment(stated, environment)));
  return versionInLanguage({ hash, text, model }, chooseResponseLanguage(model, { stated: [], browser: [] }), digest);
}

async function withSamples(
  { store, passwords = null }: Pick<RuntimeOptions, 'store'> & { readonly passwords?: Passwords | null },
  now: number,
  version: Version,
  status: DocumentStatus,
): Promise<DocumentStatus> {
  const problems = await loadSamples(store, version, now, passwords);
  return problems.length === 0 ? status : { ...status, diagnostics: [...status.diagnostics, ...problems] };
}
