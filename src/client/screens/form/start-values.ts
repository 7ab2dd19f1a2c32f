import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute, Schema } from '../../../model/lookups/schema.ts';
import type { Field } from '../../../model/types/model.ts';
import { type LineJson, linesOf } from '../../line-inputs/change-lines.ts';
import { fieldValue } from '../../view/display-value.ts';
import type { EntityInView } from '../../view/view-context.tsx';
import { isEmptyJson } from './field-failures.ts';

/** The values of a form that duplicates a record. */
export interface DuplicateValues {
  /** By field element id, as in a draft. */
  readonly values: ReadonlyMap<string, Json>;
  /** Element ids of the fields that are not copied because each record has its own value, including fields of lines. */
  readonly omitted: readonly string[];
}

type Lines = Pick<Schema, 'entities'>;

/**
 * Returns the readable values of a record that a duplicate starts with. Unique fields, files and write-only fields are
 * not copied, neither are those of lines.
 */
export function duplicateValues(
  entity: Pick<EntityInView, 'attributes' | 'model' | 'lineInputs'>,
  names: readonly string[],
  record: WireRecord,
  lines: Lines,
): DuplicateValues {
  const typed = names.flatMap((name) => fieldNamed(entity.attributes, name));
  const shared = typed.filter(({ field }) => !isPerRecord(field));
  const keys = lastFieldsOfKeys(entity, new Set(shared.map(({ name }) => name)));
  const omitted = typed.filter(({ name, field }) => isPerRecord(field) || keys.has(name)).map(({ id }) => id);
  const values = new Map<string, Json>();
  for (const { id, name, field } of shared) {
    if (keys.has(name) || !Object.hasOwn(record, name)) continue;
    const value = fieldValue(record, name);
    const { type } = field;
    const taken = entity.lineInputs.find(({ list }) => list === name)?.create ?? null;
    const columns = type.kind === 'list' ? columnsOf(lines, type.entity, taken) : null;
    if (columns !== null) omitted.push(...columns.own);
    // An empty value is copied if the field has a default, which would replace it otherwise.
    if (isEmptyJson(value) && field.default === null) continue;
    values.set(id, columns === null ? value : linesOf(value).map((line) => copyLine(line, columns.names)));
  }
  return { values, omitted };
}

type FieldOf = Extract<Attribute, { readonly kind: 'field' }>;

function fieldNamed(attributes: ReadonlyMap<string, Attribute>, name: string): FieldOf[] {
  const attribute = attributes.get(name);
  if (attribute?.kind !== 'field' || attribute.type.kind === 'unknown') return [];
  return attribute.field.computed === null && !attribute.field.byProduct ? [attribute] : [];
}

const isPerRecord = ({ unique, writeOnly, type }: Field): boolean => unique || writeOnly || type.kind === 'file';

/** Returns the last field of each composite key whose fields would all be copied, so that the duplicate does not violate the key. */
function lastFieldsOfKeys({ model }: Pick<EntityInView, 'model'>, copied: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    model.unique.flatMap(({ fields }) => {
      const [last] = fields.slice(-1);
      return last !== undefined && fields.every(({ name }) => copied.has(name)) ? [last.name] : [];
    }),
  );
}

/** Returns the fields of a line that are copied, and the element ids of those that are not. `taken`: the accepted fields; null: all. */
function columnsOf(
  { entities }: Lines,
  name: string,
  taken: readonly string[] | null,
): { readonly names: readonly string[]; readonly own: string[] } {
  const attributes = entities.get(name)?.attributes ?? new Map<string, Attribute>();
  const typed = [...attributes.keys()]
    .flatMap((each) => fieldNamed(attributes, each))
    .filter(({ field }) => field.askedOn.length === 0 && taken?.includes(field.name) !== false);
  return {
    names: typed.flatMap((each) => (isPerRecord(each.field) ? [] : each.name)),
    own: typed.flatMap(({ id, field }) => (isPerRecord(field) ? id : [])),
  };
}

/** Copies a line without its id. The null prototype makes any field name safe. */
function copyLine(line: LineJson, names: readonly string[]): LineJson {
  const made: { [name: string]: Json } = Object.create(null);
  for (const name of names) if (Object.hasOwn(line, name)) made[name] = line[name] ?? null;
  return made;
}
