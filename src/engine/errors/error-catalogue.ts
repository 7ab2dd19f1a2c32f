import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { STANDARD, type StandardCode } from '../compiled/standard-errors.ts';
import type { Failure, Refusal, Situation } from '../core/refusal.ts';
import { constantText } from './message-values.ts';

/**
 * Values for the placeholders of a message: text, and whole numbers. A placeholder that is neither given nor a constant
 * becomes empty.
 */
export type MessageValues = { readonly [name: string]: string | number };

/** Creates a refusal, with the catalogue's text if it has the code, else the standard text. */
export function refuse(
  model: CompiledModel,
  code: StandardCode,
  values: MessageValues = {},
  decidedBy: readonly string[] = [],
): Refusal {
  return { ...textFor(model, code, values, decidedBy), situation: STANDARD[code].situation, decidedBy, failures: [] };
}

/** Creates a refusal for a standard situation under a code of the document, as a transition's `Error` states it. */
export function refuseWithCode(
  model: CompiledModel,
  code: string,
  as: StandardCode,
  values: MessageValues,
  decidedBy: readonly string[],
): Refusal {
  const stated = model.schema.errors.has(code);
  const text = stated
    ? textFor(model, code, values, decidedBy, STANDARD[as].status)
    : { ...textFor(model, as, values, decidedBy), code };
  return { ...text, situation: STANDARD[as].situation, decidedBy, failures: [] };
}

/**
 * Creates a failure, with the catalogue's text if it has the code, else its own text (`own`), else the standard text.
 */
export function failure(
  model: CompiledModel,
  path: Failure['path'],
  code: string,
  values: MessageValues,
  decidedBy: readonly string[],
  own: string | null = null,
): Failure {
  const text = textFor(model, code, values, decidedBy);
  const isStated = model.schema.errors.get(code)?.message;
  return {
    ...failed(text),
    path,
    decidedBy,
    ...(own === null || isStated ? {} : { message: fill(model, own, values) }),
  };
}

const failed = ({ code, message, next }: Pick<Failure, 'code' | 'message' | 'next'>) => ({ code, message, next });

/** Maximum number of failures collected and reported for one input. */
export const MOST_FAILURES = 100;

/**
 * Creates one refusal for all failures, up to 100. It has the failures' own code if they share one, unless that is a
 * standard code and the catalogue has an entry that stands for INVALID.
 */
export function invalid(model: CompiledModel, failures: readonly Failure[]): Refusal {
  const [only] = failures;
  if (only === undefined || failures.length > 1) return invalidBy(model, failures.slice(0, MOST_FAILURES));
  const cached = model.responseCache.invalid.get(only) ?? invalidBy(model, failures);
  model.responseCache.invalid.set(only, cached);
  return cached;
}

function invalidBy(model: CompiledModel, failures: readonly Failure[]): Refusal {
  const codes = new Set(failures.map((failed) => failed.code));
  const [first] = failures;
  const decidedBy = [...new Set(failures.flatMap((failed) => failed.decidedBy))];
  if (first !== undefined && codes.size === 1 && !isReplaced(model, first.code)) {
    const { status } = textFor(model, first.code, {}, first.decidedBy);
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
  return { ...refuse(model, 'INVALID', { count: failures.length }, decidedBy), failures };
}

function isReplaced(model: CompiledModel, code: string): boolean {
  return Object.hasOwn(STANDARD, code) && !model.schema.errors.has(code) && replacementEntry(model, 'INVALID') !== null;
}

/**
 * Returns the catalogue entry that replaces a standard refusal; null if there is none or if the catalogue has the code
 * itself.
 */
function replacementEntry(model: CompiledModel, code: string): ErrorEntry | null {
  if (model.schema.errors.has(code)) return null;
  return model.model.errors.find(({ standsFor }) => standsFor.some((one) => one === code)) ?? null;
}

/**
 * Returns the catalogue entry of a code. Among several it is the one with a cause that decided, else the first without
 * causes.
 */
function entryOf(model: CompiledModel, code: string, decidedBy: readonly string[]): ErrorEntry | null {
  const first = model.schema.errors.get(code);
  if (first === undefined) return replacementEntry(model, code);
  if (first.causes.length === 0 && decidedBy.length === 0) return first;
  const entries = model.model.errors.filter((entry) => entry.code === code);
  const causes = new Set(decidedBy.flatMap(namesIn));
  const meant = entries.find((entry) => entry.causes.some(({ name }) => causes.has(name)));
  return meant ?? entries.find((entry) => entry.causes.length === 0) ?? first;
}

/**
 * Returns the names by which an entry's cause refers to an element: a rule by its name, a transition by its event, a
 * permission as its row in the matrix, such as `Book: delete`.
 */
function namesIn(id: string): string[] {
  const [kind = '', ...parts] = id.replace(/#\d+$/, '').split('/');
  const names = parts.map((part) => part.replaceAll('%2F', '/').replaceAll('%25', '%'));
  const last = names.at(-1);
  if (kind === 'permission') return names.length < 2 ? [] : [`${names[0]}: ${names[1]}`];
  return (kind === 'rule' || kind === 'transition') && last !== undefined ? [last] : [];
}

/**
 * Returns the code, status and filled-in text. If an entry repeats a standard English text, the text in the person's
 * language is used.
 */
function textFor(
  model: CompiledModel,
  code: string,
  values: MessageValues,
  decidedBy: readonly string[],
  status = 422,
): { readonly code: string; readonly status: number; readonly message: string; readonly next: string } {
  const stated = entryOf(model, code, decidedBy);
  const ours = Object.hasOwn(STANDARD, code) ? model.sentences.errors[code as StandardCode] : null;
  const usual = Object.hasOwn(STANDARD, code) ? STANDARD[code as StandardCode].status : status;
  const english = ours === null ? null : STANDARD[code as StandardCode];
  const inTheirs = (part: 'message' | 'next') =>
    stated === null || stated[part] === english?.[part] ? (ours?.[part] ?? '') : stated[part];
  const message = inTheirs('message') || ours?.message || `${labelOf(code.toLowerCase())}.`;
  return {
    code: stated?.code ?? code,
    status: stated?.status ?? usual,
    message: fill(model, message, values),
    next: fill(model, inTheirs('next'), values),
  };
}

/** Replaces placeholders in braces by their values; unknown ones are removed. */
function fill(model: CompiledModel, text: string, values: MessageValues): string {
  if (!text.includes('{')) return text;
  const filled = text.replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const key = name.trim();
    if (Object.hasOwn(values, key)) return valueText(model, values[key] ?? '');
    return constantText(model, key) ?? '';
  });
  return filled.replace(/ {2,}/g, ' ').trim();
}

/** Formats whole numbers in the document's language. */
const valueText = (model: CompiledModel, value: string | number): string =>
  Number.isSafeInteger(value) ? model.format.number(Number(value), 0) : String(value);

export type { Failure, Refusal, Situation, StandardCode };
