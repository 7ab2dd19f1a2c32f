import type { StaticType } from '../../expressions/types/static.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { wordsOf } from '../../expressions/wording/words.ts';
import { conditionInSigns } from '../../expressions/wording/words-signs.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import type { Duration, Row, Value } from '../../fields/text/value.ts';
import { withUnit } from '../../fields/text/with-unit.ts';
import { isMoney } from '../../fields/types/money.ts';
import { MAX_TITLE_HOPS } from '../../model/lookups/fallback-title.ts';
import type { Operation } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel, CompiledTransition } from '../compiled/compiled-model.ts';
import { ANYBODY, memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadField, mayReadRecord, otherRolesWith } from '../context/permissions.ts';

/** Returns a constant as text; null if there is no such constant or it is not shown. */
export function constantText(model: CompiledModel, name: string): string | null {
  const constant = model.constants.get(name) ?? null;
  if (constant === null) return null;
  return memoizeByRoles(model, `constant ${name}`, ANYBODY, () =>
    withUnit(valueText(model, constant.value, constant.type), model.schema.constants.get(name)?.unit ?? null),
  );
}

/** Formats the value of an expression. */
export function valueText(model: CompiledModel, value: Value, type: StaticType): string {
  const { format } = model;
  // An object is shown to nobody as a whole.
  if (value === null || type.t === 'object') return '';
  if (isMoney(value)) return format.money(value.amount, value.currency);
  if (typeof value === 'boolean') return value ? model.sentences.yes : model.sentences.no;
  if (isDuration(value)) return format.duration(value);
  if (typeof value === 'number') return numberText(model, value, type);
  if (typeof value === 'string') return type.t === 'date' ? format.date(value) : value;
  return Array.isArray(value) ? format.list(value.map((item: Value) => valueText(model, item, itemType(type)))) : '';
}

/** Returns a condition in words, to follow “needs”. */
export function conditionText({ sentences, schema, format }: Texts, typed: Typed): string {
  return sentences.signs === null
    ? wordsOf(typed, { schema })
    : conditionInSigns(typed, { schema, format, signs: sentences.signs });
}

type Texts = Pick<CompiledModel, 'sentences' | 'schema' | 'format'>;

/**
 * Returns the entity's label as written in the middle of a sentence, "order". An all-capitals name keeps its capitals.
 */
export function entityText({ sentences }: CompiledModel, entity: CompiledEntity): string {
  return sentences.within(entity.entity.label);
}

/**
 * Returns the record's title as the person may read it. A title field that is a reference gives the title of that
 * record; other values are formatted; an entity known only by a number gives "Invoice 1003". Null if they may not read
 * it or it is empty.
 */
export function titleOf(context: Context, row: Row, more = MAX_TITLE_HOPS): string | null {
  const { number, entity, schema } = entityOf(context.model, row.entity);
  const field = schema.title ?? number;
  if (field === null || !mayReadRecord(context, row) || !mayReadField(context, row, field)) return null;
  const value = row.values[field] ?? null;
  const type = schema.attributes.get(field)?.type;
  if (value === null || type === undefined) return null;
  if (type.kind === 'reference') {
    const referenced = more > 0 && typeof value === 'string' ? context.find(type.entity, value) : null;
    return referenced ? titleOf(context, referenced, more - 1) : null;
  }
  if (type.kind === 'integer' || schema.title === null) return `${entity.label} ${String(value)}`;
  return fieldType(type.kind).show(value, type, context.model.format) || null;
}

/** Returns who did something, by the id in `changedBy`: a name, "You", or a general term. */
export function authorText(context: Context, person: Value | undefined): string {
  const { sentences } = context.model;
  if (typeof person !== 'string') return sentences.productFirst;
  if (person === context.principal.row?.id) return sentences.you;
  const entity = context.model.people?.entity;
  const row = entity === undefined ? null : context.find(entity, person);
  return (row ? titleOf(context, row) : null) ?? sentences.somebodyFirst;
}

/** Returns who else could perform the operation: the roles that point 6 grants it to. */
export function performersText(
  model: CompiledModel,
  entity: CompiledEntity,
  operation: Operation,
  context: Pick<Context, 'principal'>,
): string {
  return rolesText(model, otherRolesWith(entity, operation, context.principal));
}

/** Returns who else could raise the event, according to `Who`. */
export function performersOfTransitions(
  model: CompiledModel,
  transitions: readonly CompiledTransition[],
  { principal }: Pick<Context, 'principal'>,
): string {
  const names = transitions.flatMap((one) =>
    (one.who ?? []).flatMap((item) => (item.kind === 'role' && !principal.roles.has(item.role) ? item.role : [])),
  );
  const paths = transitions.flatMap(({ who: performers, machine }) =>
    (performers ?? []).flatMap((item) => {
      const field = item.kind === 'path' && item.path.length === 1 ? item.path[0] : undefined;
      const label = model.entities.get(machine.entity)?.schema.attributes.get(field ?? '');
      return label?.kind === 'field'
        ? [model.sentences.whoever({ field: model.sentences.within(label.field.label) })]
        : [];
    }),
  );
  return rolesText(model, [...new Set(names)], [...new Set(paths)]);
}

function rolesText(model: CompiledModel, roles: readonly string[], others: readonly string[] = []): string {
  const labels = roles.map((role) => model.schema.roles.get(role)?.label ?? role);
  const all = [...labels, ...others];
  return all.length === 0 ? model.sentences.somebody : model.format.choice(all);
}

function numberText({ format }: CompiledModel, value: number, type: StaticType): string {
  if (type.t === 'instant') return format.instant(value);
  if (type.t !== 'number') return format.number(value, 0);
  if (type.unit === 'B') return format.bytes(value);
  return type.unit === null ? format.number(value, type.scale) : format.money(value, type.unit, type.scale);
}

function isDuration(value: Value): value is Duration {
  return typeof value === 'object' && value !== null && 'months' in value && 'ms' in value;
}

const itemType = (type: StaticType): StaticType => (type.t === 'list' ? type.of : type);
