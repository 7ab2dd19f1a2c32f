import { NO_OPTIONS } from '../lookups/call-options.ts';
import { idOf } from '../types/element.ts';
import type { Call, Does, Entity, Method, Model } from '../types/model.ts';
import { assumedElement, assumedName, firstFreeName, type NextNumbers } from './element.ts';
import { pathName, slug } from './paths.ts';

interface DefaultCall {
  readonly method: Method;
  /** The path after the entity's base path. */
  readonly suffix: string;
  readonly does: Does;
  readonly name: string;
  readonly gets: string;
}

/** Calls, names and paths in use, so that no operation has two calls and no two calls share a path. */
interface CallsInUse {
  readonly calls: Call[];
  readonly names: Set<string>;
  readonly paths: Set<string>;
  readonly done: Set<string>;
  /** For each name, the next number that makes it unique. */
  readonly numbers: NextNumbers;
  /** Next free numbers of base paths, by method and rest. */
  readonly pathNumbers: Map<string, NextNumbers>;
}

/** A-CALLS: adds a call under the default path for each operation and each event that no stated call covers. */
export function assumeCalls(model: Model): Model {
  const inUse: CallsInUse = {
    calls: [],
    names: new Set(),
    paths: new Set(),
    done: new Set(),
    numbers: new Map(),
    pathNumbers: new Map(),
  };
  for (const call of model.calls) add(inUse, call);
  const events = eventsOf(model);
  const bases = basesOf(model.calls);
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const usual = `/api/${pathName(entity)}`;
    const base = bases.get(entity.name);
    for (const defaultCall of defaultCallsOf(entity, events.get(entity.name) ?? new Set())) {
      const start = (defaultCall.suffix === '' ? base?.all : base?.one) ?? usual;
      if (!inUse.done.has(keyOf(defaultCall.does))) add(inUse, callFor(defaultCall, start, inUse));
    }
  }
  return { ...model, calls: inUse.calls };
}

function add({ calls, names, paths, done }: CallsInUse, call: Call): void {
  calls.push(call);
  names.add(call.name);
  paths.add(`${call.method} ${shape(call.path)}`);
  done.add(keyOf(call.does));
}

function eventsOf(model: Model): Map<string, Set<string>> {
  const events = new Map<string, Set<string>>();
  for (const { entity, transitions } of model.machines) {
    const known = events.get(entity) ?? new Set<string>();
    events.set(entity, known);
    for (const { event } of transitions) if (event !== null) known.add(event);
  }
  return events;
}

/** The base path of an entity in the document's own calls: for all records, and before the `:id` of one. */
interface Base {
  readonly all: string;
  /** Null: `:id` in each of them identifies another record. */
  readonly one: string | null;
}

function basesOf(calls: readonly Call[]): Map<string, Base> {
  const bases = new Map<string, Base>();
  for (const { does, path } of calls) {
    const base = path.includes('{') ? null : baseIn(does, path);
    if (base === null || !('entity' in does)) continue;
    const known = bases.get(does.entity);
    const one = /:id\b/.test(base) ? null : base;
    bases.set(does.entity, { all: known?.all ?? base, one: known?.one ?? one });
  }
  return bases;
}

function baseIn({ kind }: Does, path: string): string | null {
  if (kind === 'list' || kind === 'create') return path;
  return kind !== 'event' && path.endsWith('/:id') ? path.slice(0, -'/:id'.length) : null;
}

function defaultCallsOf({ name }: Entity, events: ReadonlySet<string>): DefaultCall[] {
  const about = { entity: name };
  return [
    { method: 'GET', suffix: '', does: { kind: 'list', ...about }, name: `list ${name}`, gets: `page of ${name}` },
    { method: 'GET', suffix: '/:id', does: { kind: 'read', ...about }, name: `read ${name}`, gets: name },
    { method: 'POST', suffix: '', does: { kind: 'create', ...about }, name: `create ${name}`, gets: name },
    { method: 'PATCH', suffix: '/:id', does: { kind: 'change', ...about }, name: `change ${name}`, gets: name },
    { method: 'DELETE', suffix: '/:id', does: { kind: 'delete', ...about }, name: `delete ${name}`, gets: '' },
    ...[...events].map(
      (event): DefaultCall => ({
        method: 'POST',
        suffix: `/:id/${slug(event)}`,
        does: { kind: 'event', ...about, event },
        name: `${event} ${name}`,
        gets: name,
      }),
    ),
  ];
}

function callFor(defaultCall: DefaultCall, base: string, { names, paths, numbers, pathNumbers }: CallsInUse): Call {
  const name = firstFreeName(
    [defaultCall.name, `our ${defaultCall.name}`],
    (candidate) => names.has(candidate),
    numbers,
  );
  const { method, suffix } = defaultCall;
  const nextNumbers: NextNumbers = pathNumbers.get(`${method} ${suffix}`) ?? new Map();
  pathNumbers.set(`${method} ${suffix}`, nextNumbers);
  // A number is added before `:id`: after it, it would not make the paths different.
  const isTaken = (start: string) => paths.has(`${method} ${shape(`${start}${suffix}`)}`);
  return {
    ...assumedElement('A-CALLS', 7, idOf('call', name)),
    ...assumedName(name),
    method,
    path: `${firstFreeName([base, `${base}-records`], isTaken, nextNumbers)}${suffix}`,
    does: defaultCall.does,
    sends: null,
    sendsShape: null,
    where: null,
    options: NO_OPTIONS,
    gets: defaultCall.gets,
    errors: [],
    query: [],
    parameters: [],
  };
}

/** Calls with the same key do the same. */
function keyOf(does: Does): string {
  return JSON.stringify([does.kind, 'entity' in does ? does.entity : '', does.kind === 'event' ? does.event : '']);
}

/** Paths that a router cannot distinguish have the same shape. */
function shape(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':');
}
