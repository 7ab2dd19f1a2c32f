import { fieldType } from '../../src/fields/lookup.ts';
import type { Row, Value } from '../../src/fields/value.ts';
import type { Model } from '../../src/model/model.ts';
import { type EntitySchema, type Schema, schemaOf } from '../../src/model/schema.ts';
import type { Store } from '../../src/store/store.ts';
import { goesByClock } from '../../src/verify/oracle/settled.ts';
import type { Json, Stored, World } from '../../src/verify/oracle/world.ts';

/** Every live record of a store in wire form, as the oracle holds it; by title, since ids are different each time. */
export async function worldOf(store: Store, model: Model): Promise<World> {
  const world: World = new Map();
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const title = schemaOf(model).entities.get(entity.name)?.title ?? 'id';
    const rows = [...(await store.people(entity.name, 1000))];
    rows.sort((one, other) => (String(one.values[title]) < String(other.values[title]) ? -1 : 1));
    for (const row of rows) {
      const stored = await storedOf(store, model, entity.name, row.id);
      if (stored !== null) world.set(stored.id, stored);
    }
  }
  return world;
}

/** One live record in wire form; null where there is none. */
export async function storedOf(store: Store, model: Model, entity: string, id: string): Promise<Stored | null> {
  const facts = await store.load({ rows: [{ entity, id, paths: [] }], unique: [], files: [], referrers: [] });
  const row = facts.row(entity, id) ?? null;
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
