import { type ErrorPart, type ErrorShape, readErrorShape } from '../../model/lookups/error-shape.ts';
import type { Model } from '../../model/types/model.ts';
import type { Refused } from '../evaluator/world.ts';
import type { Body } from './compare-answer.ts';
import type { Answer } from './running-application.ts';

/** Whether a refusal has a body that the document states and is no problem details. */
export function hasStatedBody({ errorAnswers, errors, calls }: Model, body: Body | null): boolean {
  const isStated =
    errorAnswers.body !== null ||
    errors.some((entry) => entry.body !== null) ||
    calls.some(({ options }) => options.errorBody !== null);
  return isStated && !String(body?.['type'] ?? '').startsWith('/_/errors/');
}

/** Compares a refusal in the shape that the document states: its status, its members, and the fields that it names. */
export function statedErrorDifferences(model: Model, expected: Refused, got: Answer<Body | null>): readonly string[] {
  const { status, code } = expected;
  if (status !== got.status) return [`expected ${status} ${code}, got ${got.status}`];
  // Which shape an entry or a call states for itself is not known here: one of them must fit.
  const found = shapesFor(model, code).map((shape) => bodyDifferences(model, expected, shape, got.body));
  const fitting = found.toSorted((one, other) => one.length - other.length);
  return fitting[0] ?? [];
}

function shapesFor(model: Model, code: string): readonly ErrorShape[] {
  const own = model.errors.filter((entry) => entry.code === code).flatMap(({ body }) => body ?? []);
  const general = [model.errorAnswers.body, ...model.calls.map(({ options }) => options.errorBody)].flatMap(
    (body) => body ?? [],
  );
  const isConstant = (name: string) => model.constants.some((constant) => constant.name === name);
  return [...own, ...general].flatMap(({ text }) => readErrorShape(text, isConstant) ?? []);
}

function bodyDifferences(model: Model, expected: Refused, shape: ErrorShape, body: unknown): readonly string[] {
  if (shape.body === null) return body === null ? [] : ['expected an empty body'];
  const members = [...model.errors.map(({ member }) => member), model.errorAnswers.member].filter(
    (one) => one !== null,
  );
  const paths = expected.faults.map(({ path }) => path).filter((path) => path !== '');
  return partDifferences(shape.body, body, 'the body', {
    status: expected.status,
    fields: [...paths, ...(paths.length < expected.faults.length || paths.length === 0 ? [...members, 'error'] : [])],
    // Rules over other records may be reported only after everything else holds.
    count: expected.faults.some(({ afterOthers }) => afterOthers) ? null : Math.max(1, expected.faults.length),
  });
}

interface Wanted {
  readonly status: number;
  /** The fields that a refusal may name. */
  readonly fields: readonly string[];
  /** The number of failures; null if it is not known. */
  readonly count: number | null;
}

function partDifferences(part: ErrorPart, given: unknown, at: string, wanted: Wanted): readonly string[] {
  switch (part.kind) {
    case 'object': {
      if (!isObject(given)) return [`${at}: expected an object`];
      const names = part.members.map(({ key }) => key);
      const others = Object.keys(given).filter((key) => !names.includes(key));
      return [
        ...others.map((key) => `${at}: ${key} is not stated`),
        ...part.members.flatMap(({ key, part: inside }) =>
          Object.hasOwn(given, key)
            ? partDifferences(inside, given[key], `${at}.${key}`, wanted)
            : [`${at}: lacks ${key}`],
        ),
      ];
    }
    case 'list': {
      if (!Array.isArray(given)) return [`${at}: expected a list`];
      const count = part.repeats ? wanted.count : 1;
      return [
        ...(count !== null && given.length !== count ? [`${at}: expected ${count} items, got ${given.length}`] : []),
        ...given.flatMap((item: unknown, index) => partDifferences(part.item, item, `${at}[${index}]`, wanted)),
      ];
    }
    case 'groups': {
      if (!isObject(given)) return [`${at}: expected an object`];
      return Object.entries(given).flatMap(([field, inside]) => [
        ...(isAbout(wanted, part.by, field) ? [] : [`${at}: ${field} has no fault`]),
        ...partDifferences(part.each, inside, `${at}.${field}`, { ...wanted, count: null }),
      ]);
    }
    case 'value':
      return given === part.value ? [] : [`${at}: expected ${String(part.value)}`];
    case 'text':
      return typeof given === 'string' ? [] : [`${at}: expected a text`];
    case 'word':
      return wordDifferences(part.word, given, at, wanted);
    default:
      return [];
  }
}

/** Whether a failure is about this field, or about a member with this name. */
const isAbout = ({ fields }: Wanted, by: 'field' | 'member', name: string): boolean =>
  by === 'field'
    ? fields.includes(name)
    : fields.some(
        (field) =>
          field
            .split('.')
            .at(-1)
            ?.replace(/\[\d+\]$/, '') === name,
      );

function wordDifferences(
  word: string,
  given: unknown,
  at: string,
  { status, fields, count }: Wanted,
): readonly string[] {
  if (word === 'status') return given === status ? [] : [`${at}: expected ${status}, got ${String(given)}`];
  if (word === 'count')
    return count === null || given === count ? [] : [`${at}: expected ${count}, got ${String(given)}`];
  if (word === 'field' && given !== null)
    return typeof given === 'string' && fields.includes(given) ? [] : [`${at}: ${String(given)} has no fault`];
  if (word === 'code' || word === 'message' || word === 'title')
    return typeof given === 'string' && given !== '' ? [] : [`${at}: expected a text`];
  return [];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
