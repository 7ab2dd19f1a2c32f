import { type Parent, parentsOf, recordParameter } from '../../model/lookups/call-record.ts';
import type { Call, Model } from '../../model/types/model.ts';
import type { Json, World } from '../evaluator/world.ts';

/** An id that no record has. */
export const UNUSED_ID = '0190a6a0-0000-7000-8000-000000000000';

/** Returns the parents that the path of a call names, the nearest first. */
export const parentsIn = (model: Model, call: Call): readonly Parent[] =>
  parentsOf(call, (name) => model.entities.find((entity) => entity.name === name), model.machines);

/** Returns the address of a call: the record by its id, and each parent by its own. */
export function pathTo(
  model: Model,
  call: Call,
  id: string | null,
  held: (path: Parent['path']) => Json | undefined,
): string {
  const { path, does } = call;
  if (!('entity' in does)) return path;
  const own = id === null ? null : recordParameter(path, does.entity);
  const parents = new Map(parentsIn(model, call).map((parent) => [parent.parameter, parent.path] as const));
  const named = (parameter: string): string => {
    if (parameter === own) return id ?? UNUSED_ID;
    const fields = parents.get(parameter);
    const value = fields === undefined ? null : held(fields);
    return typeof value === 'string' && value !== '' ? value : UNUSED_ID;
  };
  const steps = path.split('/').map((step) => (step.startsWith(':') ? encodeURIComponent(named(step.slice(1))) : step));
  return steps.join('/');
}

/** Returns the id that a path of references leads to from these values. */
export function referencedId(world: World, values: ReadonlyMap<string, Json> | undefined, path: Parent['path']): Json {
  const [field, ...rest] = path;
  const value = values?.get(field) ?? null;
  const [next, ...more] = rest;
  if (next === undefined) return value;
  return typeof value === 'string' ? referencedId(world, world.get(value)?.values, [next, ...more]) : null;
}
