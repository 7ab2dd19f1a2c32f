import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import type { Problem, WireElement, WireFailure, WireRecord, WireRefusal } from '../core/wire-format.ts';

export interface ProblemOptions {
  /** The requested path. */
  readonly instance: string;
  /** Whether to include line numbers of the document, which are for development only. */
  readonly dev: boolean;
  readonly retryAfter?: number;
  readonly current?: WireRecord;
}

/** Converts a refusal to RFC 9457 problem details. Empty members are omitted. */
export function problemOf(model: CompiledModel, refusal: Refusal, options: ProblemOptions): Problem {
  const { code, status, message, next, failures } = refusal;
  return {
    type: `/_/errors/${encodeURIComponent(code)}`,
    title: model.sentences.titles[refusal.situation],
    status,
    detail: message,
    instance: options.instance,
    code,
    ...adviceAndCause(model, { next, decidedBy: refusal.decidedBy }, options.dev),
    ...(options.retryAfter === undefined ? {} : { retryAfter: options.retryAfter }),
    ...(failures.length === 0 ? {} : { failures: failures.map((failed) => wireFailure(model, failed, options.dev)) }),
    ...(options.current === undefined ? {} : { current: options.current }),
  };
}

/** Converts a refusal for `can`. The same refusal always gives the same object. */
export function wireRefusal(model: CompiledModel, refusal: Refusal, dev: boolean): WireRefusal {
  const cache = dev ? model.responseCache.withLines : model.responseCache.withoutLines;
  const cached = cache.get(refusal);
  if (cached !== undefined) return cached;
  const created = newWireRefusal(model, refusal, dev);
  cache.set(refusal, created);
  return created;
}

function newWireRefusal(model: CompiledModel, refusal: Refusal, dev: boolean): WireRefusal {
  const { code, message, next, failures } = refusal;
  return {
    code,
    message,
    ...adviceAndCause(model, { next, decidedBy: refusal.decidedBy }, dev),
    ...(refusal.situation === 'not allowed' ? { isPersonal: true as const } : {}),
    ...where(model, failures, dev),
  };
}

/** With one failure, only its pointer is added, since the refusal already contains its text. */
function where(
  model: CompiledModel,
  failures: readonly Failure[],
  dev: boolean,
): Pick<WireRefusal, 'pointer' | 'failures'> {
  const [only, ...others] = failures;
  if (only === undefined) return {};
  if (others.length > 0) return { failures: failures.map((failed) => wireFailure(model, failed, dev)) };
  return only.path.length === 0 ? {} : { pointer: pointerOf(only.path) };
}

/** Returns the deciding elements with their places in the document; line numbers in development only. */
export function decidedBy(model: CompiledModel, elements: readonly string[], dev: boolean): WireElement[] {
  return elements.map((element) => {
    const info = model.elements.get(element);
    const line = info?.line ?? null;
    const point = info?.point ?? pointOf(element);
    return { element, point, document: model.hash, ...(dev && line !== null ? { line } : {}) };
  });
}

/** Returns an RFC 6901 pointer into the request body. */
export function pointerOf(path: Failure['path']): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function wireFailure(
  model: CompiledModel,
  { path, code, message, next, decidedBy: by }: Failure,
  dev: boolean,
): WireFailure {
  return { pointer: pointerOf(path), code, message, ...adviceAndCause(model, { next, decidedBy: by }, dev) };
}

function adviceAndCause(
  model: CompiledModel,
  { next, decidedBy: by }: { readonly next: string; readonly decidedBy: readonly string[] },
  dev: boolean,
): { next?: string; decidedBy?: readonly WireElement[] } {
  return { ...(next === '' ? {} : { next }), ...(by.length === 0 ? {} : { decidedBy: decidedBy(model, by, dev) }) };
}

/** Returns the point of an element that the Model does not list, such as a built-in field of an entity. */
function pointOf(element: string): number {
  const number = /^point\/(\d)$/.exec(element)?.[1];
  return number === undefined ? 3 : Number(number);
}
