import { instantInForm } from '../../fields/registry/value-forms.ts';
import type { Json } from '../../fields/text/json.ts';
import {
  type ErrorPart,
  type ErrorShape,
  type ErrorWord,
  readErrorShape,
  wordOf,
} from '../../model/lookups/error-shape.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import { ANYBODY, memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Failure, Refusal } from '../core/refusal.ts';
import { hasEntry } from './catalogue-entries.ts';
import { constantText } from './message-values.ts';
import { pointerOf, wireFailure } from './problem-details.ts';
import { titleOfStatus } from './status-titles.ts';

/** The request that is refused. */
export interface RefusedRequest {
  readonly entity: string | null;
  readonly call: string | null;
  readonly method: string;
  readonly path: string;
  readonly origin: string;
  readonly now: number;
  readonly id: string | null;
  /** Returns the value that was sent at a path; undefined if there is none. */
  readonly sentAt: (path: Failure['path']) => Json | undefined;
  readonly dev: boolean;
  /** The forms in which the call states values. */
  readonly forms?: ValueForms;
}

/** A body in the document's own shape; `text` is null if it is empty. */
export interface ErrorBody {
  readonly text: string | null;
  readonly mediaType: string;
}

/**
 * Returns the body of a refusal in the shape that its entry of the catalogue, the call or point 8 states; null if none
 * does, so it is problem details.
 */
export function errorBodyOf(
  model: CompiledModel,
  refusal: Refusal,
  request: RefusedRequest,
  ofCall: Formula | null = null,
): ErrorBody | null {
  const { errorAnswers, errors } = model.model;
  const entry = entryWithId(errors, refusal.entry);
  const stated = entry?.body ?? ofCall ?? errorAnswers.body;
  const shape = stated === null ? null : shapeOf(model, stated.text);
  if (shape === null) return null;
  const mediaType = errorAnswers.mediaType ?? 'application/json';
  if (shape.body === null) return { text: null, mediaType };
  const failures = refusal.failures.length > 0 ? refusal.failures : [asFailure(refusal)];
  const [first] = failures;
  // A body without a list states the first failure, unless the catalogue has an error for all of them together.
  const isFirst = !shape.listsFailures && refusal.failures.length > 0 && !hasEntry(model, 'INVALID', request.call);
  const scope: Scope = { model, refusal, request, failures, failure: isFirst ? (first ?? null) : null };
  return { text: JSON.stringify(partValue(shape.body, scope)), mediaType };
}

/** A refusal without failures counts as one failure about no field. */
const asFailure = ({ code, message, next, decidedBy, entry }: Refusal): Failure => ({
  path: [],
  code,
  message,
  next,
  decidedBy,
  ...(entry === undefined ? {} : { entry }),
});

function shapeOf(model: CompiledModel, text: string): ErrorShape | null {
  return memoizeByRoles(model, `error body ${text}`, ANYBODY, () => ({
    shape: readErrorShape(text, (name) => model.schema.constants.has(name)),
  })).shape;
}

const entryWithId = (errors: readonly ErrorEntry[], id: string | undefined): ErrorEntry | undefined =>
  id === undefined ? undefined : errors.find((entry) => entry.id === id);

interface Scope {
  readonly model: CompiledModel;
  readonly refusal: Refusal;
  readonly request: RefusedRequest;
  /** The failures over which lists repeat. */
  readonly failures: readonly Failure[];
  /** The failure that words speak of; null: of the refusal. */
  readonly failure: Failure | null;
}

function partValue(part: ErrorPart, scope: Scope): Json {
  switch (part.kind) {
    case 'word':
      return wordValue(part.word, scope);
    case 'text':
      return part.text.replace(/\{([^{}]*)\}/g, (_, name: string) => placeholderText(name.trim(), scope));
    case 'value':
      return part.value;
    case 'constant':
      return constantText(scope.model, part.name);
    case 'list':
      return part.repeats
        ? scope.failures.map((failure) => partValue(part.item, { ...scope, failures: [failure], failure }))
        : [partValue(part.item, scope)];
    case 'object':
      return objectOf(part.members.map(({ key, part: inside }) => [key, partValue(inside, scope)]));
    case 'groups':
      return groupsOf(part, scope);
  }
}

function groupsOf({ each, by }: Extract<ErrorPart, { kind: 'groups' }>, scope: Scope): Json {
  const text = by === 'member' ? memberText : fieldText;
  const byField = Map.groupBy(scope.failures, (failure) => text(placeOf(failure, scope)));
  return objectOf(
    [...byField].map(([field, failures]) => [
      field,
      partValue(each, { ...scope, failures, failure: failures[0] ?? null }),
    ]),
  );
}

function objectOf(members: readonly (readonly [string, Json])[]): Json {
  const object: { [key: string]: Json } = Object.create(null);
  for (const [key, value] of members) object[key] = value;
  return object;
}

function placeholderText(name: string, scope: Scope): string {
  const word = wordOf(name);
  if (word === null) return constantText(scope.model, name) ?? '';
  const value = wordValue(word, scope);
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function wordValue(word: ErrorWord, scope: Scope): Json {
  const { model, refusal, request, failures } = scope;
  const texts = scope.failure ?? refusal;
  const failure = scope.failure ?? failures[0] ?? asFailure(refusal);
  switch (word) {
    case 'code':
    case 'message':
    case 'next':
      return texts[word];
    case 'status':
      return refusal.status;
    case 'title':
      return titleOfStatus(refusal.status);
    case 'field':
      return placeOf(failure, scope).length === 0 ? null : fieldText(placeOf(failure, scope));
    case 'member':
      return placeOf(failure, scope).length === 0 ? null : memberText(placeOf(failure, scope));
    case 'path':
      return [...placeOf(failure, scope)];
    case 'pointer':
      return pointerOf(placeOf(failure, scope));
    case 'value':
      return failure.repeats === true ? (request.sentAt(failure.path) ?? null) : null;
    case 'entity':
      return request.entity;
    case 'call':
      return request.call;
    case 'method':
      return request.method;
    case 'url path':
      return request.path;
    case 'url':
      return request.origin + request.path;
    case 'time':
      return instantInForm(new Date(request.now).toISOString(), request.forms);
    case 'request id':
      return request.id;
    case 'count':
      return failures.length;
    case 'failures':
      return failures.map((one) =>
        wireFailure(model, { ...one, path: placeOf(one, scope) }, request.dev),
      ) as unknown as Json;
  }
}

/** Returns the path of a failure; if it is about no field, the member that its entry or point 8 states. */
function placeOf({ path, entry }: Failure, { model }: Scope): Failure['path'] {
  if (path.length > 0) return path;
  const { errors, errorAnswers } = model.model;
  const member = entryWithId(errors, entry)?.member ?? errorAnswers.member;
  return member === null ? [] : [member];
}

/** Returns the last name of a path, `amount`; `error` if it is empty. */
const memberText = (path: Failure['path']): string =>
  String(path.findLast((part) => typeof part === 'string') ?? 'error');

/** Returns a path as text, `lines[0].amount`; `error` if it is empty. */
function fieldText(path: Failure['path']): string {
  if (path.length === 0) return 'error';
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}
