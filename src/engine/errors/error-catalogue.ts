import { labelOf } from '../../model/lookups/label-from-name.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { STANDARD, type StandardCode } from '../compiled/standard-errors.ts';
import type { Failure, Refusal, Situation } from '../core/refusal.ts';
import { entryOf, entryOfCall, hasEntry, namesCalls } from './catalogue-entries.ts';
import { constantText } from './message-values.ts';

/**
 * Values for the placeholders of a message: text, and whole numbers. A placeholder that is neither given nor a constant
 * becomes empty.
 */
export type MessageValues = { readonly [name: string]: string | number };

/**
 * Creates a refusal, with the catalogue's text if it has the code, else the standard text. `about`: ids of elements that
 * it is about besides those that decided, so that the catalogue's entry for them is used. They are not disclosed.
 */
export function refuse(
  model: CompiledModel,
  code: StandardCode,
  values: MessageValues = {},
  decidedBy: readonly string[] = [],
  about: readonly string[] = [],
): Refusal {
  const text = textFor(model, code, values, decidedBy, about);
  const raised = raisedAs(model, code, values);
  return { ...refused(text), situation: STANDARD[code].situation, decidedBy, failures: [], ...raised };
}

/** The parts of a text that a refusal has. */
const refused = ({ code, status, message, next, entry }: EntryText): Omit<EntryText, 'isStated'> => ({
  ...{ code, status, message, next },
  ...(entry === undefined ? {} : { entry }),
});

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
    ? textFor(model, code, values, decidedBy, [], STANDARD[as].status)
    : { ...textFor(model, as, values, decidedBy), code };
  const raised = raisedAs(model, code, values);
  return { ...refused(text), situation: STANDARD[as].situation, decidedBy, failures: [], ...raised };
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
  about: readonly string[] = [],
): Failure {
  const filled = { ...fieldValues(model, [...decidedBy, ...about], values), ...values };
  const text = textFor(model, code, filled, decidedBy, about);
  const isWorded = model.schema.errors.get(code)?.message;
  const { message, next, status, entry, isStated } = text;
  return {
    code: text.code,
    message: own === null || isWorded ? message : fill(model, own, filled),
    next,
    path,
    decidedBy,
    ...(isStated ? { status } : {}),
    ...(entry === undefined ? {} : { entry }),
    ...raisedAs(model, code, filled),
  };
}

/** Returns what a row of the catalogue for certain calls needs to replace a refusal; nothing if there is no such row. */
const raisedAs = (model: CompiledModel, code: string, values: MessageValues): Pick<Refusal, 'raised'> =>
  namesCalls(model) ? { raised: { code, values } } : {};

/** Returns a refusal as the rows of the catalogue for this call word it. */
export function refusalOfCall(model: CompiledModel, refusal: Refusal, call: string): Refusal {
  if (!namesCalls(model)) return refusal;
  const failures = refusal.failures.map((failed) => ofCall(model, failed, call));
  const isInvalid = refusal.situation === 'invalid' && failures.length > 0;
  return ofCall(model, isInvalid ? invalidBy(model, failures, call) : refusal, call);
}

function ofCall<T extends Refusal | Failure>(model: CompiledModel, given: T, call: string): T {
  const entry = given.raised === undefined ? undefined : entryOfCall(model, given.raised.code, call);
  if (entry === undefined || given.raised === undefined) return given;
  const { code, values } = given.raised;
  const text = textOf(model, entry, code, values, given.status ?? 422);
  const isWorded = entry.message !== '';
  return {
    ...given,
    code: text.code,
    message: isWorded ? text.message : given.message,
    next: entry.next === '' && !isWorded ? given.next : text.next,
    ...(text.isStated ? { status: text.status } : {}),
    ...(text.entry === undefined ? {} : { entry: text.entry }),
  };
}

/** Returns the values that every failure of a field has: its label, and how many characters or items there are. */
function fieldValues(
  { elements, sentences }: CompiledModel,
  ids: readonly string[],
  values: MessageValues,
): MessageValues {
  const label = elements.get(ids.find((id) => id.startsWith('field/')) ?? '')?.label;
  return {
    ...(label === undefined ? {} : { label, field: sentences.within(label) }),
    ...(values['length'] === undefined ? {} : { count: values['length'] }),
  };
}

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

function invalidBy(model: CompiledModel, failures: readonly Failure[], call: string | null = null): Refusal {
  const codes = new Set(failures.map((failed) => failed.code));
  const [first] = failures;
  const decidedBy = [...new Set(failures.flatMap((failed) => failed.decidedBy))];
  const status = sharedStatus(failures);
  if (first !== undefined && codes.size === 1 && !isReplaced(model, first.code, call)) {
    const { code, message, next, entry } = first;
    return {
      situation: 'invalid',
      code,
      status: status ?? usualStatus(code),
      message,
      next,
      decidedBy,
      failures,
      ...(entry === undefined ? {} : { entry }),
    };
  }
  const { isStated, ...text } = textFor(model, 'INVALID', { count: failures.length }, decidedBy);
  return {
    ...text,
    situation: 'invalid',
    decidedBy,
    failures,
    status: isStated ? text.status : (status ?? text.status),
    ...raisedAs(model, 'INVALID', { count: failures.length }),
  };
}

/** Returns the status that the catalogue states for all failures alike; null if it does not. */
function sharedStatus(failures: readonly Failure[]): number | null {
  const [status, ...others] = new Set(failures.map((failed) => failed.status ?? null));
  return others.length === 0 ? (status ?? null) : null;
}

const usualStatus = (code: string): number =>
  Object.hasOwn(STANDARD, code) ? STANDARD[code as StandardCode].status : 422;

function isReplaced(model: CompiledModel, code: string, call: string | null): boolean {
  const { errors } = model.schema;
  if (!Object.hasOwn(STANDARD, code) || errors.has(code) || errors.has('INVALID')) return false;
  return hasEntry(model, 'INVALID', call);
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
  about: readonly string[] = [],
  status = 422,
): EntryText {
  return textOf(model, entryOf(model, code, decidedBy, about), code, values, status);
}

function textOf(
  model: CompiledModel,
  stated: ErrorEntry | null,
  code: string,
  values: MessageValues,
  status: number,
): EntryText {
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
    isStated: (stated?.status ?? null) !== null,
    ...(stated !== null && (stated.member !== null || stated.body !== null) ? { entry: stated.id } : {}),
  };
}

interface EntryText {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly next: string;
  /** Whether the catalogue states the status. */
  readonly isStated: boolean;
  /** The entry of the catalogue, if it states a member or a body. */
  readonly entry?: string;
}

/** Replaces placeholders in braces by their values; unknown ones are removed. */
export function fill(model: CompiledModel, text: string, values: MessageValues): string {
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
