import type { CompiledCall, CompiledEntity } from '../../engine/compiled/compiled-model.ts';
import { addressField } from '../../engine/core/record-address.ts';
import { isComparable } from '../../engine/query/list-filter.ts';
import { resolveQueryName } from '../../model/lookups/call-query.ts';
import { parametersOf } from '../../model/lookups/call-record.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { deedOf } from '../../model/types/deed.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import type { SchemaContext } from '../schemas/record-schema.ts';
import { nameSchema, sentValue } from '../schemas/value-schema.ts';
import { pageParameters, statedParameters } from './stated-parameters.ts';

/** A parameter of a call in its path, its query or its headers. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

const TEXT: JsonSchema = { type: 'string' };

/** Returns the parameters of a path. */
export function pathParameters(call: CompiledCall, context: SchemaContext): readonly Parameter[] {
  const { model } = context;
  const { path, does } = call.call;
  const own = deedOf(does)?.entity ?? '';
  return parametersOf(path).map((name) => {
    const parent = call.parents.find(({ parameter }) => parameter === name);
    const input = call.pathInputs.find(({ parameter }) => parameter === name);
    const asked = input === undefined ? undefined : model.schema.entities.get(own)?.attributes.get(input.field);
    const target = asked === undefined ? undefined : referenced(asked.type);
    if (asked !== undefined && target === undefined)
      return { name, in: 'path', required: true, description: `The ${asked.name} of the ${own}.`, schema: TEXT };
    const entity = target ?? parent?.entity ?? own;
    const stated = model.entities.get(entity)?.entity;
    const byName = stated === undefined ? undefined : addressField(stated, name, givenFor(call, parent?.path ?? []));
    const key = model.addresses.get(entity)?.key ?? null;
    const field = (byName ?? key)?.name ?? 'id';
    return {
      name,
      in: 'path',
      required: true,
      description: `The ${field} of the ${entity || 'record'}.`,
      schema: key !== null && field === key.name ? nameSchema(entity, context) : TEXT,
    };
  });
}

/** Returns the fields of a record whose values the path determines. `path`: how the call's record refers to it. */
const givenFor = ({ parents }: CompiledCall, path: readonly string[]): ReadonlySet<string> =>
  new Set(
    parents.flatMap(({ path: farther }) =>
      farther.length === path.length + 1 && path.every((name, at) => farther[at] === name) ? farther.slice(-1) : [],
    ),
  );

const referenced = (type: Attribute['type']): string | undefined =>
  type.kind === 'reference' || type.kind === 'references' ? type.entity : undefined;

/** Returns the query parameters of a call. Other calls than lists have only those that show members of the answer. */
export function queryParameters(call: CompiledCall, context: SchemaContext): readonly Parameter[] {
  const { does } = call.call;
  const about = deedOf(does)?.entity;
  const entity = about === undefined ? undefined : context.model.entities.get(about);
  if (entity === undefined) return [];
  const stated = statedParameters(call, entity, context);
  if (does.kind !== 'list') return stated;
  const paged = pageParameters(call, context);
  const taken = new Set([...stated, ...paged].map(({ name }) => name));
  const others = standardNames(call, entity, context).filter((name) => !taken.has(name));
  return [...stated, ...paged, ...standardParameters(others, call, entity, context)];
}

const OF_PAGES: readonly string[] = ['page', 'limit', 'total'];

/** Returns the names that the list accepts besides those of its part. */
function standardNames(call: CompiledCall, entity: CompiledEntity, context: SchemaContext): readonly string[] {
  const { sends, parameterRows, options } = call;
  const queried = call.call.query.map(({ name }) => name);
  const listed = sends === null ? (parameterRows.size > 0 ? [] : allNames(entity, context)) : [...sends];
  const names = new Set([
    ...queried,
    ...listed,
    ...(parameterRows.size > 0 && sends === null ? OF_PAGES : ['limit', 'total']),
  ]);
  return options.paging === null ? [...names] : [...names].filter((name) => !OF_PAGES.includes(name));
}

function standardParameters(
  names: readonly string[],
  call: CompiledCall,
  entity: CompiledEntity,
  context: SchemaContext,
): readonly Parameter[] {
  return names.flatMap((name) => {
    const meaning = call.queryNames.get(name) ?? resolveQueryName(name, entity.schema, context.model.model.screens);
    if (meaning === null) return [];
    const found =
      meaning.kind === 'filter'
        ? { description: 'Only the records of this filter.', schema: { type: 'string', enum: ['true', 'false'] } }
        : standardParameter(meaning.parameter, entity, context);
    return found === null ? [] : [{ name, in: 'query', required: false, ...found } as const];
  });
}

/** Returns the names that a list accepts if its call states none. */
function allNames(entity: CompiledEntity, { model }: SchemaContext): readonly string[] {
  const fields = [...entity.schema.attributes.values()].filter(
    (attribute) =>
      isComparable(model, entity, attribute) &&
      attribute.type.kind !== 'texts' &&
      (attribute.kind !== 'field' || !attribute.field.writeOnly) &&
      (attribute.kind !== 'built-in' || entity.shownBuiltIns.has(attribute.name)),
  );
  const operators = fields.flatMap(({ name, type }) => [
    name,
    ...(ORDERED.has(type.kind) ? [`${name}.min`, `${name}.max`] : []),
    `${name}.in`,
    `${name}.empty`,
  ]);
  return ['q', 'filter', 'sort', 'page', ...operators];
}

const ORDERED: ReadonlySet<string> = new Set([
  'integer',
  'decimal',
  'money',
  'date',
  'date and time',
  'time',
  'duration',
]);

type Meaning = Pick<Parameter, 'description' | 'schema'>;

function standardParameter(name: string, entity: CompiledEntity, context: SchemaContext): Meaning | null {
  switch (name) {
    case 'q':
      return { description: 'Words to search for.', schema: TEXT };
    case 'filter':
      return { description: 'A condition, such as `title == "text"`.', schema: TEXT };
    case 'sort':
      return { description: 'Fields to sort by, with `-` for descending order: `-createdAt`.', schema: TEXT };
    case 'page':
      return { description: 'The cursor of the page.', schema: TEXT };
    case 'limit':
      return {
        description: 'The number of records on a page.',
        schema: { type: 'integer', minimum: 1, maximum: context.model.largestPage, default: context.model.pageSize },
      };
    case 'total':
      return {
        description: 'How the records are counted: exactly, or not at all.',
        schema: { type: 'string', enum: ['exact', 'none'] },
      };
    default:
      return ofField(name, entity, context);
  }
}

function ofField(name: string, entity: CompiledEntity, context: SchemaContext): Meaning | null {
  const whole = entity.schema.attributes.get(name);
  if (whole !== undefined)
    return { description: `Only records with this ${name}.`, schema: filterValue(whole, context) };
  const point = name.lastIndexOf('.');
  const attribute = entity.schema.attributes.get(name.slice(0, point));
  if (point < 0 || attribute === undefined) return null;
  const field = attribute.name;
  switch (name.slice(point + 1)) {
    case 'min':
      return { description: `Only records whose ${field} is at least this.`, schema: filterValue(attribute, context) };
    case 'max':
      return { description: `Only records whose ${field} is at most this.`, schema: filterValue(attribute, context) };
    case 'in':
      return { description: `Only records whose ${field} is one of these, separated by commas.`, schema: TEXT };
    case 'empty':
      return {
        description: `Only records with or without a ${field}.`,
        schema: { type: 'string', enum: ['true', 'false'] },
      };
    default:
      return null;
  }
}

/** Returns the schema of a value to filter by. Bounds are those of input, so they do not apply. */
function filterValue({ type }: Attribute, context: SchemaContext): JsonSchema {
  const schema = sentValue(type, context);
  const item = schema['items'];
  const value = item !== null && typeof item === 'object' && !Array.isArray(item) ? (item as JsonSchema) : schema;
  const { enum: values, type: kind = 'string', format } = value;
  if (typeof kind !== 'string' || kind === 'object' || kind === 'null') return TEXT;
  return {
    type: kind,
    ...(values === undefined ? {} : { enum: values }),
    ...(format === undefined ? {} : { format }),
  };
}
