import type { Field } from '../../model/types/model.ts';
import type { TextFormatKind } from '../../model/types/text-formats.ts';
import type { Type } from '../../model/types/types.ts';
import { dayOf, instantOf, instantText } from '../evaluator/calendar.ts';
import { evaluate } from '../evaluator/evaluate.ts';
import { expressionOf } from '../evaluator/expression.ts';
import { entityNamed, machinesOf, roleNamed } from '../evaluator/names.ts';
import { decimalText, fractionOf, unitsOf } from '../evaluator/number.ts';
import { codePoints, hasFault, normalizedText } from '../evaluator/text.ts';
import { FORMATS } from '../evaluator/text-formats.ts';
import { lengthOf, lengthText, minutesOf, timeText } from '../evaluator/times.ts';
import type { Row } from '../evaluator/value.ts';
import { member, storedAs } from '../evaluator/wire.ts';
import type { Fault, Json } from '../evaluator/world.ts';
import {
  type Bounds,
  bad,
  boundOf,
  LONGEST_TEXT,
  ok,
  type ReadValue,
  readPassword,
  readText,
  sentWithin,
  within,
} from './bounds.ts';
import { isClosed, isUnremovable, LINE_STAYS } from './lines.ts';
import { may } from './permissions.ts';
import { type RequestContext, rowOf, scopeOf } from './request-context.ts';

const isBlank = (json: Json): boolean => json === null || (typeof json === 'string' && json.trim() === '');

/**
 * Reads the value that was sent for a field. `before` is the current value, which may stay even if it could not be
 * chosen.
 */
export function readInput(
  context: RequestContext,
  { type, pattern }: Field,
  json: Json,
  path: string,
  before: Json,
): ReadValue {
  const read = readType(context, type, json, path, before);
  if (pattern === null || typeof read.value !== 'string') return read;
  return isWhole(pattern, read.value) ? read : bad(path, 'WRONG_TYPE');
}

/** Whether the whole text matches a pattern; an invalid pattern matches nothing. */
const isWhole = (pattern: string, text: string): boolean => expressionOf(pattern)?.testExact(text) ?? false;

function readType(context: RequestContext, type: Type, json: Json, path: string, before: Json): ReadValue {
  if (type.kind === 'list') return readLines(context, type, json, path, before);
  if (type.kind === 'references') return readSeveral(context, type, json, path, before);
  if (type.kind === 'password' && typeof json === 'string' && json !== '')
    return readPassword(context, type, json, path);
  const isOne = type.kind !== 'file' && type.kind !== 'texts' && !('several' in type && type.several);
  if (isOne ? isBlank(json) : json === null || json === '') return ok(null);
  switch (type.kind) {
    case 'text':
    case 'long text':
      return readText(context, type, json, path);
    case 'password':
      return readPassword(context, type, json, path);
    case 'integer':
      return readInteger(context, type, json, path);
    case 'decimal':
      return bounded(context, type, readDecimal(json, type.scale, type.precision, path), path);
    case 'money':
      return type.currency === null
        ? readOpenMoney(context, type, json, path)
        : bounded(context, type, readDecimal(json, type.scale, 15, path), path);
    case 'boolean':
      return typeof json === 'boolean' ? ok(json) : bad(path, 'WRONG_TYPE');
    case 'date':
      return typeof json === 'string' && dayOf(json.trim()) !== null ? ok(json.trim()) : bad(path, 'WRONG_TYPE');
    case 'date and time': {
      const ms = typeof json === 'string' ? instantOf(json.trim()) : null;
      return ms === null ? bad(path, 'WRONG_TYPE') : ok(instantText(ms));
    }
    case 'choice': {
      const isOption = (name: string): boolean => type.options.some((option) => option.name === name);
      return type.several ? readChoices(type, json, path) : readName(json, path, isOption, 'NOT_A_CHOICE');
    }
    case 'reference':
      return readName(json, path, (id) => id === before || referenceExists(context, type.entity, id), 'NO_SUCH_VALUE');
    case 'role':
      return type.several
        ? readRoles(context, json, path)
        : readName(json, path, (name) => roleNamed(context.model, name) !== null, 'NO_SUCH_VALUE');
    case 'file':
      return typeof json === 'object' ? ok(json) : bad(Array.isArray(json) ? `${path}[0]` : path, 'NO_SUCH_VALUE');
    case 'time': {
      const minutes = typeof json === 'string' ? minutesOf(json.trim()) : null;
      return minutes === null ? bad(path, 'WRONG_TYPE') : ok(timeText(minutes));
    }
    case 'duration': {
      const length = typeof json === 'string' ? lengthOf(json.trim()) : null;
      return length === null ? bad(path, 'WRONG_TYPE') : ok(lengthText(length));
    }
    case 'texts':
      return readTexts(context, type, json, path);
    case 'number series':
    case 'object':
    case 'unknown':
      return bad(path, 'WRONG_TYPE');
    default:
      return readFormat(json, type.kind, path);
  }
}

function readFormat(json: Json, kind: TextFormatKind, path: string): ReadValue {
  const clean = typeof json === 'string' ? normalizedText(json) : null;
  const fits = clean !== null && FORMATS[kind].fits(clean) && !hasFault(clean, true);
  return fits ? ok(clean) : bad(path, 'WRONG_TYPE');
}

function readInteger(
  context: RequestContext,
  type: Extract<Type, { readonly kind: 'integer' }>,
  json: Json,
  path: string,
): ReadValue {
  if (typeof json !== 'number' || !Number.isInteger(json)) return bad(path, 'WRONG_TYPE');
  if (!Number.isSafeInteger(json)) return bad(path, json < 0 ? 'TOO_SMALL' : 'TOO_BIG');
  const outside = within(context, type, json, path, ['TOO_SMALL', 'TOO_BIG']);
  if (outside !== null || type.step === null) return outside ?? ok(json);
  const least = (type.min && boundOf(context, type.min)) ?? 0;
  return (json - least) % type.step === 0 ? ok(json) : bad(path, 'WRONG_TYPE');
}

/** Reads a decimal without rounding: more digits than the scale are a fault. */
function readDecimal(json: Json, scale: number, precision: number, path: string): ReadValue {
  const n = typeof json === 'string' ? fractionOf(json.trim()) : null;
  if (n === null || typeof json !== 'string') return bad(path, 'WRONG_TYPE');
  if ((json.trim().split('.')[1] ?? '').length > scale) return bad(path, 'WRONG_TYPE');
  const units = unitsOf(n, scale);
  const most = 10n ** BigInt(precision) - 1n;
  if (units > most) return bad(path, 'TOO_BIG');
  return units < -most ? bad(path, 'TOO_SMALL') : ok(decimalText(units, scale));
}

/** Checks a number against the bounds. */
function bounded(context: RequestContext, bounds: Bounds, read: ReadValue, path: string): ReadValue {
  if (typeof read.value !== 'string') return read;
  return within(context, bounds, Number(read.value), path, ['TOO_SMALL', 'TOO_BIG']) ?? read;
}

function readOpenMoney(context: RequestContext, bounds: Bounds, json: Json, path: string): ReadValue {
  const [amount, currency] = [member(json, 'amount'), member(json, 'currency')];
  if (amount === undefined || typeof currency !== 'string' || !Intl.supportedValuesOf('currency').includes(currency))
    return bad(path, 'WRONG_TYPE');
  if (isBlank(amount)) return ok(null);
  const scale =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const read = bounded(context, bounds, readDecimal(amount, scale, 15, path), path);
  return read.faults.length > 0 ? read : ok({ amount: read.value, currency });
}

/** Empty texts are left out. */
function readTexts(
  context: RequestContext,
  type: Extract<Type, { readonly kind: 'texts' }>,
  json: Json,
  path: string,
): ReadValue {
  if (!Array.isArray(json)) return bad(path, 'WRONG_TYPE');
  const texts = json.map((each: Json) => (typeof each === 'string' ? normalizedText(each) : undefined));
  if (texts.some((each) => each === undefined || (each !== null && hasFault(each, true))))
    return bad(path, 'WRONG_TYPE');
  const all = texts.flatMap((each) => each ?? []);
  if (all.length === 0) return ok(null);
  const counted = within(context, sentWithin(type), all.length, path, ['TOO_FEW', 'TOO_MANY']);
  const characters = { min: null, max: LONGEST_TEXT };
  return counted ?? within(context, characters, codePoints(all.join('')), path, ['TOO_SHORT', 'TOO_LONG']) ?? ok(all);
}

function readName(json: Json, path: string, exists: (name: string) => boolean, code: string): ReadValue {
  if (typeof json !== 'string') return bad(path, 'WRONG_TYPE');
  const name = normalizedText(json);
  return name === null || exists(name) ? ok(name) : bad(path, code);
}

/** Choices are stored in stated order, each once. */
function readChoices({ options }: Extract<Type, { readonly kind: 'choice' }>, json: Json, path: string): ReadValue {
  if (!Array.isArray(json) || json.some((each) => typeof each !== 'string')) return bad(path, 'WRONG_TYPE');
  const names = options.map(({ name }) => name).filter((name) => json.includes(name));
  if (json.some((each) => !names.includes(String(each)))) return bad(path, 'NOT_A_CHOICE');
  return ok(names.length === 0 ? null : names);
}

function readRoles(context: RequestContext, json: Json, path: string): ReadValue {
  if (!Array.isArray(json) || json.some((each) => typeof each !== 'string' || normalizedText(each) === null))
    return bad(path, 'WRONG_TYPE');
  const names = [...new Set(json.map((each) => normalizedText(String(each)) ?? ''))].sort();
  if (names.some((name) => roleNamed(context.model, name) === null)) return bad(path, 'NO_SUCH_VALUE');
  return ok(names.length === 0 ? null : names);
}

/** Whether a referenced record exists for the person; a record that they may not read does not. */
export function referenceExists(context: RequestContext, entity: string, id: string): boolean {
  const found = context.world.get(id);
  return found !== undefined && found.entity === entity && may(context, 'read', rowOf(context.model, found));
}

/** Reads references, each once. Existing references that the person may not read stay and count. */
function readSeveral(
  context: RequestContext,
  type: Extract<Type, { readonly kind: 'references' }>,
  json: Json,
  path: string,
  before: Json,
): ReadValue {
  if (json !== null && json !== '' && !Array.isArray(json)) return bad(path, 'WRONG_TYPE');
  const sent: string[] = [];
  for (const [index, id] of (Array.isArray(json) ? json : []).entries()) {
    if (typeof id !== 'string' || normalizedText(id) !== id) return bad(path, 'WRONG_TYPE');
    if (sent.includes(id)) return bad(`${path}[${index}]`, 'GIVEN_TWICE');
    sent.push(id);
  }
  const hidden = (Array.isArray(before) ? before.map(String) : []).filter(
    (id) => !sent.includes(id) && !referenceExists(context, type.entity, id),
  );
  const all = [...sent, ...hidden];
  if (all.length === 0) return ok(null);
  const codes = ['TOO_FEW_LINES', 'TOO_MANY_LINES'] as const;
  const tooMany = within(context, sentWithin({ min: null, max: type.max }), sent.length, path, codes);
  if (tooMany !== null) return tooMany;
  const missing = sent.findIndex((id) => !referenceExists(context, type.entity, id));
  if (missing !== -1) return bad(`${path}[${missing}]`, 'NO_SUCH_VALUE');
  const count = within(context, type, all.length, path, codes);
  if (count !== null) return count;
  return ok(type.ordered ? all : all.sort());
}

/**
 * Reads lines. They are sent whole: a line without an id is new, a missing line is removed if allowed, and unsent
 * fields of a line stay.
 */
function readLines(
  context: RequestContext,
  type: Extract<Type, { readonly kind: 'list' }>,
  json: Json,
  path: string,
  before: Json,
): ReadValue {
  const there: readonly Json[] = Array.isArray(before) ? before : [];
  const kept = (sent: readonly Json[]): readonly Fault[] => {
    const ids = sent.map((line) => member(line, 'id'));
    const gone = there.filter((line) => !ids.includes(member(line, 'id')));
    return gone.flatMap((line) =>
      isUnremovable(context, type.entity, line) ? [{ path, code: LINE_STAYS, hasKnownValue: true }] : [],
    );
  };
  if (json === null || json === '') return { value: null, faults: kept([]) };
  if (!Array.isArray(json)) return bad(path, 'WRONG_TYPE');
  const list: readonly Json[] = json;
  if (list.length === 0) return { value: null, faults: kept([]) };
  const isLine = (line: Json) => line !== null && typeof line === 'object' && !Array.isArray(line);
  const wrong = list.flatMap((line, index) => (isLine(line) ? [] : bad(`${path}[${index}]`, 'WRONG_TYPE').faults));
  if (wrong.length > 0) return { value: null, faults: wrong };
  const outside = within(context, sentWithin(type), list.length, path, ['TOO_FEW', 'TOO_MANY']);
  if (outside !== null) return outside;
  const read = list.map((line, index) => readLine(context, type.entity, line, `${path}[${index}]`, there));
  return { value: read.map((each) => each.value), faults: [...read.flatMap((each) => each.faults), ...kept(list)] };
}

function readLine(
  context: RequestContext,
  entity: string,
  line: Json,
  path: string,
  there: readonly Json[],
): ReadValue {
  const all = entityNamed(context.model, entity)?.fields ?? [];
  const fields = all.filter(isInput);
  const sent = Object.entries(line ?? {}) as [string, Json][];
  const id = sent.find(([name]) => name === 'id')?.[1] ?? null;
  const before = id === null ? null : (there.find((each) => member(each, 'id') === id) ?? null);
  // Lines are sent whole, so values that nobody may enter may be sent back unchanged.
  const stood = all.filter(({ name, type }) => {
    const value = sent.find(([each]) => each === name)?.[1] ?? null;
    return type.kind !== 'list' && JSON.stringify(value) === JSON.stringify(member(before, name) ?? null);
  });
  const machines = machinesOf(context.model, entity).filter(({ stateless }) => !stateless);
  const states = machines.filter(({ name }) => before !== null && member(line, name) === member(before, name));
  const strangers = sent.filter(
    ([name]) => name !== 'id' && ![...fields, ...stood, ...states].some((known) => known.name === name),
  );
  const faults: Fault[] = strangers.map(([name]) => ({ path: `${path}.${name}`, code: 'NOT_AN_INPUT' }));
  if (id !== null && before === null) faults.push({ path: `${path}.id`, code: 'NO_SUCH_VALUE' });
  const values: [string, Json][] = before === null ? [] : (Object.entries(before) as [string, Json][]);
  if (before === null) values.push(...machines.map(({ name, initial }): [string, Json] => [name, initial]));
  const closed = before !== null && isClosed(context, entity, before);
  const given = before === null ? fields.filter(({ name }) => !sent.some(([each]) => each === name)) : [];
  for (const { name, type, default: value } of given) {
    const reading = rowOf(context.model, { entity, id: '', values: new Map([...sent, ...values]) });
    const outcome = value?.tree ? evaluate(value.tree, scopeOf(context, reading)) : undefined;
    const kept = outcome === undefined ? null : storedAs(type, outcome);
    values.push([name, kept === 'too large' ? null : kept]);
  }
  for (const field of fields) {
    if (given.includes(field)) continue;
    const stands = member(before, field.name) ?? null;
    const found = sent.find(([name]) => name === field.name);
    const read: ReadValue =
      found === undefined ? ok(stands) : readInput(context, field, found[1] ?? null, `${path}.${field.name}`, stands);
    const isOther = field.writeOnly || JSON.stringify(read.value) !== JSON.stringify(stands);
    const isRefused = closed && found !== undefined && read.faults.length === 0 && isOther;
    faults.push(...(isRefused ? [closedAt(`${path}.${field.name}`)] : read.faults));
    values.push([field.name, isRefused ? stands : read.value]);
  }
  const whole = new Map(values);
  const isWrong = (name: string) => faults.some((fault) => fault.path === `${path}.${name}`);
  removeHiddenDefaults(context, whole, given, () => rowOf(context.model, { entity, id: '', values: whole }, isWrong));
  for (const { name, required } of fields)
    if (required && (whole.get(name) ?? null) === null && !isWrong(name))
      faults.push({ path: `${path}.${name}`, code: 'REQUIRED' });
  return { value: Object.fromEntries(whole), faults };
}

const closedAt = (path: string): Fault => ({ path, code: 'NOT_AN_INPUT', hasKnownValue: true });

/** Removes defaults of fields that are not shown. Each removal may hide another field. */
export function removeHiddenDefaults(
  context: RequestContext,
  values: Map<string, Json>,
  given: readonly Field[],
  row: () => Row,
): void {
  for (let isDone = false; !isDone; ) {
    const scope = scopeOf(context, row());
    const hidden = given.filter(({ name, shownWhen }) => {
      const tree = shownWhen?.tree ?? null;
      return (values.get(name) ?? null) !== null && tree !== null && evaluate(tree, scope) !== true;
    });
    for (const { name } of hidden) values.set(name, null);
    isDone = hidden.length === 0;
  }
}

/** Whether a field can be sent at all. */
export function isInput(field: Field): boolean {
  const isGiven = field.type.kind === 'unknown' || field.type.kind === 'number series';
  return field.computed === null && !field.byProduct && field.askedOn.length === 0 && !isGiven;
}
