import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { Attribute, Schema } from '../../../model/lookups/schema.ts';
import type { Field } from '../../../model/types/model.ts';
import { type LineJson, linesOf } from '../../inputs/lines-change.ts';
import { fieldValue } from '../../view/shown.ts';
import type { EntityInView } from '../../view/view.tsx';
import { isEmptyJson } from './failures.ts';

/** What a form begins with that makes a record like another. */
export interface Seed {
  /** By field element id, as a draft holds it. */
  readonly values: ReadonlyMap<string, Json>;
  /** Element ids of the fields that are left out, since each record has its own; those of lines, too. */
  readonly own: readonly string[];
}

type Lines = Pick<Schema, 'entities'>;

/**
 * The values of a record that a form with these fields takes, as far as this person read them. Left out is what no two
 * records share, files, and what is never given out: of lines, too.
 */
export function seedOf(
  entity: Pick<EntityInView, 'attributes' | 'model' | 'lineInputs'>,
  names: readonly string[],
  record: WireRecord,
  lines: Lines,
): Seed {
  const typed = names.flatMap((name) => fieldNamed(entity.attributes, name));
  const shared = typed.filter(({ field }) => !isOwn(field));
  const keys = lastOfKeys(entity, new Set(shared.map(({ name }) => name)));
  const own = typed.filter(({ name, field }) => isOwn(field) || keys.has(name)).map(({ id }) => id);
  const values = new Map<string, Json>();
  for (const { id, name, field } of shared) {
    if (keys.has(name) || !Object.hasOwn(record, name)) continue;
    const value = fieldValue(record, name);
    const { type } = field;
    const taken = entity.lineInputs.find(({ list }) => list === name)?.create ?? null;
    const columns = type.kind === 'list' ? columnsOf(lines, type.entity, taken) : null;
    if (columns !== null) own.push(...columns.own);
    // Where something would be given by itself, that the other has nothing is a value, too.
    if (isEmptyJson(value) && field.default === null) continue;
    values.set(id, columns === null ? value : linesOf(value).map((line) => lineLike(line, columns.names)));
  }
  return { values, own };
}

type FieldOf = Extract<Attribute, { readonly kind: 'field' }>;

function fieldNamed(attributes: ReadonlyMap<string, Attribute>, name: string): FieldOf[] {
  const found = attributes.get(name);
  if (found?.kind !== 'field' || found.type.kind === 'unknown') return [];
  return found.field.computed === null && !found.field.byProduct ? [found] : [];
}

const isOwn = ({ unique, writeOnly, type }: Field): boolean => unique || writeOnly || type.kind === 'file';

/** Of several fields that no two records share together, the last one is left out, where all the others would be the same. */
function lastOfKeys({ model }: Pick<EntityInView, 'model'>, copied: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    model.unique.flatMap(({ fields }) => {
      const [last] = fields.slice(-1);
      return last !== undefined && fields.every(({ name }) => copied.has(name)) ? [last.name] : [];
    }),
  );
}

/** What lines of an entity bring along, of what is taken (null: all), and what each of them has for itself. */
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
    names: typed.flatMap((each) => (isOwn(each.field) ? [] : each.name)),
    own: typed.flatMap(({ id, field }) => (isOwn(field) ? id : [])),
  };
}

/** A new line: without an id. Any name is safe as a field. */
function lineLike(line: LineJson, names: readonly string[]): LineJson {
  const made: { [name: string]: Json } = Object.create(null);
  for (const name of names) if (Object.hasOwn(line, name)) made[name] = line[name] ?? null;
  return made;
}
