import type { Row, Value } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { Model } from '../../model/types/model.ts';
import { copyOf } from '../core/row.ts';
import type { App, PreparedEntity } from './compiled-model.ts';

/** What is taken in and never given out: fields of the entity itself, and lists of which a line holds one, however deep. */
export interface Secrets {
  readonly own: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

export function secretsOf({ entities }: Model, name: string): Secrets {
  const fields = entities.find((entity) => entity.name === name)?.fields ?? [];
  const held = (entity: string, above: readonly string[]): boolean =>
    !above.includes(entity) &&
    (entities.find((one) => one.name === entity)?.fields ?? []).some(
      ({ writeOnly, type }) => writeOnly || (type.kind === 'list' && held(type.entity, [...above, entity])),
    );
  const lists = fields.filter(({ type }) => type.kind === 'list' && held(type.entity, []));
  return {
    own: new Set(fields.flatMap((field) => (field.writeOnly ? field.name : []))),
    lists: new Set(lists.map((field) => field.name)),
  };
}

/** Of these fields those that hold something secret: whether it is another than before, nothing tells. */
export function secretIn({ secrets }: PreparedEntity, names: Iterable<string>): string[] {
  return [...names].filter((name) => secrets.own.has(name) || secrets.lists.has(name));
}

/** A value as it may be told: a secret one is empty, and so are those in lines. */
export function withoutSecrets(app: App, { secrets }: PreparedEntity, field: string, value: Value): Value {
  if (secrets.own.has(field)) return null;
  return secrets.lists.has(field) && isRows(value) ? value.map((line) => openLine(app, line)) : value;
}

function openLine(app: App, line: Row): Row {
  const entity = app.entities.get(line.entity);
  if (entity === undefined) return line;
  const values = copyOf(line.values);
  for (const name of secretIn(entity, Object.keys(values)))
    values[name] = withoutSecrets(app, entity, name, values[name] ?? null);
  return { ...line, values };
}
