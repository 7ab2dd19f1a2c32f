import type { Screen } from '../types/model.ts';
import type { Type } from '../types/types.ts';
import type { Attribute, EntitySchema } from './schema.ts';
import { isSearched } from './searched-fields.ts';

/** What a query parameter of a list means: a parameter in its standard spelling, or a filter of a screen by its id. */
export type ResolvedQueryName =
  | { readonly kind: 'parameter'; readonly parameter: string }
  | { readonly kind: 'filter'; readonly filter: string };

/** The parameters of every list, with their alternative names. */
const OWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['q', ['search', 'query', 'text', 'term']],
  ['filter', ['where', 'condition']],
  ['sort', ['order', 'orderBy', 'sortBy', 'sorting']],
  ['page', ['cursor', 'pageToken', 'pageCursor']],
  ['limit', ['pageSize', 'perPage', 'size', 'pageLength']],
  ['total', ['count']],
]);

/** Words for the ends of a range, after or before the name of a field: `dueFrom`, `min_total`. */
const ENDS: readonly (readonly [operator: 'min' | 'max', words: readonly string[]])[] = [
  ['min', ['min', 'from', 'since', 'after']],
  ['max', ['max', 'to', 'until', 'before']],
];

/**
 * Returns what a query parameter means for a list of these records. Precedence: parameters of every list; fields, with
 * an optional `.min`, `.max`, `.in` or `.empty`; either in another spelling; ranges (`dueFrom`); filters of a screen
 * that shows these records. Null if it has no meaning.
 */
export function resolveQueryName(
  name: string,
  entity: EntitySchema,
  screens: readonly Pick<Screen, 'entity' | 'filters'>[],
): ResolvedQueryName | null {
  const parameter = (standardName: string): ResolvedQueryName => ({ kind: 'parameter', parameter: standardName });
  if (OWN.has(name)) return name !== 'q' || isSearchable(entity) ? parameter(name) : null;
  const [stem, operator] = stemOf(name, entity);
  const own = entity.attributes.get(stem);
  if (own !== undefined) return fits(own, operator) ? parameter(name) : null;
  const spelled = attributeForName(stem, entity);
  if (spelled !== null) return fits(spelled, operator) ? parameter(joined(spelled.name, operator)) : null;
  const other = [...OWN].find(([, words]) => words.some((word) => normalizeName(word) === normalizeName(name)))?.[0];
  if (other !== undefined) return resolveQueryName(other, entity, screens);
  const span = spanOf(name, entity);
  if (span !== null) return parameter(span);
  return filterCalled(name, entity, screens);
}

function isSearchable(entity: EntitySchema): boolean {
  return entity.entity.fields.some((field) => isSearched(entity, field));
}

function stemOf(name: string, { attributes }: EntitySchema): readonly [string, string] {
  const point = name.lastIndexOf('.');
  const operator = name.slice(point + 1);
  const isOperator = point > 0 && ['min', 'max', 'in', 'empty'].includes(operator);
  return attributes.has(name) || !isOperator ? [name, ''] : [name.slice(0, point), operator];
}

const joined = (field: string, operator: string) => (operator === '' ? field : `${field}.${operator}`);

/** Whether a list can be filtered by the attribute with this operator. */
function fits(attribute: Attribute, operator: string): boolean {
  const { type } = attribute;
  if (attribute.kind === 'field' && attribute.field.writeOnly) return false;
  if (
    type.kind === 'list' ||
    type.kind === 'file' ||
    type.kind === 'texts' ||
    type.kind === 'object' ||
    type.kind === 'unknown'
  )
    return false;
  if (type.kind === 'role' && type.several) return false;
  return operator === 'min' || operator === 'max' ? isOrdered(type) : true;
}

const isOrdered = ({ kind }: Type): boolean =>
  ['integer', 'decimal', 'money', 'date', 'date and time', 'time', 'duration'].includes(kind);

/**
 * Returns the only attribute that a name can mean: `due_on`, `ownerId` for a reference, `state` for the only machine.
 * Null if none or several match.
 */
export function attributeForName(name: string, { attributes, machines }: EntitySchema): Attribute | null {
  const normalized = normalizeName(name);
  const all = [...attributes.values()];
  const [same, another] = all.filter((each) => normalizeName(each.name) === normalized || labelOf(each) === normalized);
  if (same !== undefined) return another === undefined ? same : null;
  const [leading, second] = all.filter(
    ({ name: field, type }) => type.kind === 'reference' && `${normalizeName(field)}id` === normalized,
  );
  if (leading !== undefined && second === undefined) return leading;
  const [machine, more] = machines;
  const isState = normalized === 'state' || normalized === 'status';
  return isState && machine !== undefined && more === undefined ? (attributes.get(machine.name) ?? null) : null;
}

const labelOf = (attribute: Attribute): string | null =>
  attribute.kind === 'field' ? normalizeName(attribute.field.label) : null;

function spanOf(name: string, entity: EntitySchema): string | null {
  const normalized = normalizeName(name);
  const matches = [...entity.attributes.values()]
    .filter((attribute) => fits(attribute, 'min'))
    .flatMap((attribute) => {
      const field = normalizeName(attribute.name);
      // `dueFrom` means `dueOn`; `createdBefore` means `createdAt`.
      const stems = new Set([field, field.replace(/(?<=...)(?:on|at|date)$/, '')]);
      return ENDS.flatMap(([operator, words]) =>
        words.some((word) => stems.has(cut(normalized, word, 'before')) || stems.has(cut(normalized, word, 'behind')))
          ? [joined(attribute.name, operator)]
          : [],
      );
    });
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** Returns the text without a word at its start or end; empty if the word is not there. */
function cut(text: string, word: string, place: 'before' | 'behind'): string {
  if (place === 'before') return text.startsWith(word) ? text.slice(word.length) : '';
  return text.endsWith(word) ? text.slice(0, -word.length) : '';
}

function filterCalled(
  name: string,
  { entity }: EntitySchema,
  screens: readonly Pick<Screen, 'entity' | 'filters'>[],
): ResolvedQueryName | null {
  const filters = screens
    .filter((screen) => screen.entity === entity.name)
    .flatMap((screen) => screen.filters.filter((each) => each.kind === 'filter' && each.filter !== null));
  const [one, another] = filters.filter((each) => normalizeName(each.name) === normalizeName(name));
  return one === undefined || another !== undefined ? null : { kind: 'filter', filter: one.id };
}

/**
 * Normalizes a name for comparison: `due_on`, `Due on` and `dueOn` are equal. A name without letters and digits is only
 * trimmed.
 */
export const normalizeName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || name.trim();
