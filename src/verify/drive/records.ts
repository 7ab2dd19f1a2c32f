import { fieldType } from '../../fields/registry/lookup.ts';
import type { Row, Value } from '../../fields/text/value.ts';
import { type EntitySchema, type Schema, schemaOf } from '../../model/lookups/schema.ts';
import type { Field, Model } from '../../model/types/model.ts';
import { isUnstored } from '../evaluator/read-values.ts';
import type { Json, Stored, World } from '../evaluator/world.ts';

/** Access to records without permission checks. */
export interface Records {
  /** Live records in the order of creation. */
  readonly rows: (entity: string, limit: number) => Promise<readonly Row[]>;
  /** A live record with its lines; null if there is none. */
  readonly row: (entity: string, id: string) => Promise<Row | null>;
}

/** Returns every live record in wire form, ordered by values because ids differ in each run. */
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

/** Returns a sort key: the title first, then all values that are not and do not contain ids or tokens. */
function keyOf({ fields }: Model['entities'][number], { values }: Stored, title: string | null): string {
  const isPlain = ({ type, byProduct }: Field) => !HOLDS_IDS.has(type.kind) && !(byProduct && type.kind === 'text');
  const plain = fields.filter(isPlain).map(({ name }) => name);
  const names = title !== null && plain.includes(title) ? [title, ...plain] : plain;
  return JSON.stringify(names.map((name) => values.get(name) ?? null));
}

const HOLDS_IDS: ReadonlySet<string> = new Set(['reference', 'references', 'list', 'file']);

const order = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** Returns a live record in wire form; null if there is none. */
export async function storedOf(records: Records, model: Model, entity: string, id: string): Promise<Stored | null> {
  const row = await records.row(entity, id);
  return row === null ? null : { entity, id, values: new Map(wireValues(schemaOf(model), row)) };
}

function wireValues(schema: Schema, row: Row): [string, Json][] {
  const entity = schema.entities.get(row.entity);
  const stored = [...(entity?.attributes.values() ?? [])].filter(
    ({ name }) => !isUnstored(schema.model, row.entity, name),
  );
  return stored.map((attribute) => [
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
