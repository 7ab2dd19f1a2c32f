import type { Deed } from '../../model/types/deed.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';

export const JSON_TYPE = 'application/json';
export const BYTES = 'application/octet-stream';

/** Any bytes. */
export const BINARY: JsonSchema = { type: 'string', format: 'binary', examples: [''] };

/** Records as lines of text. */
export const TEXT: JsonSchema = { type: 'string' };

/** Returns the schema of the body of a bulk call, of which `item` is the body of the same call for one record. */
export function bulkBody({ kind }: Deed, item: JsonSchema): JsonSchema {
  const list = { type: 'array', minItems: 1, maxItems: 200 };
  if (kind === 'create') return { ...list, items: item };
  const id = { type: ['string', 'integer'], description: 'The id of the record.' };
  const etag = { type: 'string', description: 'The ETag of the record as it was read.' };
  const { properties = {}, required = [], ...rest } = item;
  const address = { id, etag, ...(properties as object) };
  const named = { ...rest, type: 'object', properties: address, required: ['id', ...(required as string[])] };
  return { ...list, items: kind === 'delete' ? { anyOf: [id, named] } : named };
}

/** Returns the schema of the response to a bulk call: the result of each item, in order. */
export function bulkResults(record: JsonSchema | null): JsonSchema {
  const status = { type: 'integer', description: 'The status with which the item alone would be answered.' };
  const error = { description: 'The error, as the call for one record answers it.' };
  const result = {
    type: 'object',
    properties: { status, ...(record === null ? {} : { record }), error },
    required: ['status'],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: { results: { type: 'array', items: result } },
    required: ['results'],
    additionalProperties: false,
  };
}
