import type { Screen } from '../types/model.ts';
import type { Type } from '../types/types.ts';
import type { Attribute, EntitySchema } from './schema.ts';
import { isSearched } from './searched-fields.ts';

/** What a name in the query of a list asks: as `parameter` of a list has it, or that a filter of a screen holds. */
export type AskedBy =
  | { readonly kind: 'parameter'; readonly parameter: string }
  | { readonly kind: 'filter'; readonly filter: string };

/** What every list understands, and what else people call it. */
const OWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['q', ['search', 'query', 'text', 'term']],
  ['filter', ['where', 'condition']],
  ['sort', ['order', 'orderBy', 'sortBy', 'sorting']],
  ['page', ['cursor', 'pageToken', 'pageCursor']],
  ['limit', ['pageSize', 'perPage', 'size', 'pageLength']],
  ['total', ['count']],
]);

/** The ends of a span, behind or before the name of a field: `dueFrom`, `min_total`. */
const ENDS: readonly (readonly [operator: 'min' | 'max', words: readonly string[]])[] = [
  ['min', ['min', 'from', 'since', 'after']],
  ['max', ['max', 'to', 'until', 'before']],
];

/**
 * What a name asks of a list of these records. A field, with `.min`, `.max`, `.in` or `.empty` behind it, goes before all; then
 * the parameters of every list; then either in another spelling; then a filter of a screen that shows these records.
 * Null: it asks nothing that anybody could tell.
 */
export function askedBy(
  name: string,
  entity: EntitySchema,
  screens: readonly Pick<Screen, 'entity' | 'filters'>[],
): AskedBy | null {
  const parameter = (found: string): AskedBy => ({ kind: 'parameter', parameter: found });
  if (OWN.has(name)) return name !== 'q' || isLookedInto(entity) ? parameter(name) : null;
  const [stem, operator] = stemOf(name, entity);
  const own = entity.attributes.get(stem);
  if (own !== undefined) return fits(own, operator) ? parameter(name) : null;
  const spelled = attributeCalled(stem, entity);
  if (spelled !== null) return fits(spelled, operator) ? parameter(joined(spelled.name, operator)) : null;
  const other = [...OWN].find(([, words]) => words.some((word) => folded(word) === folded(name)))?.[0];
  if (other !== undefined) return askedBy(other, entity, screens);
  const span = spanOf(name, entity);
  if (span !== null) return parameter(span);
  return filterCalled(name, entity, screens);
}

function isLookedInto(entity: EntitySchema): boolean {
  return entity.entity.fields.some((field) => isSearched(entity, field));
}

function stemOf(name: string, { attributes }: EntitySchema): readonly [string, string] {
  const point = name.lastIndexOf('.');
  const operator = name.slice(point + 1);
  const isOperator = point > 0 && ['min', 'max', 'in', 'empty'].includes(operator);
  return attributes.has(name) || !isOperator ? [name, ''] : [name.slice(0, point), operator];
}

const joined = (field: string, operator: string) => (operator === '' ? field : `${field}.${operator}`);

/** Whether a list can be asked for values of it. */
function fits(attribute: Attribute, operator: string): boolean {
  const { type } = attribute;
  if (attribute.kind === 'field' && attribute.field.writeOnly) return false;
  if (type.kind === 'list' || type.kind === 'file' || type.kind === 'texts' || type.kind === 'unknown') return false;
  if (type.kind === 'role' && type.several) return false;
  return operator === 'min' || operator === 'max' ? isOrdered(type) : true;
}

const isOrdered = ({ kind }: Type): boolean =>
  ['integer', 'decimal', 'money', 'date', 'date and time', 'time', 'duration'].includes(kind);

/** The one field whose name says the same: `due_on`, `ownerId` of a reference, `state` of the only machine. */
export function attributeCalled(name: string, { attributes, machines }: EntitySchema): Attribute | null {
  const wanted = folded(name);
  const all = [...attributes.values()];
  const [same, another] = all.filter((each) => folded(each.name) === wanted || labelOf(each) === wanted);
  if (same !== undefined) return another === undefined ? same : null;
  const [leading, second] = all.filter(
    ({ name: field, type }) => type.kind === 'reference' && `${folded(field)}id` === wanted,
  );
  if (leading !== undefined && second === undefined) return leading;
  const [machine, more] = machines;
  const isState = wanted === 'state' || wanted === 'status';
  return isState && machine !== undefined && more === undefined ? (attributes.get(machine.name) ?? null) : null;
}

const labelOf = (attribute: Attribute): string | null =>
  attribute.kind === 'field' ? folded(attribute.field.label) : null;

function spanOf(name: string, entity: EntitySchema): string | null {
  const wanted = folded(name);
  const found = [...entity.attributes.values()]
    .filter((attribute) => fits(attribute, 'min'))
    .flatMap((attribute) => {
      const field = folded(attribute.name);
      // `dueFrom` of `dueOn`, `createdBefore` of `createdAt`.
      const stems = new Set([field, field.replace(/(?<=...)(?:on|at|date)$/, '')]);
      return ENDS.flatMap(([operator, words]) =>
        words.some((word) => stems.has(cut(wanted, word, 'before')) || stems.has(cut(wanted, word, 'behind')))
          ? [joined(attribute.name, operator)]
          : [],
      );
    });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A text without a word at one of its ends; empty where the word does not stand there. */
function cut(text: string, word: string, place: 'before' | 'behind'): string {
  if (place === 'before') return text.startsWith(word) ? text.slice(word.length) : '';
  return text.endsWith(word) ? text.slice(0, -word.length) : '';
}

function filterCalled(
  name: string,
  { entity }: EntitySchema,
  screens: readonly Pick<Screen, 'entity' | 'filters'>[],
): AskedBy | null {
  const filters = screens
    .filter((screen) => screen.entity === entity.name)
    .flatMap((screen) => screen.filters.filter((each) => each.kind === 'filter' && each.filter !== null));
  const [one, another] = filters.filter((each) => folded(each.name) === folded(name));
  return one === undefined || another !== undefined ? null : { kind: 'filter', filter: one.id };
}

/** `due_on`, `Due on` and `dueOn` are one; a name without letters and digits is itself alone. */
export const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || name.trim();
