import type { Schema } from '../../model/lookups/schema.ts';
import type { Tree } from '../../model/types/formula.ts';
import { type Body, parseBody } from './parse.ts';

/** The body of an outside call, for a record. */
export type BodyShape =
  /** A value; its names are fields of the entity. */
  | { readonly kind: 'value'; readonly tree: Tree; readonly entity: string }
  | { readonly kind: 'object'; readonly entries: readonly { readonly key: string; readonly value: BodyShape }[] }
  | { readonly kind: 'list'; readonly items: readonly BodyShape[] }
  /** `"lines": [{ … }]`: one object for each line of the list. */
  | { readonly kind: 'lines'; readonly list: string; readonly entity: string; readonly each: BodyShape };

/** Parses a body for a record of an entity. Null if it does not parse. */
export function bodyShapeOf(text: string, entity: string, schema: Schema): BodyShape | null {
  const { body } = parseBody(text);
  return body === null ? null : shapeOf(body, null, entity, schema);
}

function shapeOf(body: Body, key: string | null, entity: string, schema: Schema): BodyShape {
  if ('tree' in body) return { kind: 'value', tree: body.tree, entity };
  if ('entries' in body) {
    const entries = body.entries.map((entry) => ({
      key: entry.key,
      value: shapeOf(entry.value, entry.key, entity, schema),
    }));
    return { kind: 'object', entries };
  }
  const [only, ...more] = body.items;
  const type = key === null ? undefined : schema.entities.get(entity)?.attributes.get(key)?.type;
  if (key !== null && only !== undefined && more.length === 0 && type?.kind === 'list')
    return { kind: 'lines', list: key, entity: type.entity, each: shapeOf(only, null, type.entity, schema) };
  return { kind: 'list', items: body.items.map((item) => shapeOf(item, null, entity, schema)) };
}

/** Returns the formulas of a body, each with the entity whose fields its names are. */
export function formulasIn(shape: BodyShape | null): readonly { readonly tree: Tree; readonly entity: string }[] {
  if (shape === null) return [];
  if (shape.kind === 'value') return [shape];
  if (shape.kind === 'lines') return formulasIn(shape.each);
  const below = shape.kind === 'object' ? shape.entries.map(({ value }) => value) : shape.items;
  return below.flatMap(formulasIn);
}
