import { type Entities, fieldsOf, lineFieldsOf, requestShapeOf } from '../../model/lookups/call-shape.ts';
import type { Attribute, EntitySchema } from '../../model/lookups/schema.ts';
import type { Call, Field, Reference } from '../../model/types/model.ts';
import { listed } from './text-places.ts';

type Writing = Extract<Call['does'], { readonly entity: string }>;

/** A stated call that takes input for a record, with what it stands on; null for every other. */
export function writingOf(
  call: Call,
  entities: ReadonlyMap<string, EntitySchema>,
): { readonly does: Writing; readonly entity: EntitySchema } | null {
  const { does, standing } = call;
  if (standing !== 'stated' || (does.kind !== 'create' && does.kind !== 'change' && does.kind !== 'event')) return null;
  const entity = entities.get(does.entity);
  return entity === undefined ? null : { does, entity };
}

/** What a call lists under Sends, or the fields of the shape that stands there; null: it states nothing that is wholly known. */
export function sentBy(call: Call, entity: EntitySchema | undefined, entities: Entities): readonly Reference[] | null {
  if (call.sendsShape === null || entity === undefined) return call.sends;
  const taken = requestShapeOf(call, entity, entities);
  if (taken === null || taken.unresolved.length > 0) return null;
  const { at } = call.sendsShape;
  return fieldsOf(taken.shape).map((name) => ({ name, at }));
}

/** The lists of which a call takes only some fields of each line, with the lines' own entity and those fields. */
export function linesSent(
  call: Call,
  entity: EntitySchema,
  entities: Entities,
): { readonly list: string; readonly lines: EntitySchema; readonly names: ReadonlySet<string> }[] {
  const taken = requestShapeOf(call, entity, entities);
  if (taken === null || taken.unresolved.length > 0) return [];
  return [...lineFieldsOf(taken.shape)].flatMap(([list, names]) => {
    const type = entity.attributes.get(list)?.type;
    const lines = type?.kind === 'list' ? entities.get(type.entity) : undefined;
    return lines === undefined ? [] : [{ list, lines, names }];
  });
}

/** The fields that people are asked for by this event, or as a record begins; false where they may leave it out. */
export function asksOf({ machines }: EntitySchema, event: string | null): ReadonlyMap<string, boolean> {
  const asks = new Map<string, boolean>();
  for (const { transitions } of machines) {
    for (const row of transitions) {
      if (event === null ? row.from !== null : row.event !== event) continue;
      for (const effect of row.effects)
        if (effect.kind === 'ask') asks.set(effect.field, (asks.get(effect.field) ?? true) && !effect.optional);
    }
  }
  return asks;
}

/** Why a call never takes a value for this; null where it does. To stand behind "and". */
export function closedTo({ does, entity }: { readonly does: Writing; readonly entity: EntitySchema }, name: string) {
  const attribute = entity.attributes.get(name);
  if (attribute === undefined) return null;
  if (does.kind === 'event') return asksOf(entity, does.event).has(name) ? null : `“${does.event}” does not ask for it`;
  if (does.kind === 'create' && asksOf(entity, null).has(name)) return null;
  const why = neverTyped(attribute);
  if (why !== null || attribute.kind !== 'field') return why;
  return does.kind === 'change' && attribute.field.fixed ? 'it is fixed once the record is there' : null;
}

export function neverTyped(attribute: Attribute): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product alone keeps it';
  const { computed, byProduct, askedOn } = attribute.field;
  if (computed !== null) return `it is computed: \`${computed.text}\``;
  if (byProduct) return 'the product sets it';
  if (askedOn.length === 0) return null;
  const events = askedOn.map(({ name }) => `“${name}”`);
  return `it is asked for by ${listed(events, 'or')} alone`;
}

/** Whether nobody can leave it out: required, and nothing else fills it. */
export function isNeeded({ required, computed, byProduct, askedOn, default: first, type }: Field): boolean {
  const isFilled = computed !== null || byProduct || first !== null || type.kind === 'number series';
  return required && !isFilled && askedOn.length === 0;
}
