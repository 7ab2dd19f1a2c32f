import { readShape, type ShapePart } from '../../model/lookups/read-shape.ts';
import type { Attribute, EntitySchema } from '../../model/lookups/schema.ts';
import type { Type } from '../../model/types/types.ts';
import { entriesOf, type ShapeContext } from './resolve-member.ts';
import type { AnswerShape, PageEntry, Resolved, UnresolvedPart } from './shape-types.ts';

/**
 * Returns the type of the different values of an attribute: of a list of texts a text. Null if they cannot be listed:
 * of records, files, lines, amounts, lengths of time, and of what nobody reads.
 */
export function listedType(attribute: Attribute): Type | null {
  const { type } = attribute;
  if (attribute.kind === 'field' && attribute.field.writeOnly) return null;
  switch (type.kind) {
    case 'texts':
      return { kind: 'text', min: null, max: null };
    case 'choice':
    case 'role':
      return { ...type, several: false };
    case 'reference':
    case 'references':
    case 'file':
    case 'object':
    case 'list':
    case 'money':
    case 'duration':
    case 'password':
    case 'unknown':
      return null;
    default:
      return type;
  }
}

/** Returns the answer of a call for the values of a field: a list of them, or the members that *Gets* states. */
export function valuesShapeOf(
  field: string,
  gets: string,
  entity: EntitySchema,
  context: ShapeContext,
): Resolved<AnswerShape> {
  const shape = readShape(gets);
  if (shape !== null && !shape.several) {
    const { shape: entries, unresolved } = memberEntries(shape.parts, { field, entity, context });
    return { shape: { kind: 'page', entries }, unresolved };
  }
  const stated = gets.trim();
  const isPlain = ['', field, `[${field}]`].includes(stated.replaceAll(/\s/g, ''));
  const part = { key: stated, value: '', inside: null, several: true, from: 0, to: gets.length };
  return {
    shape: { kind: 'list', each: { field, isValue: true } },
    unresolved: isPlain ? [] : [{ ...part, of: entity }],
  };
}

interface Place {
  readonly field: string;
  readonly entity: EntitySchema;
  readonly context: ShapeContext;
}

function memberEntries(parts: readonly ShapePart[], place: Place): Resolved<readonly PageEntry[]> {
  const entries: PageEntry[] = [];
  const unresolved: UnresolvedPart[] = [];
  for (const part of parts) {
    const found = memberEntry(part, place);
    if (found !== null) entries.push(found.shape);
    unresolved.push(...(found?.unresolved ?? [{ ...part, of: place.entity }]));
  }
  return { shape: entries, unresolved };
}

function memberEntry(part: ShapePart, place: Place): Resolved<PageEntry> | null {
  const { key, value, inside, several } = part;
  const { field, entity, context } = place;
  if (inside !== null) {
    const below = several ? null : memberEntries(inside, place);
    return below && { shape: { kind: 'inside', key, entries: below.shape }, unresolved: below.unresolved };
  }
  const named = value === '' ? key : value;
  if (named === field) return { shape: { kind: 'items', key, each: { field, isValue: true } }, unresolved: [] };
  if (named === 'total') return { shape: { kind: 'word', key, word: 'total' }, unresolved: [] };
  const [constant] = value === '' ? [] : entriesOf([part], entity, context).shape;
  return constant?.kind === 'constant' ? { shape: constant, unresolved: [] } : null;
}
