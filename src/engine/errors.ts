import { labelOf } from '../model/label.ts';
import type { App } from './app.ts';
import { constantText } from './message-values.ts';
import type { Failure, Refusal, Situation } from './refusal.ts';
import { STANDARD, type StandardCode } from './standard-errors.ts';

/** Values that a message may name in braces, already as text. A name that is neither given nor a constant stays empty. */
export type MessageValues = { readonly [name: string]: string | number };

/** The refusal of a situation, in the catalogue's words where it has the code, else in ours. */
export function refuse(
  app: App,
  code: StandardCode,
  values: MessageValues = {},
  decidedBy: readonly string[] = [],
): Refusal {
  return { ...worded(app, code, values), situation: STANDARD[code].situation, decidedBy, failures: [] };
}

/** A refusal in a situation of ours under a code of the document, as a transition's `Error` states it. */
export function refuseAs(
  app: App,
  code: string,
  as: StandardCode,
  values: MessageValues,
  decidedBy: readonly string[],
): Refusal {
  const stated = app.schema.errors.has(code);
  const text = stated ? worded(app, code, values, STANDARD[as].status) : { ...worded(app, as, values), code };
  return { ...text, situation: STANDARD[as].situation, decidedBy, failures: [] };
}

/** One failure of an input, in the catalogue's words where it has the code, else in ours. */
export function failure(
  app: App,
  path: Failure['path'],
  code: string,
  values: MessageValues,
  decidedBy: readonly string[],
): Failure {
  const { message, next } = worded(app, code, values);
  return { path, code, message, next, decidedBy };
}

/** All failures as one refusal: under their own code where they share one. */
export function invalid(app: App, failures: readonly Failure[]): Refusal {
  const codes = new Set(failures.map((failed) => failed.code));
  const [first] = failures;
  const decidedBy = [...new Set(failures.flatMap((failed) => failed.decidedBy))];
  if (first !== undefined && codes.size === 1) {
    const status = worded(app, first.code, {}).status;
    return {
      situation: 'invalid',
      code: first.code,
      status,
      message: first.message,
      next: first.next,
      decidedBy,
      failures,
    };
  }
  return { ...refuse(app, 'INVALID', { count: failures.length }, decidedBy), failures };
}

/** A catalogue code, or ours, as people read it where a situation raises it: the status and the filled-in text. */
function worded(
  app: App,
  code: string,
  values: MessageValues,
  status = 422,
): { readonly code: string; readonly status: number; readonly message: string; readonly next: string } {
  const stated = app.schema.errors.get(code);
  const ours = Object.hasOwn(STANDARD, code) ? STANDARD[code as StandardCode] : null;
  const message = stated?.message || ours?.message || `${labelOf(code.toLowerCase())}.`;
  return {
    code,
    status: stated?.status ?? ours?.status ?? status,
    message: fill(app, message, values),
    next: fill(app, stated === undefined ? (ours?.next ?? '') : stated.next, values),
  };
}

/** Names in braces become what they stand for; anything else in braces stays away. */
function fill(app: App, text: string, values: MessageValues): string {
  if (!text.includes('{')) return text;
  const filled = text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const key = name.trim();
    if (Object.hasOwn(values, key)) return String(values[key] ?? '');
    return constantText(app, key) ?? '';
  });
  return filled.replace(/ {2,}/g, ' ').trim();
}

export type { Failure, Refusal, Situation, StandardCode };
