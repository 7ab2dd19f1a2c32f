import { labelOf } from '../../model/lookups/label.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import type { App } from '../compiled/compiled-model.ts';
import { STANDARD, type StandardCode } from '../compiled/standard-errors.ts';
import type { Failure, Refusal, Situation } from '../core/refusal.ts';
import { constantText } from './message-values.ts';

/** Values that a message may name in braces: text as it stands, and whole numbers. A name that is neither given nor a constant stays empty. */
export type MessageValues = { readonly [name: string]: string | number };

/** The refusal of a situation, in the catalogue's words where it has the code, else in ours. */
export function refuse(
  app: App,
  code: StandardCode,
  values: MessageValues = {},
  decidedBy: readonly string[] = [],
): Refusal {
  return { ...worded(app, code, values, decidedBy), situation: STANDARD[code].situation, decidedBy, failures: [] };
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
  const text = stated
    ? worded(app, code, values, decidedBy, STANDARD[as].status)
    : { ...worded(app, as, values, decidedBy), code };
  return { ...text, situation: STANDARD[as].situation, decidedBy, failures: [] };
}

/** One failure of an input, in the catalogue's words where it has the code, else in its own, else in ours. */
export function failure(
  app: App,
  path: Failure['path'],
  code: string,
  values: MessageValues,
  decidedBy: readonly string[],
  own: string | null = null,
): Failure {
  const text = worded(app, code, values, decidedBy);
  const isStated = app.schema.errors.get(code)?.message;
  return { ...failed(text), path, decidedBy, ...(own === null || isStated ? {} : { message: fill(app, own, values) }) };
}

const failed = ({ code, message, next }: Pick<Failure, 'code' | 'message' | 'next'>) => ({ code, message, next });

/** Most failures that are looked for and told of one input. */
export const MOST_FAILURES = 100;

/**
 * All failures as one refusal, up to 100: under their own code where they share one. A code of ours gives way to the entry that
 * stands for what is invalid.
 */
export function invalid(app: App, failures: readonly Failure[]): Refusal {
  const [only] = failures;
  if (only === undefined || failures.length > 1) return invalidBy(app, failures.slice(0, MOST_FAILURES));
  const known = app.told.invalid.get(only) ?? invalidBy(app, failures);
  app.told.invalid.set(only, known);
  return known;
}

function invalidBy(app: App, failures: readonly Failure[]): Refusal {
  const codes = new Set(failures.map((failed) => failed.code));
  const [first] = failures;
  const decidedBy = [...new Set(failures.flatMap((failed) => failed.decidedBy))];
  if (first !== undefined && codes.size === 1 && !givesWay(app, first.code)) {
    const { status } = worded(app, first.code, {}, first.decidedBy);
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

function givesWay(app: App, code: string): boolean {
  return Object.hasOwn(STANDARD, code) && !app.schema.errors.has(code) && standIn(app, 'INVALID') !== null;
}

/** The entry that answers in place of a refusal of ours; an entry of the very code goes before it. */
function standIn(app: App, code: string): ErrorEntry | null {
  if (app.schema.errors.has(code)) return null;
  return app.model.errors.find(({ standsFor }) => standsFor.some((one) => one === code)) ?? null;
}

/** Of several entries of a code the one with a cause that decided, else the first without causes. */
function entryOf(app: App, code: string, decidedBy: readonly string[]): ErrorEntry | null {
  const first = app.schema.errors.get(code);
  if (first === undefined) return standIn(app, code);
  if (first.causes.length === 0 && decidedBy.length === 0) return first;
  const entries = app.model.errors.filter((entry) => entry.code === code);
  const causes = new Set(decidedBy.flatMap(namesIn));
  const meant = entries.find((entry) => entry.causes.some(({ name }) => causes.has(name)));
  return meant ?? entries.find((entry) => entry.causes.length === 0) ?? first;
}

/** A rule by its name, a transition by its event, a permission as its row of the matrix is called: `Book: delete`. */
function namesIn(id: string): string[] {
  const [kind = '', ...parts] = id.replace(/#\d+$/, '').split('/');
  const names = parts.map((part) => part.replaceAll('%2F', '/').replaceAll('%25', '%'));
  const last = names.at(-1);
  if (kind === 'permission') return names.length < 2 ? [] : [`${names[0]}: ${names[1]}`];
  return (kind === 'rule' || kind === 'transition') && last !== undefined ? [last] : [];
}

/**
 * A catalogue code, or ours, as people read it where a situation raises it: the status and the filled-in text. An entry that
 * repeats a sentence of ours is read in the language of the person.
 */
function worded(
  app: App,
  code: string,
  values: MessageValues,
  decidedBy: readonly string[],
  status = 422,
): { readonly code: string; readonly status: number; readonly message: string; readonly next: string } {
  const stated = entryOf(app, code, decidedBy);
  const ours = Object.hasOwn(STANDARD, code) ? app.sentences.errors[code as StandardCode] : null;
  const usual = Object.hasOwn(STANDARD, code) ? STANDARD[code as StandardCode].status : status;
  const english = ours === null ? null : STANDARD[code as StandardCode];
  const inTheirs = (part: 'message' | 'next') =>
    stated === null || stated[part] === english?.[part] ? (ours?.[part] ?? '') : stated[part];
  const message = inTheirs('message') || ours?.message || `${labelOf(code.toLowerCase())}.`;
  return {
    code: stated?.code ?? code,
    status: stated?.status ?? usual,
    message: fill(app, message, values),
    next: fill(app, inTheirs('next'), values),
  };
}

/** Names in braces become what they stand for; anything else in braces stays away. */
function fill(app: App, text: string, values: MessageValues): string {
  if (!text.includes('{')) return text;
  const filled = text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const key = name.trim();
    if (Object.hasOwn(values, key)) return valueText(app, values[key] ?? '');
    return constantText(app, key) ?? '';
  });
  return filled.replace(/ {2,}/g, ' ').trim();
}

/** Whole numbers as the language of the document writes them. */
const valueText = (app: App, value: string | number): string =>
  Number.isSafeInteger(value) ? app.format.number(Number(value), 0) : String(value);

export type { Failure, Refusal, Situation, StandardCode };
