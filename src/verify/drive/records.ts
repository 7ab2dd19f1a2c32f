import { fieldType } from '../../fields/lookup.ts';
import type { Row, Value } from '../../fields/value.ts';
import type { Model } from '../../model/model.ts';
import { type EntitySchema, type Schema, schemaOf } from '../../model/schema.ts';
import { goesByClock } from '../oracle/settled.ts';
import type { Json, Stored, World } from '../oracle/world.ts';

/** Where records are read past all permissions. */
export interface Records {
  /** Live ones in the order in which they were made. */
  readonly rows: (entity: string, limit: number) => Promise<readonly Row[]>;
  /** A live one, whole, with its lines; null where there is none. */
  readonly row: (entity: string, id: string) => Promise<Row | null>;
}

/** Every live record in wire form, as the oracle holds it; by title, since ids are different each time. */
export async function worldOf(records: Records, model: Model): Promise<World> {
  const world: World = new Map();
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const title = schemaOf(model).entities.get(entity.name)?.title ?? 'id';
    const rows = [...(await records.rows(entity.name, 1000))];
    rows.sort((one, other) => (String(one.values[title]) < String(other.values[title]) ? -1 : 1));
    for (const row of rows) {
      const stored = await storedOf(records, model, entity.name, row.id);
      if (stored !== null) world.set(stored.id, stored);
    }
  }
  return world;
}

/** One live record in wire form; null where there is none. */
export async function storedOf(records: Records, model: Model, entity: string, id: string): Promise<Stored | null> {
  const row = await records.row(entity, id);
  return row === null ? null : { entity, id, values: new Map(wireValues(schemaOf(model), row)) };
}

function wireValues(schema: Schema, row: Row): [string, Json][] {
  const entity = schema.entities.get(row.entity);
  const kept = [...(entity?.attributes.values() ?? [])].filter(
    ({ name }) => !goesByClock(schema.model, row.entity, name),
  );
  return kept.map((attribute) => [
    attribute.name,
    wireValue(schema, entity, attribute.name, row.values[attribute.name] ?? null),
  ]);
}

function wireValue(schema: Schema, entity: EntitySchema | undefined, name: string, value: Value): Json {
  const type = entity?.attributes.get(name)?.type;
  if (type === undefined || value === null) return null;
  if (type.kind === 'list')
    return (value as readonly Row[]).map((line) =>
      Object.fromEntries(
        wireValues(schema, line)
          .filter(([key]) => isOwn(schema, line.entity, key))
          .concat([['id', line.id]]),
      ),
    );
  return fieldType(type.kind).write(value, type);
}

function isOwn(schema: Schema, entity: string, name: string): boolean {
  return schema.entities.get(entity)?.attributes.get(name)?.kind === 'field';
}
