import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { type ErrorPart, type ErrorWord, readErrorShape } from '../../model/lookups/error-shape.ts';
import type { ValueForms } from '../../model/types/call.ts';
import { arrayOf, completeObject, type JsonSchema, objectSchema } from './json-schema.ts';
import { instantSchema } from './value-schema.ts';

const TEXT: JsonSchema = { type: 'string' };
const WHOLE: JsonSchema = { type: 'integer' };

const ELEMENTS: JsonSchema = arrayOf(
  objectSchema(
    [
      ['element', TEXT],
      ['point', WHOLE],
      ['document', TEXT],
      ['line', WHOLE],
    ],
    ['element', 'point', 'document'],
  ),
);

/** One failure of a problem. */
export const FAILURE: JsonSchema = objectSchema(
  [
    ['pointer', { type: 'string', description: 'A JSON pointer into the body that was sent.', examples: ['/title'] }],
    ['code', TEXT],
    ['message', TEXT],
    ['next', TEXT],
    ['decidedBy', ELEMENTS],
  ],
  ['pointer', 'code', 'message'],
);

/** Problem details (RFC 9457) as the product answers them. */
export const PROBLEM: JsonSchema = objectSchema(
  [
    ['type', TEXT],
    ['title', TEXT],
    ['status', WHOLE],
    ['detail', TEXT],
    ['instance', TEXT],
    ['code', TEXT],
    ['next', { type: 'string', description: 'What the caller can do next.' }],
    ['decidedBy', ELEMENTS],
    ['retryAfter', { type: 'integer', description: 'Seconds until a retry makes sense.' }],
    ['failures', arrayOf(FAILURE)],
    ['current', { type: 'object', description: 'The record as it is now.', examples: [{}] }],
  ],
  ['type', 'title', 'status', 'detail', 'instance', 'code'],
);

/** Returns the schema of an error body in a stated shape; null if the body is empty. */
export function errorShapeSchema(model: CompiledModel, text: string, forms: ValueForms): JsonSchema | null | undefined {
  const shape = readErrorShape(text, (name) => model.schema.constants.has(name));
  if (shape === null) return undefined;
  return shape.body === null ? null : partSchema(shape.body, forms);
}

function partSchema(part: ErrorPart, forms: ValueForms): JsonSchema {
  switch (part.kind) {
    case 'word':
      return wordSchema(part.word, forms);
    case 'text':
      return part.text.includes('{') ? TEXT : { const: part.text };
    case 'value':
      return { const: part.value };
    case 'constant':
      return { type: ['string', 'null'] };
    case 'list':
      return arrayOf(partSchema(part.item, forms));
    case 'object':
      return completeObject(part.members.map((member) => [member.key, partSchema(member.part, forms)]));
    case 'groups':
      return { type: 'object', additionalProperties: partSchema(part.each, forms) };
  }
}

function wordSchema(word: ErrorWord, forms: ValueForms): JsonSchema {
  switch (word) {
    case 'status':
    case 'count':
      return WHOLE;
    case 'path':
      return arrayOf({ type: ['string', 'integer'] });
    case 'value':
      return {};
    case 'time':
      return instantSchema(forms);
    case 'failures':
      return arrayOf(FAILURE);
    case 'field':
    case 'member':
    case 'entity':
    case 'call':
    case 'request id':
      return { type: ['string', 'null'] };
    case 'url':
      return { ...TEXT, format: 'uri' };
    default:
      return TEXT;
  }
}
