import { isAnswerable } from '../../expressions/relation/relation-parts.ts';
import type { Relation } from '../../expressions/types/relation.ts';
import type { StaticType } from '../../expressions/types/static.ts';
import { staticTypeOf } from '../../expressions/types/static-of.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { operandType } from '../../fields/registry/operand-type.ts';
import { fromStatedText } from '../../fields/registry/value-forms.ts';
import { MAX_DIGITS } from '../../fields/text/decimal-text.ts';
import { expectedInEnglish } from '../../fields/text/expected.ts';
import { cleanText } from '../../fields/text/fold.ts';
import { wordsSought } from '../../fields/text/search-words.ts';
import type { Value } from '../../fields/text/value.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { isSearched } from '../../model/lookups/searched-fields.ts';
import type { ValueForms } from '../../model/types/call.ts';
import { isTextKind } from '../../model/types/text-formats.ts';
import type { Type } from '../../model/types/types.ts';
import { allOf, type ReadPolicy, readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledModel } from '../compiled/compiled-model.ts';
import { memoizeByRoles } from '../compiled/memoize-by-roles.ts';
import type { Principal } from '../core/principal.ts';
import type { Refusal } from '../core/refusal.ts';
import { refuse } from '../errors/error-catalogue.ts';
import { refuseParameter } from '../errors/parameter-refusal.ts';
import { filterReferences } from './filter-references.ts';
import { readCondition } from './list-condition.ts';
import type { ListPlan } from './list-plan.ts';

/** What a person's filters add to a list. */
export interface ListQuestion {
  readonly where: readonly Relation[];
  /** The parameters in `where` in a fixed order: the shape of the query. */
  readonly shape: readonly string[];
  readonly search: ListPlan['search'];
}

const OPERATORS = ['min', 'max', 'in', 'empty'] as const;
type Operator = (typeof OPERATORS)[number] | 'is';

/** Maximum number of values in one `in`. */
const MOST_VALUES = 200;
/** Maximum number of words in a search. */
const MOST_WORDS = 16;

/**
 * Converts filter parameters to relations over what this person may read. A field counts as empty where they may not
 * read it. A field that they may never read is refused with the same words as one that does not exist. `forms`: how the
 * call states that values are written.
 */
export function readFilters(
  model: CompiledModel,
  entity: CompiledEntity,
  principal: Principal,
  query: readonly (readonly [string, string])[],
  forms?: ValueForms,
): ListQuestion | Refusal {
  const policy = readPolicyFor(model, entity, principal);
  const where: Relation[] = [];
  const shape: string[] = [];
  let search: ListPlan['search'] = null;
  const sortedQuery = [...query].sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  for (const [parameter, text] of sortedQuery) {
    // An empty filter matches everything.
    if (cleanText(text) === null && parameter === 'filter') continue;
    if (parameter === 'q') {
      const fields = searchedFields(entity, (field) => policy.fields.has(field));
      const words = wordsSought(text);
      if (fields.length === 0) return refuse(model, 'UNKNOWN_PARAMETER', { parameter });
      if (words.length > MOST_WORDS) return refuseParameter(model, parameter, `must be at most ${MOST_WORDS} words`);
      if (words.length === 0) continue;
      search = { fields, words };
      where.push(...words.map((word) => searched(entity, policy, fields, word)));
      shape.push(`q ${words.length}`);
      continue;
    }
    const condition =
      parameter === 'filter'
        ? conditionOf(model, entity, principal, text)
        : filtered({ model, entity, principal, forms }, parameter, text);
    if (condition === null) return refuse(model, 'UNKNOWN_PARAMETER', { parameter });
    if ('reason' in condition) return refuseParameter(model, parameter, `must be ${condition.reason}`);
    where.push(condition);
    // JSON omits the functions of the parameters; what is left determines the SQL.
    shape.push(JSON.stringify(condition));
  }
  return { where, shape, search };
}

type ReadFilter = Relation | { readonly reason: string };

/** Maximum number of cached conditions per entity and set of roles. */
const MOST_CONDITIONS = 200;

function conditionOf(model: CompiledModel, entity: CompiledEntity, principal: Principal, text: string): ReadFilter {
  const cached = memoizeByRoles(model, `conditions of ${entity.name}`, principal, () => new Map<string, ReadFilter>());
  const before = cached.get(text);
  if (before !== undefined) return before;
  const read = readCondition(model, entity, principal, text);
  const condition = 'reason' in read ? read : read.relation;
  if (cached.size >= MOST_CONDITIONS) cached.clear();
  cached.set(text, condition);
  return condition;
}

/** Returns the fields that a text search covers. */
export function searchedFields({ schema, entity }: CompiledEntity, reads: (field: string) => boolean): string[] {
  return entity.fields.filter((field) => isSearched(schema, field) && reads(field.name)).map(({ name }) => name);
}

/** Whether a list can be sorted by values of this type. */
export const isOrderable = (model: CompiledModel, entity: CompiledEntity, attribute: Attribute): boolean =>
  attribute.type.kind !== 'references' && isComparable(model, entity, attribute);

/** Whether a list can be filtered by values of this type. */
export function isComparable(
  { byClock }: CompiledModel,
  { name: entity }: CompiledEntity,
  { name, type }: Attribute,
): boolean {
  const worked = byClock(entity, name);
  // Texts are sorted by a stored key, which a field that is computed on read does not have.
  if (worked !== undefined && (isText(type.kind) || !isAnswerable(worked.relation))) return false;
  return (
    type.kind !== 'list' &&
    type.kind !== 'file' &&
    type.kind !== 'object' &&
    type.kind !== 'unknown' &&
    !(type.kind === 'role' && type.several)
  );
}

export const isText = (kind: Attribute['type']['kind'] | undefined): boolean => kind !== undefined && isTextKind(kind);

/** Returns the field as the person may read it: empty where its read condition does not hold. */
export function readableField(entity: CompiledEntity, attribute: Attribute, gate: Relation | null): Relation {
  const type = staticTypeOf(attribute.type, attribute.id);
  const field: Relation = { r: 'field', local: null, entity: entity.name, path: [], field: attribute.name, type };
  return gate === null ? field : { r: 'conditional', test: gate, yes: field, no: parameterOf(null, { t: 'empty' }) };
}

/** Returns the condition that a readable field of the row contains a word with this beginning. */
function searched(entity: CompiledEntity, policy: ReadPolicy, fields: readonly string[], word: string): Relation {
  const begins = parameterOf(word, { t: 'text' });
  const parts = fields.flatMap((name): Relation[] => {
    const attribute = entity.schema.attributes.get(name);
    if (attribute === undefined) return [];
    const of = readableField(entity, attribute, null);
    return [allOf([policy.fields.get(name) ?? null, { r: 'word', of, begins }]) ?? NEVER];
  });
  return { r: 'or', parts };
}

const NEVER: Relation = { r: 'or', parts: [] };

interface Filtering {
  readonly model: CompiledModel;
  readonly entity: CompiledEntity;
  readonly principal: Principal;
  readonly forms: ValueForms | undefined;
}

function filtered(
  { model, entity, principal, forms }: Filtering,
  parameter: string,
  text: string,
): Relation | { readonly reason: string } | null {
  const policy = readPolicyFor(model, entity, principal);
  const { name, operator } = splitName(entity, parameter);
  const attribute = entity.schema.attributes.get(name);
  if (attribute === undefined || !policy.fields.has(name) || !isComparable(model, entity, attribute)) return null;
  if (attribute.type.kind === 'references')
    return filterReferences(
      model,
      principal,
      { attribute, gate: policy.fields.get(name) ?? null, entity },
      operator,
      text,
    );
  const field = readableField(entity, attribute, policy.fields.get(name) ?? null);
  const type = staticTypeOf(attribute.type, attribute.id);
  if (operator === 'empty') return emptiness(field, type, text);
  if ((operator === 'min' || operator === 'max') && !isOrdered(type)) return null;
  const isSet = attribute.type.kind === 'choice' && attribute.type.several;
  if (operator === 'in' || isSet) {
    const values = (operator === 'in' ? text.split(',') : [text]).map((part) =>
      readParameterValue(model, attribute.type, part, forms),
    );
    const bad = values.find((value) => 'reason' in value);
    if (values.length > MOST_VALUES) return { reason: `at most ${MOST_VALUES} values` };
    if (bad !== undefined && 'reason' in bad) return bad;
    const list = values.flatMap((value) => ('value' in value ? [value.value] : []));
    if (isSet) return anyOf(type, list, readableField(entity, attribute, null), policy.fields.get(name) ?? null);
    return { r: 'among', item: field, list: parameterOf(list, { t: 'list', of: type }) };
  }
  const read = readParameterValue(model, attribute.type, text, forms);
  if ('reason' in read) return read;
  const right = parameterOf(read.value, type);
  if (operator === 'is') return { r: 'same', left: field, right, negated: false };
  return { r: 'order', operator: operator === 'min' ? '>=' : '<=', left: field, right };
}

/** Returns the condition that a readable set of choices contains one of these. */
function anyOf(type: StaticType, values: readonly Value[], list: Relation, gate: Relation | null): Relation {
  const of = type.t === 'list' ? type.of : type;
  const parts = values.map((value): Relation => ({ r: 'among', item: parameterOf(value, of), list }));
  const [first] = parts;
  const any: Relation = first !== undefined && parts.length === 1 ? first : { r: 'or', parts };
  return allOf([gate, any]) ?? any;
}

/** Splits `field.min` into name and operator. A field whose own name contains a point takes precedence. */
function splitName(entity: CompiledEntity, parameter: string): { readonly name: string; readonly operator: Operator } {
  const point = parameter.lastIndexOf('.');
  const ending = OPERATORS.find((operator) => operator === parameter.slice(point + 1));
  if (entity.schema.attributes.has(parameter) || point === -1 || ending === undefined)
    return { name: parameter, operator: 'is' };
  return { name: parameter.slice(0, point), operator: ending };
}

function emptiness(field: Relation, type: StaticType, text: string): Relation | { readonly reason: string } {
  if (text !== 'true' && text !== 'false') return { reason: 'true or false' };
  // Both answers have one relation shape, so they use the same statement.
  const same: Relation = { r: 'same', left: field, right: parameterOf(null, type), negated: false };
  const wanted = parameterOf(text === 'true', { t: 'boolean' });
  return { r: 'same', left: same, right: wanted, negated: false };
}

const ORDERED: ReadonlySet<StaticType['t']> = new Set(['number', 'date', 'instant', 'time', 'duration'] as const);

const isOrdered = ({ t }: StaticType) => ORDERED.has(t);

/**
 * Parses a value in a URL, in the forms that its call states. Bounds of the field's type are not checked, since nothing
 * is written.
 */
export function readParameterValue(
  model: CompiledModel,
  type: Type,
  text: string,
  forms?: ValueForms,
): { readonly value: Value } | { readonly reason: string } {
  if (isTextKind(type.kind)) return { value: cleanText(text) };
  switch (type.kind) {
    case 'reference':
    case 'role':
      return { value: cleanText(text) };
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { reason: 'true or false' };
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? { value: Number(text) } : { reason: 'a whole number' };
    default: {
      const one = operandType(type);
      const sent = forms === undefined ? { value: text } : fromStatedText(text, one, forms);
      const read = 'problem' in sent ? sent : fieldType(one.kind).read(sent.value, one, model.bounds);
      if ('value' in read) return read;
      const { expected } = read.problem;
      if (expected !== undefined) return { reason: expectedInEnglish(expected) };
      return { reason: one.kind === 'choice' ? 'one of its choices' : `a number of at most ${MAX_DIGITS} digits` };
    }
  }
}

export function parameterOf(value: Value, type: StaticType): Relation {
  const parameter = { r: 'parameter', value: () => value, type } as const;
  return value === null ? parameter : { ...parameter, given: true };
}
