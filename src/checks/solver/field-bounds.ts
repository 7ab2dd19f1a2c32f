import { constantValue } from '../../expressions/infer/constant.ts';
import type { Typed } from '../../expressions/types/typed.ts';
import { type Attribute, ignoresCase, type Schema } from '../../model/lookups/schema.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import type { Knowledge } from './solve.ts';
import { difference, type Linear, scaled, type Term, units } from './terms.ts';

export const NOTHING: Knowledge = { filled: false, orders: () => [], values: null, among: () => true, folded: false };

const TRUTH = [{ name: 'true' }, { name: 'false' }];

const isTruth = (name: string): boolean => name === 'true' || name === 'false';

/** Returns what the document states about a term alone: its type, its bounds, whether it is required. */
export function knowledgeOf(term: Term, schema: Schema): Knowledge {
  const { typed } = term;
  if (typed.op === 'call' && typed.name === 'size') return sizeKnowledge(term, typed.args[0], schema);
  if (typed.op === 'aggregate')
    return { ...NOTHING, orders: () => (typed.name === 'count' ? countOrders(term, typed, schema) : []) };
  if (typed.op === 'today' || typed.op === 'now' || typed.op === 'this') return { ...NOTHING, filled: true };
  const attribute = attributeOf(typed, schema);
  if (attribute === null) return NOTHING;
  const own = typed.op === 'field' && typed.of.op === 'this';
  return { ...valueKnowledge(term, attribute, schema), filled: own && isFilled(attribute) };
}

/** Whether texts are compared in a folded form, so that different spellings may be equal. */
export function isFolded(term: Term, schema: Schema): boolean {
  const attribute = attributeOf(term.typed, schema);
  if (term.typed.type.t !== 'text') return false;
  if (attribute === null) return true;
  return ignoresCase(attribute);
}

function attributeOf(typed: Typed, schema: Schema): Attribute | null {
  return typed.op === 'field' ? (schema.entities.get(typed.entity)?.attributes.get(typed.field) ?? null) : null;
}

function isFilled(attribute: Attribute): boolean {
  if (attribute.kind === 'state') return true;
  return attribute.kind === 'field' && attribute.field.required && attribute.field.type.kind !== 'list';
}

function valueKnowledge(term: Term, attribute: Attribute, schema: Schema): Knowledge {
  const { type } = attribute;
  if (type.kind === 'integer') return { ...NOTHING, orders: () => between(term, type.min, type.max, schema) };
  if (type.kind === 'decimal') {
    const most = units(1, 0) * 10n ** BigInt(Math.max(0, type.precision - type.scale));
    return { ...NOTHING, orders: () => [difference(term, most), ...atLeast(term, -most)] };
  }
  if (type.kind === 'choice') return { ...NOTHING, values: type.options, among: amongOf(term, attribute, schema) };
  if (type.kind === 'boolean') return { ...NOTHING, values: TRUTH, among: isTruth };
  return NOTHING;
}

/** Returns a test by name instead of a list, because a machine may have thousands of states. */
function amongOf({ typed }: Term, attribute: Attribute, schema: Schema): Knowledge['among'] {
  const entity = typed.op === 'field' ? schema.entities.get(typed.entity) : undefined;
  if (attribute.kind === 'state' && entity?.machines.length === 1) return (name) => entity.states.has(name);
  const options = attribute.type.kind === 'choice' ? attribute.type.options : [];
  return (name) => options.some((option) => option.name === name);
}

function sizeKnowledge(term: Term, of: Typed | undefined, schema: Schema): Knowledge {
  const attribute = of === undefined ? null : attributeOf(of, schema);
  const bounds = attribute === null ? null : sizesOf(attribute.type);
  return {
    ...NOTHING,
    orders: () => [...atLeast(term, 0n), ...between(term, bounds?.min ?? null, bounds?.max ?? null, schema)],
  };
}

/** Bounds of a number of lines. A filtered list has at most as many lines as the whole list. */
function countOrders(term: Term, typed: Extract<Typed, { op: 'aggregate' }>, schema: Schema): Linear[] {
  const picked = typed.of.op === 'macro' && typed.of.name === 'filter';
  const attribute = attributeOf(picked && typed.of.op === 'macro' ? typed.of.of : typed.of, schema);
  const field = attribute?.kind === 'field' ? attribute.field : null;
  if (field?.type.kind !== 'list') return atLeast(term, 0n);
  const least = picked || !field.required ? null : (field.type.min ?? { value: 1 });
  return [...atLeast(term, 0n), ...between(term, least, field.type.max, schema)];
}

/** Bounds for the length of a text, the number of lines, or the size of a file. */
function sizesOf(type: Type): { readonly min: Bound | null; readonly max: Bound | null } | null {
  if (type.kind === 'text' || type.kind === 'long text' || type.kind === 'list')
    return { min: type.min ?? { value: 1 }, max: type.max };
  return type.kind === 'file' ? { min: null, max: type.maxSize } : null;
}

function between(term: Term, min: Bound | null, max: Bound | null, schema: Schema): Linear[] {
  const [least, most] = [boundOf(min, schema), boundOf(max, schema)];
  return [...(least === null ? [] : atLeast(term, least)), ...(most === null ? [] : [difference(term, most)])];
}

function atLeast(term: Term, least: bigint): Linear[] {
  const form = scaled(difference(term, least), -1n);
  return form === null ? [] : [form];
}

/** Returns null if there is no bound, or if the constant that it names is not shown. */
function boundOf(bound: Bound | null, schema: Schema): bigint | null {
  if (bound === null) return null;
  if ('value' in bound) return Number.isSafeInteger(bound.value) ? units(bound.value, 0) : null;
  const constant = constantValue(schema, bound.constant);
  if (constant === null || constant.type.t !== 'number' || !Number.isSafeInteger(constant.value)) return null;
  return units(Number(constant.value), constant.type.scale);
}
