import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import type { Json } from '../../fields/text/json.ts';
import { isHiddenCall } from '../../model/lookups/call-options.ts';
import { deedOf } from '../../model/types/deed.ts';
import type { Call, Method, StatedContract } from '../../model/types/model.ts';
import { JSON_TYPE } from '../operations/bulk-and-files.ts';
import type { ErrorResponse } from '../operations/error-responses.ts';
import { FORM_TYPES, formEncoding } from '../operations/form-media-types.ts';
import { type Operation, operationOf, type RequestBody, type Success } from '../operations/operation.ts';
import { exampleOf } from '../schemas/example.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { schemaContext } from '../schemas/record-schema.ts';
import {
  completeSchemas,
  componentName,
  namedIn,
  type Referring,
  referring,
  referringSchemas,
  type Schemas,
  usedSchemas,
} from './components.ts';
import { securitySchemes } from './security-schemes.ts';
import { shareResponses } from './shared-responses.ts';
import { apiNotes, callNotes } from './stated-notes.ts';

/** An OpenAPI 3.1 document as plain JSON. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  };
  readonly [extension: `x-${string}`]: Json;
}

export type PathItem = Readonly<Partial<Record<Lowercase<Method>, OpenApiOperation>>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly security: readonly JsonSchema[];
  readonly [extension: `x-${string}`]: Json;
}

/** The tag of calls that the document does not state. */
export const ASSUMED = 'Assumed';

/**
 * Describes every call that the application answers. `stated`: what `import` needs besides to give the same calls. It
 * tells how values are computed and lists filtered, so it is not for everybody.
 */
export function openApiOf(model: CompiledModel, stated: StatedContract | null = null): OpenApi {
  const context = schemaContext(model);
  const complete = completeSchemas(context);
  const replace = referring(complete);
  const schemas = referringSchemas(complete, replace);
  const operations = answeredCalls(model).map((call) => operationOf(call, context));
  const ids = operationIds(operations);
  const security = Object.keys(securitySchemes(model.model));
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  const templates = new Map<string, string>();
  for (const operation of operations) {
    const { method, path } = operation.call.call;
    // Paths that differ in the names of their parameters alone are one path.
    const shape = path.replaceAll(/:[^/]+/g, ':');
    const template = templates.get(shape) ?? path;
    templates.set(shape, template);
    paths[templated(template)] ??= {};
    const item = paths[templated(template)] ?? {};
    item[method.toLowerCase()] ??= openApiOperation(operation, {
      replace,
      schemas,
      id: ids.get(operation) ?? '',
      template,
      security,
      stated,
    });
  }
  const document = shareResponses({
    openapi: '3.1.0',
    info: infoOf(model),
    servers: [{ url: '/', description: 'This application' }],
    tags: tagsOf(operations, model),
    paths: paths as OpenApi['paths'],
    components: { schemas, responses: {}, securitySchemes: securitySchemes(model.model) },
    ...apiNotes(stated),
  });
  return { ...document, components: { ...document.components, schemas: usedSchemas(document, schemas) } };
}

const templated = (path: string): string => path.replaceAll(/:([^/]+)/g, '{$1}');

/** Returns the calls that the application answers itself. */
function answeredCalls({ model, calls }: CompiledModel) {
  return model.calls.flatMap((call) => {
    const { id, does, path } = call;
    const isAnswered = does.kind !== 'outside' && path.startsWith('/') && !path.startsWith('/_/');
    return isAnswered && !isHiddenCall(model, call) ? (calls.get(id) ?? []) : [];
  });
}

function infoOf({ model, hash }: CompiledModel): JsonSchema {
  const { purpose } = model.product;
  return {
    title: model.name === '' ? 'Application' : model.name,
    version: hash === '' ? '1' : hash.slice(0, 12),
    ...(purpose === '' ? {} : { description: purpose }),
  };
}

function tagsOf(operations: readonly Operation[], model: CompiledModel): readonly JsonSchema[] {
  const names = new Set(operations.map(({ call }) => tagOf(call.call)));
  const about = (name: string): string =>
    model.schema.entities.get(name)?.entity.help.split('\n\n')[0] ||
    (model.schema.entities.has(name) ? `Calls about the entity ${name}.` : 'Calls that are about no entity.');
  const isAssumed = operations.some(({ call }) => call.call.standing === 'assumed');
  return [
    ...[...names].map((name) => ({ name, description: about(name) })),
    ...(isAssumed
      ? [{ name: ASSUMED, description: 'Calls that the document does not state: paths and bodies are assumed.' }]
      : []),
  ];
}

const tagOf = ({ does }: Call): string => deedOf(does)?.entity ?? 'Other';

/** Returns an id for each operation: the name of its call in camel case, with a number where it is taken. */
function operationIds(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const ids = new Map<Operation, string>();
  const taken = new Set<string>();
  for (const operation of operations) {
    const words = componentName(operation.call.call.name)
      .split(/[^A-Za-z0-9]+/)
      .filter((word) => word !== '');
    const name = words
      .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
      .join('');
    const start = /^[A-Za-z]/.test(name) ? name : `call${name}`;
    let id = start;
    for (let number = 2; taken.has(id); number += 1) id = `${start}${number}`;
    taken.add(id);
    ids.set(operation, id);
  }
  return ids;
}

interface OperationContext {
  readonly replace: Referring;
  readonly schemas: Schemas;
  readonly id: string;
  /** The path under which the operation is listed. */
  readonly template: string;
  /** The names of the ways to sign in. */
  readonly security: readonly string[];
  readonly stated: StatedContract | null;
}

function openApiOperation(operation: Operation, context: OperationContext): OpenApiOperation {
  const { call } = operation.call;
  const isAssumed = call.standing === 'assumed';
  const parameters = parametersIn(operation, context);
  return {
    operationId: context.id,
    summary: call.label === '' ? call.name : call.label,
    ...(call.help === '' ? {} : { description: call.help }),
    tags: [tagOf(call), ...(isAssumed ? [ASSUMED] : [])],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(operation.request === null
      ? {}
      : {
          requestBody: {
            required: operation.request.isRequired,
            content: requestContent(operation.request, context),
          },
        }),
    responses: Object.fromEntries([
      ...operation.successes.map((success) => [String(success.status), successResponse(success, context)] as const),
      ...operation.errors.map((error) => [String(error.status), errorResponse(error, context)] as const),
    ]),
    security: [...context.security.map((name) => ({ [name]: [] })), ...(operation.isOpen ? [{}] : [])],
    ...callNotes(call, context.stated),
  };
}

/** Returns the parameters under the names that the listed path gives them. */
function parametersIn({ call, parameters }: Operation, { template }: OperationContext): JsonSchema[] {
  const [own, listed] = [call.call.path, template].map((path) => path.split('/'));
  return parameters.map((parameter) => {
    const at = parameter.in === 'path' ? (own?.indexOf(`:${parameter.name}`) ?? -1) : -1;
    const name = at < 0 ? parameter.name : (listed?.[at]?.slice(1) ?? parameter.name);
    const { description, required, schema } = parameter;
    return { name, in: parameter.in, required, description, schema };
  });
}

/** Returns a body with an example, which its schema admits. */
function contentOf(mediaType: string, schema: JsonSchema, { replace, schemas }: OperationContext): JsonSchema {
  const referred = replace(schema);
  if (mediaType !== JSON_TYPE) return { [mediaType]: { schema: referred } };
  return { [mediaType]: { schema: referred, example: exampleOf(referred, namedIn(schemas)) } };
}

/** Returns the body of a request in each of its media types. */
function requestContent({ mediaTypes, schema }: RequestBody, context: OperationContext): JsonSchema {
  return Object.fromEntries(
    mediaTypes.flatMap((mediaType) => {
      const content = Object.entries(contentOf(mediaType, schema, context));
      const encoding = FORM_TYPES.includes(mediaType) ? formEncoding(schema) : {};
      return content.map(([type, body]) => [type, { ...(body as JsonSchema), ...encoding }]);
    }),
  );
}

function successResponse(
  { description, schema, headers, fixed = {}, mediaType = JSON_TYPE }: Success,
  context: OperationContext,
): JsonSchema {
  const stated = {
    ...Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, headerOf(text)])),
    ...Object.fromEntries(Object.entries(fixed).map(([name, text]) => [name, fixedHeader(text)])),
  };
  return {
    description,
    ...(Object.keys(stated).length === 0 ? {} : { headers: stated }),
    ...(schema === null ? {} : { content: contentOf(mediaType, schema, context) }),
  };
}

const headerOf = (description: string): JsonSchema => ({ description, schema: { type: 'string' } });

const fixedHeader = (text: string): JsonSchema => ({
  description: `Always \`${text}\`.`,
  schema: { type: 'string', const: text },
});

function errorResponse(error: ErrorResponse, { replace }: OperationContext): JsonSchema {
  const { status, description, body, examples, codes, stated } = error;
  const headers = { ...(status === 429 || status === 503 ? { 'Retry-After': headerOf('Seconds to wait.') } : {}) };
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === null
      ? {}
      : {
          content: {
            [body.mediaType]: {
              schema: replace(body.schema),
              examples: Object.fromEntries(Object.entries(examples).map(([code, value]) => [code, { value }])),
            },
          },
        }),
    'x-ninefold-codes': [...codes],
    ...(stated.length === 0 ? {} : { 'x-ninefold-stated-codes': [...stated] }),
  };
}
