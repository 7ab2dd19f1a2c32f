import type { Call, Does, Entity, Method, Model } from '../types/model.ts';
import { idOf } from '../types/place.ts';
import { assumed, free, type Numbers, named } from './element.ts';
import { pathName, slug } from './paths.ts';

interface Wanted {
  readonly method: Method;
  /** Behind the entity's own path. */
  readonly rest: string;
  readonly does: Does;
  readonly name: string;
  readonly gets: string;
}

/** What is there already, so that nothing is served twice and no two calls share a path. */
interface Taken {
  readonly calls: Call[];
  readonly names: Set<string>;
  readonly paths: Set<string>;
  readonly done: Set<string>;
  /** Of names. */
  readonly numbers: Numbers;
  /** Of what paths start with, by method and rest. */
  readonly pathNumbers: Map<string, Numbers>;
}

/** Each operation and each event that no stated call does is served under the usual path, operation by operation. */
export function assumeCalls(model: Model): Model {
  const taken: Taken = {
    calls: [],
    names: new Set(),
    paths: new Set(),
    done: new Set(),
    numbers: new Map(),
    pathNumbers: new Map(),
  };
  for (const call of model.calls) add(taken, call);
  const events = eventsOf(model);
  const bases = basesOf(model.calls);
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const usual = `/api/${pathName(entity)}`;
    const base = bases.get(entity.name);
    for (const wanted of wantedOf(entity, events.get(entity.name) ?? new Set())) {
      const start = (wanted.rest === '' ? base?.all : base?.one) ?? usual;
      if (!taken.done.has(keyOf(wanted.does))) add(taken, callFor(wanted, start, taken));
    }
  }
  return { ...model, calls: taken.calls };
}

function add({ calls, names, paths, done }: Taken, call: Call): void {
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

/** The path that the document's own calls give an entity: for all of its records, and before the `:id` of one. */
interface Base {
  readonly all: string;
  /** Null: in each of them `:id` is that of another record. */
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

function wantedOf({ name }: Entity, events: ReadonlySet<string>): Wanted[] {
  const about = { entity: name };
  return [
    { method: 'GET', rest: '', does: { kind: 'list', ...about }, name: `list ${name}`, gets: `page of ${name}` },
    { method: 'GET', rest: '/:id', does: { kind: 'read', ...about }, name: `read ${name}`, gets: name },
    { method: 'POST', rest: '', does: { kind: 'create', ...about }, name: `create ${name}`, gets: name },
    { method: 'PATCH', rest: '/:id', does: { kind: 'change', ...about }, name: `change ${name}`, gets: name },
    { method: 'DELETE', rest: '/:id', does: { kind: 'delete', ...about }, name: `delete ${name}`, gets: '' },
    ...[...events].map(
      (event): Wanted => ({
        method: 'POST',
        rest: `/:id/${slug(event)}`,
        does: { kind: 'event', ...about, event },
        name: `${event} ${name}`,
        gets: name,
      }),
    ),
  ];
}

function callFor(wanted: Wanted, base: string, { names, paths, numbers, pathNumbers }: Taken): Call {
  const name = free([wanted.name, `our ${wanted.name}`], (candidate) => names.has(candidate), numbers);
  const { method, rest } = wanted;
  const alike: Numbers = pathNumbers.get(`${method} ${rest}`) ?? new Map();
  pathNumbers.set(`${method} ${rest}`, alike);
  // A number behind `:id` would tell no two paths apart.
  const isTaken = (start: string) => paths.has(`${method} ${shape(`${start}${rest}`)}`);
  return {
    ...assumed('A-CALLS', 7, idOf('call', name)),
    ...named(name),
    method,
    path: `${free([base, `${base}-records`], isTaken, alike)}${rest}`,
    does: wanted.does,
    sends: null,
    sendsShape: null,
    gets: wanted.gets,
    errors: [],
    query: [],
  };
}

/** Two calls of one key do the same. */
function keyOf(does: Does): string {
  return JSON.stringify([does.kind, 'entity' in does ? does.entity : '', does.kind === 'event' ? does.event : '']);
}

/** Two paths that a router can't tell apart have one shape. */
function shape(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':');
}
