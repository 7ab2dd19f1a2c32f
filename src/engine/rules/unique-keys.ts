import type { Row } from '../../fields/text/value.ts';
import { isRows } from '../../fields/types/list.ts';
import type { CompiledEntity, CompiledKey } from '../compiled/compiled-model.ts';
import { type Context, scopeOf } from '../context/decision-context.ts';
import type { Failure } from '../core/refusal.ts';
import { sameValue } from '../core/row-values.ts';
import { failure, type MessageValues } from '../errors/error-catalogue.ts';
import { fieldsNamed, writtenTexts } from '../errors/message-fields.ts';
import { sentText } from '../input/input-failure.ts';

/** Returns whether a field is to be checked. */
type Named = (name: string) => boolean;

/** The names of the fields that were sent. */
type Sent = ReadonlySet<string>;

/**
 * Returns a failure for each checked unique field or key whose value another live record has. A result that is not
 * loaded counts as taken (unknown never permits). The failure is attached to a field that was sent, because a computed
 * field has no input.
 */
export function takenFields(
  context: Context,
  entity: CompiledEntity,
  row: Row,
  isNamed: Named,
  sent: Sent = NOTHING,
): Failure[] {
  if (entity.keys.length === 0 && entity.unique.length === 0) return [];
  return [...takenKeys(context, entity, row, isNamed, sent), ...takenAlone(context, entity, row, isNamed, sent)];
}

/** Returns a function that tells whether a field, computed or not, differs from before. */
export const fieldChangedSince =
  (before: Row, row: Row): Named =>
  (name) =>
    !sameValue(before.values[name] ?? null, row.values[name] ?? null);

const NOTHING: Sent = new Set();

function takenAlone(context: Context, entity: CompiledEntity, row: Row, isNamed: Named, sent: Sent): Failure[] {
  // A stated key over this field alone makes the same check with the document's own message.
  const stated = new Set(
    entity.keys
      .flatMap(({ key, partial }) => (partial === null && key.fields.length === 1 ? key.fields : []))
      .map(({ name }) => name),
  );
  return entity.unique.flatMap((field) => {
    if (stated.has(field.name)) return [];
    const value = row.values[field.name] ?? null;
    if (!isNamed(field.name) || value === null || isRows(value)) return [];
    const taken = context.facts.taken({ entity: entity.name, field: field.name, value, except: row.id });
    if (taken === false || (taken === undefined && context.isForm)) return [];
    const label = context.model.sentences.within(field.label);
    const sentValue = sent.has(field.name) && typeof value === 'string' ? sentText(field, value) : '';
    const texts = { ...valuesNamed(context, entity, row, 'NOT_UNIQUE'), value: sentValue, field: label };
    const place = placeOf(entity, [field.name], sent);
    const failed = failure(context.model, place, 'NOT_UNIQUE', texts, [field.id]);
    return [{ ...failed, taken: [{ field: field.name, value }] }];
  });
}

/** Checks the composite keys. A key with an empty field never conflicts. */
function takenKeys(context: Context, entity: CompiledEntity, row: Row, isNamed: Named, sent: Sent): Failure[] {
  return entity.keys.flatMap((prepared) => {
    const { key } = prepared;
    const values = key.fields.map(({ name }) => ({ field: name, value: row.values[name] ?? null }));
    const read = prepared.partial?.where.reads ?? [];
    const names = [...values.map(({ field }) => field), ...read.map(([name = '']) => name)];
    if (values.length === 0 || !names.some((name) => isNamed(name) || dependsOnChanged(entity, name, isNamed)))
      return [];
    if (values.some(({ value }) => value === null || isRows(value))) return [];
    const taken = isTaken(context, entity, prepared, row);
    if (taken === false || (taken === undefined && context.isForm)) return [];
    const labels = key.fields.map(({ name }) =>
      context.model.sentences.within(entity.entity.fields.find((field) => field.name === name)?.label ?? name),
    );
    const code = key.error?.name ?? 'NOT_UNIQUE';
    const texts = { ...valuesNamed(context, entity, row, code), field: context.model.format.list(labels) };
    const failed = failure(context.model, placeOf(entity, names, sent), code, texts, [key.id]);
    return [prepared.partial === null ? { ...failed, taken: values } : failed];
  });
}

/** Returns the values of the record that the text of this code has as placeholders. */
function valuesNamed(context: Context, entity: CompiledEntity, row: Row, code: string): MessageValues {
  const named = fieldsNamed(context.model, entity, [code]);
  return named.length === 0 ? {} : writtenTexts(context, row, context.find(entity.name, row.id) ?? null, named);
}

/**
 * Returns the field to attach a failure to: the first of these that was sent, else a sent field from which one of them
 * is computed, else the first.
 */
function placeOf(entity: CompiledEntity, names: readonly string[], sent: Sent): string[] {
  const typed =
    names.find((name) => sent.has(name)) ??
    names.flatMap((name) => computedFrom(entity, name)).find((name) => sent.has(name));
  return [typed ?? names[0] ?? ''];
}

/** Returns whether a field that is computed on read may differ because a field that it depends on changed. */
function dependsOnChanged(entity: CompiledEntity, name: string, isNamed: Named): boolean {
  const isClocked = entity.computed.some(({ field, byClock }) => byClock && field.name === name);
  return isClocked && computedFrom(entity, name).some(isNamed);
}

/** Returns the fields of the record from which a field is computed, directly or through other computed fields. */
function computedFrom(entity: CompiledEntity, name: string, seenKeys: ReadonlySet<string> = NOTHING): string[] {
  const value = entity.computed.find(({ field }) => field.name === name)?.value ?? null;
  if (value === null || seenKeys.has(name)) return [];
  const known = new Set(seenKeys).add(name);
  return value.reads.flatMap(([first = '']) => [first, ...computedFrom(entity, first, known)]);
}

/**
 * Returns whether the key is taken; undefined if not loaded. With a condition, only records that meet it are compared,
 * including this one.
 */
function isTaken(context: Context, { name: entity }: CompiledEntity, prepared: CompiledKey, row: Row) {
  const { key, partial } = prepared;
  if (partial !== null) {
    const scope = scopeOf(context, row);
    if (partial.where.evaluate(scope) !== true) return false;
    const taken = partial.taken.evaluate(scope);
    return typeof taken === 'boolean' ? taken : undefined;
  }
  const [first, ...others] = key.fields.map(({ name }) => ({ field: name, value: row.values[name] ?? null }));
  return first && context.facts.taken({ entity, ...first, with: others, except: row.id });
}
