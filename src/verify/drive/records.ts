import { fieldType } from '../../fields/registry/lookup.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { type EntitySchema, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Field, Model } from '../../model/types/model.ts';
import { goesByClock } from '../oracle/read-values.ts';
import type { Json, Stored, World } from '../oracle/world.ts';

/** Where records are read past all permissions. */
export interface Records {
  /** Live ones in the order in which they were made. */
  readonly rows: (entity: string, limit: number) => Promise<readonly Row[]>;
  /** A live one, whole, with its lines; null where there is none. */
  readonly row: (entity: string, id: string) => Promise<Row | null>;
}

/** Every live record in wire form, as the oracle holds it; by what stands in it, since ids are different each time. */
export async function worldOf(records: Records, model: Model): Promise<World> {
  const world: World = new Map();
  for (const entity of model.entities) {
    if (entity.belongsTo !== null) continue;
    const all: Stored[] = [];
    for (const row of await records.rows(entity.name, 1000)) {
      const stored = await storedOf(records, model, entity.name, row.id);
      if (stored !== null) all.push(stored);
    }
    const title = schemaOf(model).entities.get(entity.name)?.title ?? null;
    const keys = new Map(all.map((stored) => [stored.id, keyOf(entity, stored, title)] as const));
    const keyed = ({ id }: Stored) => keys.get(id) ?? '';
    for (const stored of all.toSorted((one, other) => order(keyed(one), keyed(other)))) world.set(stored.id, stored);
  }
  return world;
}

/** The title first, then all that is no id and holds none, and no token. */
function keyOf({ fields }: Model['entities'][number], { values }: Stored, title: string | null): string {
  const isPlain = ({ type, byProduct }: Field) => !HOLDS_IDS.has(type.kind) && !(byProduct && type.kind === 'text');
  const plain = fields.filter(isPlain).map(({ name }) => name);
  const told = title !== null && plain.includes(title) ? [title, ...plain] : plain;
  return JSON.stringify(told.map((name) => values.get(name) ?? null));
}

const HOLDS_IDS: ReadonlySet<string> = new Set(['reference', 'references', 'list', 'file']);

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

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
  const kind = schema.entities.get(entity)?.attributes.get(name)?.kind;
  return kind === 'field' || kind === 'state';
}
