import { fieldsOf, lineFieldsOf, requestShapeOf } from '../../expressions/shapes/resolve-shape.ts';
import type { Attribute, EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call, Field, Reference } from '../../model/types/model.ts';
import { joinNames } from './text-places.ts';

type Writing = Extract<Call['does'], { readonly entity: string }>;

/** Returns what a stated call that takes input writes: its operation and entity. Null for every other call. */
export function writingCall(
  call: Call,
  entities: ReadonlyMap<string, EntitySchema>,
): { readonly does: Writing; readonly entity: EntitySchema } | null {
  const { does, standing } = call;
  if (standing !== 'stated' || (does.kind !== 'create' && does.kind !== 'change' && does.kind !== 'event')) return null;
  const entity = entities.get(does.entity);
  return entity === undefined ? null : { does, entity };
}

/**
 * Returns the fields that a call lists under Sends, or those of the shape there. Null if it states none, or if the
 * shape is not fully known.
 */
export function fieldsSentBy(
  call: Call,
  entity: EntitySchema | undefined,
  schema: Schema,
): readonly Reference[] | null {
  const taken = entity === undefined ? null : requestShapeOf(call, entity, schema);
  if (taken === null) return call.sendsShape === null || entity === undefined ? call.sends : null;
  if (taken.unresolved.length > 0) return null;
  const at = call.sendsShape?.at ?? call.at;
  return fieldsOf(taken.shape).map((name) => ({ name, at }));
}

/** Returns the lists of which a call takes only some fields per line, with the entity of the lines and those fields. */
export function linesSent(
  call: Call,
  entity: EntitySchema,
  schema: Schema,
): { readonly list: string; readonly lines: EntitySchema; readonly names: ReadonlySet<string> }[] {
  const taken = requestShapeOf(call, entity, schema);
  if (taken === null || taken.unresolved.length > 0) return [];
  return [...lineFieldsOf(taken.shape)].flatMap(([list, names]) => {
    const type = entity.attributes.get(list)?.type;
    const lines = type?.kind === 'list' ? schema.entities.get(type.entity) : undefined;
    return lines === undefined ? [] : [{ list, lines, names }];
  });
}

/**
 * Returns the fields that an event asks for, or the creation of a record if `event` is null. The value is false if the
 * field may be left out.
 */
export function askedFields({ machines }: EntitySchema, event: string | null): ReadonlyMap<string, boolean> {
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

/** Returns why a call never accepts a value for a field, in words that follow "and"; null if it accepts one. */
export function whyNotAccepted(
  { does, entity }: { readonly does: Writing; readonly entity: EntitySchema },
  name: string,
) {
  const attribute = entity.attributes.get(name);
  if (attribute === undefined) return null;
  if (does.kind === 'event')
    return askedFields(entity, does.event).has(name) ? null : `“${does.event}” does not ask for it`;
  if (does.kind === 'create' && askedFields(entity, null).has(name)) return null;
  const reason = whyNeverEntered(attribute);
  if (reason !== null || attribute.kind !== 'field') return reason;
  return does.kind === 'change' && attribute.field.fixed ? 'it cannot change after the record is created' : null;
}

/** Returns why people can never enter a value for an attribute; null if they can. */
export function whyNeverEntered(attribute: Attribute): string | null {
  if (attribute.kind === 'state') return 'only transitions change a state';
  if (attribute.kind === 'built-in') return 'the product maintains it';
  const { computed, byProduct, askedOn } = attribute.field;
  if (computed !== null) return `it is computed: \`${computed.text}\``;
  if (byProduct) return 'the product sets it';
  if (askedOn.length === 0) return null;
  const events = askedOn.map(({ name }) => `“${name}”`);
  return `only ${joinNames(events, 'or')} asks for it`;
}

/** Whether people must enter a value: the field is required and nothing else fills it. */
export function isNeeded({ required, computed, byProduct, askedOn, default: first, type }: Field): boolean {
  const isFilled = computed !== null || byProduct || first !== null || type.kind === 'number series';
  return required && !isFilled && askedOn.length === 0;
}
