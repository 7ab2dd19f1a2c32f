import { NO_OPTIONS } from '../model/lookups/call-options.ts';
import type { CallParameter, ParameterEffect } from '../model/types/call-parameter.ts';
import { idOf } from '../model/types/element.ts';
import type { Api, Call, CallOptions, Does, NamedShape, SortKey } from '../model/types/model.ts';
import {
  atPath,
  type DefineContext,
  element,
  formulaOf,
  named,
  reference,
  references,
} from './entities-and-machines.ts';
import type { ApiInput, CallInput, CallOptionsInput, ParameterInput, ShapeInput, SortInput } from './input.ts';

/** Returns what point 7 states for all calls. */
export function apiOf({
  names,
  cors = [],
  otherCalls,
  signIn = [],
  openApi,
  documentation,
  ...options
}: ApiInput): Api {
  return {
    names: names ?? null,
    signIn,
    cors,
    otherCalls: otherCalls ?? null,
    openApi: openApi ?? null,
    documentation: documentation ?? null,
    options: optionsOf(options),
  };
}

export function shapeOf(name: string, { of = name, includes = [], members, help }: ShapeInput): NamedShape {
  return {
    ...element(7, idOf('shape', name), help),
    ...named(name),
    entity: of,
    includes: references(includes),
    members: Object.entries(members).map(([member, value]) => ({ name: member, value, at: null })),
  };
}

export function callOf(name: string, input: CallInput<string, string, string>, here: DefineContext): Call {
  const { sends = [] } = input;
  const isShape = typeof sends === 'string';
  return {
    ...element(7, idOf('call', name), input.help),
    ...named(name),
    method: input.method,
    path: input.path,
    does: doesOf(input.does),
    where: input.where === undefined ? null : formulaOf(input.where, atPath(here, 'where')),
    sends: sends === null || isShape ? null : references(sends),
    sendsShape: isShape ? { text: sends, at: null, tree: null } : null,
    gets: input.gets ?? '',
    errors: (input.errors ?? []).map((error) =>
      typeof error === 'string'
        ? { ...reference(error), cause: null }
        : { ...reference(error.error), cause: error.cause },
    ),
    query: references(input.query),
    parameters: (input.parameters ?? []).map((one) => parameterOf(one, atPath(here, 'parameters', one.name))),
    options: optionsOf(input.options),
  };
}

function parameterOf(input: ParameterInput, here: DefineContext): CallParameter {
  const { name, option, type, several = false, fitsAll = false, othersIgnored = false, help = '' } = input;
  const own = { name, option: option ?? null, type: type ?? null, default: input.default ?? null };
  return {
    ...own,
    several: several || fitsAll,
    fitsAll,
    othersIgnored,
    help,
    effect: parameterEffect(input, here),
    at: null,
  };
}

function parameterEffect(input: ParameterInput, here: DefineContext): ParameterEffect {
  if ('filter' in input) return { kind: 'filter', formula: formulaOf(input.filter, here) };
  if ('order' in input) return { kind: 'order', sort: sortKeys(input.order) };
  if ('direction' in input) return { kind: 'direction', descending: input.direction === 'descending' };
  if ('shows' in input) return { kind: 'shows', member: input.shows, value: input.value };
  return { kind: 'everything' };
}

const sortKeys = (keys: readonly SortInput[]): readonly SortKey[] =>
  keys.map(({ field, descending = false }) => ({ field, descending, at: null }));

function optionsOf({ errorBody, sort, allowedFor, memberRules, ...options }: CallOptionsInput = {}): CallOptions {
  const body = errorBody === undefined ? null : { text: errorBody, at: null, tree: null };
  return {
    ...NO_OPTIONS,
    ...options,
    sort: sort === undefined ? null : sortKeys(sort),
    errorBody: body,
    memberRules: memberRules?.map(({ fields, ...rule }) => ({ ...rule, fields: references(fields) })) ?? null,
    allowedFor: allowedFor === undefined ? null : references(allowedFor),
  };
}

function doesOf(input: CallInput<string, string, string>['does']): Does {
  if (input === 'outside') return { kind: 'outside' };
  if ('bulk' in input)
    return input.bulk === 'event'
      ? { kind: 'bulk', act: 'event', entity: input.of, event: input.event ?? '' }
      : { kind: 'bulk', act: input.bulk, entity: input.of, event: null };
  if ('file' in input) return { kind: 'file', act: input.file, entity: input.of, field: input.field };
  if ('valuesOf' in input) return { kind: 'values', entity: input.valuesOf, field: input.field };
  if ('account' in input) return { kind: 'account', act: input.account, of: input.of, event: input.event ?? null };
  if ('event' in input && 'of' in input) return { kind: 'event', entity: input.of, event: input.event };
  const [first] = Object.entries(input);
  const [kind, entity] = first ?? [];
  if (
    entity !== undefined &&
    (kind === 'list' || kind === 'read' || kind === 'create' || kind === 'change' || kind === 'delete')
  )
    return { kind, entity };
  return { kind: 'unknown', text: '' };
}
