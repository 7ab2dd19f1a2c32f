import { NO_OPTIONS } from '../model/lookups/call-options.ts';
import { idOf } from '../model/types/element.ts';
import type { Api, Call, CallOptions, Does, NamedShape } from '../model/types/model.ts';
import {
  atPath,
  type DefineContext,
  element,
  formulaOf,
  named,
  reference,
  references,
} from './entities-and-machines.ts';
import type { ApiInput, CallInput, CallOptionsInput, ShapeInput } from './input.ts';

/** Returns what point 7 states for all calls. */
export function apiOf({ names, cors = [], signIn = [], openApi, documentation, ...options }: ApiInput): Api {
  return {
    names: names ?? null,
    signIn,
    cors,
    openApi: openApi ?? null,
    documentation: documentation ?? null,
    options: { ...NO_OPTIONS, ...options },
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
    parameters: [],
    options: optionsOf(input.options),
  };
}

function optionsOf({ errorBody, ...options }: CallOptionsInput = {}): CallOptions {
  const body = errorBody === undefined ? null : { text: errorBody, at: null, tree: null };
  return { ...NO_OPTIONS, ...options, errorBody: body };
}

function doesOf(input: CallInput<string, string, string>['does']): Does {
  if (input === 'outside') return { kind: 'outside' };
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
