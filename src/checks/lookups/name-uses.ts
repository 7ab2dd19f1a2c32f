import type { Attribute, EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Model } from '../../model/types/model.ts';

/** Returns the events of all machines of an entity, in stated order. */
export function eventsOf(entity: EntitySchema | undefined): ReadonlySet<string> {
  return entity?.events ?? NONE;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the attribute that a path of references leads to; null if one of its names is not stated. */
export function attributeAt(schema: Schema, entity: string, path: readonly string[]): Attribute | null {
  const [name = '', ...rest] = path;
  const attribute = schema.entities.get(entity)?.attributes.get(name);
  if (attribute === undefined) return null;
  if (rest.length === 0) return attribute;
  const { type } = attribute;
  return type.kind === 'reference' || type.kind === 'references' || type.kind === 'list'
    ? attributeAt(schema, type.entity, rest)
    : null;
}

/** Returns the names in braces in a text: `{LIMIT}/transfers` contains `LIMIT`. */
export function bracedNames(text: string): string[] {
  return [...text.matchAll(/\{\s*([^{}]*?)\s*\}/g)].map((match) => match[1] ?? '');
}

/** Whether a name is spelled like a constant. */
export function looksConstant(name: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}_]+$/u.test(name);
}

/** Returns, for each call, the entities whose transitions make it. */
export function callers(model: Model): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const machine of model.machines) {
    for (const { effects } of machine.transitions) {
      for (const effect of effects) {
        if (effect.kind === 'call') found.set(effect.call, (found.get(effect.call) ?? new Set()).add(machine.entity));
      }
    }
  }
  return found;
}
