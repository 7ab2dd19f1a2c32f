import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Model } from '../../model/types/model.ts';
import { copyOf } from '../core/row-values.ts';
import type { CompiledEntity, CompiledModel } from './compiled-model.ts';

/**
 * The write-only values of an entity: its own write-only fields, and the lists whose lines contain one at any depth.
 */
export interface Secrets {
  readonly own: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

export function secretsOf({ entities }: Model, name: string): Secrets {
  const fields = entities.find((entity) => entity.name === name)?.fields ?? [];
  const containsSecret = (entity: string, above: readonly string[]): boolean =>
    !above.includes(entity) &&
    (entities.find((one) => one.name === entity)?.fields ?? []).some(
      ({ writeOnly, type }) => writeOnly || (type.kind === 'list' && containsSecret(type.entity, [...above, entity])),
    );
  const lists = fields.filter(({ type }) => type.kind === 'list' && containsSecret(type.entity, []));
  return {
    own: new Set(fields.flatMap((field) => (field.writeOnly ? field.name : []))),
    lists: new Set(lists.map((field) => field.name)),
  };
}

/** Returns the fields among these that contain a write-only value. Whether such a value changed is not disclosed. */
export function secretIn({ secrets }: CompiledEntity, names: Iterable<string>): string[] {
  return [...names].filter((name) => secrets.own.has(name) || secrets.lists.has(name));
}

/** Returns the value with write-only values replaced by null, in lines too. */
export function withoutSecrets(model: CompiledModel, { secrets }: CompiledEntity, field: string, value: Value): Value {
  if (secrets.own.has(field)) return null;
  return secrets.lists.has(field) && isRows(value) ? value.map((line) => lineWithoutSecrets(model, line)) : value;
}

function lineWithoutSecrets(model: CompiledModel, line: Row): Row {
  const entity = model.entities.get(line.entity);
  if (entity === undefined) return line;
  const values = copyOf(line.values);
  for (const name of secretIn(entity, Object.keys(values)))
    values[name] = withoutSecrets(model, entity, name, values[name] ?? null);
  return { ...line, values };
}
