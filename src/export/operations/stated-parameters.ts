import type { CompiledCall, CompiledEntity } from '../../engine/compiled/compiled-model.ts';
import { sizesOf } from '../../engine/query/paging.ts';
import { typeOfParameter } from '../../expressions/syntax/parameter-condition.ts';
import type { CallParameter } from '../../model/types/call-parameter.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import type { SchemaContext } from '../schemas/record-schema.ts';
import { sentValue } from '../schemas/value-schema.ts';
import type { Parameter } from './parameters.ts';

const TEXT: JsonSchema = { type: 'string' };

/** Returns the parameters that the part of a call states. */
export function statedParameters(
  call: CompiledCall,
  entity: CompiledEntity,
  context: SchemaContext,
): readonly Parameter[] {
  return [...call.parameterRows].map(([name, rows]) => {
    const help = rows.map((row) => row.help).find((text) => text !== '');
    const isAll = rows.some(({ fitsAll }) => fitsAll);
    const values = rows.some(({ several }) => several)
      ? ` Several values are separated by commas${isAll ? '; all of them must fit' : ''}.`
      : '';
    const description = `${help ?? descriptionOf(rows)}${values}`;
    return { name, in: 'query', required: false, description, schema: schemaOf(rows, entity, context) };
  });
}

function descriptionOf(rows: readonly CallParameter[]): string {
  const kinds = new Set(rows.map(({ effect }) => effect.kind));
  if (kinds.has('shows')) return 'The members that the answer shows.';
  if (kinds.has('order')) return 'The order of the records.';
  return kinds.has('direction') ? 'The direction of the order.' : 'Which records are listed.';
}

function schemaOf(rows: readonly CallParameter[], entity: CompiledEntity, context: SchemaContext): JsonSchema {
  const options = rows.flatMap(({ option }) => (option === null ? [] : [option]));
  const isFree = rows.some(({ several, othersIgnored }) => several || othersIgnored);
  if (isFree) return TEXT;
  if (options.length === rows.length) {
    const chosen = rows.find((row) => row.default !== null)?.option ?? null;
    return { ...TEXT, enum: options, ...(chosen === null ? {} : { default: chosen }) };
  }
  const [row] = rows;
  const place = { schema: context.model.schema, entity: entity.schema, keyOf: () => null };
  const type = options.length > 0 || row === undefined ? null : typeOfParameter(row, place);
  // A reference is also named by the field that names its record.
  if (type === null || type.kind === 'reference' || type.kind === 'references') return TEXT;
  const { type: kind, format } = sentValue(type, context);
  if (typeof kind !== 'string' || !['integer', 'string', 'boolean', 'number'].includes(kind)) return TEXT;
  return { type: kind, ...(format === undefined ? {} : { format }) };
}

/** Returns the parameters that ask for a page, as the call names them. */
export function pageParameters(call: CompiledCall, context: SchemaContext): readonly Parameter[] {
  const { paging } = call.options;
  if (paging === null || paging.kind === 'none') return [];
  const { usual, largest, isCut } = sizesOf(context.model, null, call);
  const size: JsonSchema = { type: 'integer', minimum: 1, ...(isCut ? {} : { maximum: largest }), default: usual };
  const parameter = (name: string | null, description: string, schema: JsonSchema): Parameter[] =>
    name === null ? [] : [{ name, in: 'query', required: false, description, schema }];
  const pages =
    paging.kind === 'after'
      ? [
          ...parameter(paging.after, 'The id of the record before the page.', TEXT),
          ...parameter(paging.before, 'The id of the record behind the page.', TEXT),
        ]
      : parameter(paging.parameter, PAGES[paging.kind], pageSchema(paging));
  return [...pages, ...parameter(paging.limit, 'The number of records on a page.', size)];
}

const PAGES = {
  cursor: 'The cursor of the page.',
  offset: 'The number of records before the page.',
  page: 'The number of the page.',
} as const;

function pageSchema(
  paging: Exclude<NonNullable<CompiledCall['options']['paging']>, { kind: 'none' | 'after' }>,
): JsonSchema {
  if (paging.kind === 'cursor') return TEXT;
  const first = paging.kind === 'page' ? paging.first : 0;
  return { type: 'integer', minimum: first, default: first };
}
