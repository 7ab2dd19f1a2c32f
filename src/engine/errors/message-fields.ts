import { fieldType } from '../../fields/registry/lookup.ts';
import type { Row } from '../../fields/text/value.ts';
import { isIds } from '../../fields/types/references.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import { type Context, entityOf } from '../context/decision-context.ts';
import { mayReadField } from '../context/permissions.ts';
import { GUEST } from '../core/principal.ts';
import type { MessageValues } from './error-catalogue.ts';
import { titleOf } from './message-values.ts';

/** Returns the fields and states of a record that the texts of these codes, or a text of a rule's own, have as placeholders. */
export function fieldsNamed(
  model: CompiledModel,
  { name, schema }: CompiledEntity,
  codes: readonly string[],
  own: string | null = null,
): readonly string[] {
  return memoizeByRoles(model, `fields of ${name} in ${codes.join()} ${own ?? ''}`, GUEST, () => {
    const entries = model.model.errors.filter(
      ({ code, standsFor }) => codes.includes(code) || standsFor.some((one) => codes.includes(one)),
    );
    const texts = [own ?? '', ...entries.flatMap(({ message, next }) => [message, next])];
    const names = texts.flatMap((text) => [...text.matchAll(/\{([^{}]*)\}/g)].map((found) => (found[1] ?? '').trim()));
    return [...new Set(names)].filter((field) => schema.attributes.has(field));
  });
}

/** Whether the person may know a value of the record that a refusal is about. */
type IsReadable = (name: string) => boolean;

/**
 * Returns the values of these fields as text. A value that the person may not read is replaced by words that say so, as
 * is that of a write-only field.
 */
export function fieldTexts(
  context: Context,
  row: Row,
  names: readonly string[],
  isReadable: IsReadable = (name) => mayReadField(context, row, name),
): MessageValues {
  const values: { [name: string]: string } = Object.create(null);
  const { secrets } = entityOf(context.model, row.entity);
  for (const name of names)
    values[name] =
      !secrets.own.has(name) && isReadable(name) ? fieldText(context, row, name) : context.model.sentences.hiddenPart;
  return values;
}

/**
 * Like `fieldTexts`, for a record that is about to be written: a value must be readable before and after, so that a
 * change can't open what it only asks for.
 */
export const writtenTexts = (context: Context, row: Row, old: Row | null, names: readonly string[]): MessageValues =>
  fieldTexts(
    context,
    row,
    names,
    (name) => (old === null || mayReadField(context, old, name)) && mayReadField(context, row, name),
  );

function fieldText(context: Context, row: Row, name: string): string {
  const { model } = context;
  const type = entityOf(model, row.entity).schema.attributes.get(name)?.type;
  if (type === undefined) return model.sentences.hiddenPart;
  const value = row.values[name] ?? null;
  if (value === null) return model.sentences.none;
  const title = (entity: string, id: string) => {
    const record = context.find(entity, id);
    return (record ? titleOf(context, record) : null) ?? model.sentences.hiddenRecord;
  };
  if (type.kind === 'reference' && typeof value === 'string') return title(type.entity, value);
  if (type.kind === 'references' && isIds(value)) return model.format.list(value.map((id) => title(type.entity, id)));
  return fieldType(type.kind).show(value, type, model.format);
}
