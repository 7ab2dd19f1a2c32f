import type { Call, Does, Entity, Method, Model } from '../model.ts';
import { idOf } from '../place.ts';
import { assumed, free, named } from './element.ts';
import { pathName, slug } from './paths.ts';

interface Wanted {
  readonly method: Method;
  /** Behind the entity's own path. */
  readonly rest: string;
  readonly does: Does;
  readonly name: string;
  readonly gets: string;
}

/** Each operation and each event that no stated call does is served under the usual path, operation by operation. */
export function assumeCalls(model: Model): Model {
  const calls = [...model.calls];
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const base = basePath(entity, calls);
    for (const wanted of wantedOf(model, entity)) {
      if (!calls.some((call) => same(call.does, wanted.does))) calls.push(callFor(wanted, base, calls));
    }
  }
  return { ...model, calls };
}

function wantedOf(model: Model, entity: Entity): Wanted[] {
  const about = { entity: entity.name };
  const events = new Set(
    model.machines
      .filter((machine) => machine.entity === entity.name)
      .flatMap((machine) => machine.transitions.flatMap((transition) => transition.event ?? [])),
  );
  return [
    { method: 'GET', rest: '', does: { kind: 'list', ...about }, name: `list ${entity.name}`, gets: `page of ${entity.name}` },
    { method: 'GET', rest: '/:id', does: { kind: 'read', ...about }, name: `read ${entity.name}`, gets: entity.name },
    { method: 'POST', rest: '', does: { kind: 'create', ...about }, name: `create ${entity.name}`, gets: entity.name },
    { method: 'PATCH', rest: '/:id', does: { kind: 'change', ...about }, name: `change ${entity.name}`, gets: entity.name },
    { method: 'DELETE', rest: '/:id', does: { kind: 'delete', ...about }, name: `delete ${entity.name}`, gets: '' },
    ...[...events].map((event): Wanted => ({
      method: 'POST',
      rest: `/:id/${slug(event)}`,
      does: { kind: 'event', ...about, event },
      name: `${event} ${entity.name}`,
      gets: entity.name,
    })),
  ];
}

function callFor(wanted: Wanted, base: string, calls: readonly Call[]): Call {
  const name = free([wanted.name, `our ${wanted.name}`], (candidate) => calls.some((call) => call.name === candidate));
  const taken = (path: string) => calls.some((call) => call.method === wanted.method && shape(call.path) === shape(path));
  return {
    ...assumed('A-CALLS', 7, idOf('call', name)),
    ...named(name),
    method: wanted.method,
    path: free([`${base}${wanted.rest}`, `${base}-records${wanted.rest}`], taken),
    does: wanted.does,
    sends: null,
    sendsShape: null,
    gets: wanted.gets,
    errors: [],
  };
}

/** The path that the document's own calls give the entity, else ours. */
function basePath(entity: Entity, calls: readonly Call[]): string {
  for (const call of calls) {
    if (!('entity' in call.does) || call.does.entity !== entity.name || call.path.includes('{')) continue;
    if (call.does.kind === 'list' || call.does.kind === 'create') return call.path;
    if (call.does.kind !== 'event' && call.path.endsWith('/:id')) return call.path.slice(0, -'/:id'.length);
  }
  return `/api/${pathName(entity)}`;
}

function same(one: Does, other: Does): boolean {
  if (one.kind !== other.kind || !('entity' in one) || !('entity' in other)) return false;
  if (one.kind === 'event' && other.kind === 'event' && one.event !== other.event) return false;
  return one.entity === other.entity;
}

/** Two paths that a router can't tell apart have one shape. */
function shape(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':');
}
