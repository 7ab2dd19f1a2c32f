import { isObject, type Json } from '../../fields/text/json.ts';
import type { OpenApi, OpenApiOperation } from '../openapi/document.ts';
import { responseOf } from '../openapi/shared-responses.ts';
import { FORM_TYPES } from '../operations/form-media-types.ts';
import type { JsonSchema } from '../schemas/json-schema.ts';
import { CLIENT_RUNTIME } from './client-runtime.ts';
import { commentText, keyText, typeName, typeText } from './type-text.ts';

/** Returns a TypeScript file without dependencies that has a function for each call. */
export function clientText(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Listed => ({ method: method.toUpperCase(), path, operation })),
  );
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${typeName(name)} = ${typeText(schema)};`,
  );
  return [
    `// Written by \`ninefold export client\` from “${commentText(String(document.info['title']))}”. Do not edit it.`,
    CLIENT_RUNTIME,
    signInText(document),
    types.join('\n\n'),
    operations.map((each) => operationTypes(document, each)).join('\n\n'),
    '/** A function for each call. */',
    'export interface Calls {',
    operations.map((each) => indented(signatureOf(each))).join('\n'),
    '}',
    '',
    'export function createClient(options: ClientOptions): Calls {',
    '  return {',
    operations.map((each) => `    ${implementationOf(document, each)}`).join('\n'),
    '  };',
    '}',
    '',
  ].join('\n');
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');

/** Returns the function that signs a request in, in the first way that the document states. */
function signInText({ components }: OpenApi): string {
  const [scheme = {}] = Object.values(components.securitySchemes);
  const own = scheme['x-ninefold-scheme'];
  const name = String(scheme['name'] ?? 'Authorization');
  const header = (header: string, value: string) =>
    `function signIn(headers: Headers, token: string): void {\n  headers.set(${JSON.stringify(header)}, ${value});\n}\n`;
  if (scheme['type'] === 'http') return header('authorization', `\`Bearer \${token}\``);
  if (typeof own === 'string') return header('authorization', `\`${own} \${token}\``);
  if (scheme['in'] === 'cookie') return header('cookie', `\`${name}=\${token}\``);
  return header(name, 'token');
}

/** Returns the types of a call: what it sends, what it answers and its errors. */
function operationTypes(document: OpenApi, { operation }: Listed): string {
  const name = typeName(operation.operationId);
  const members = [
    ...groupText('path', parametersIn(operation, 'path')),
    ...groupText('query', parametersIn(operation, 'query')),
    ...bodyText(operation),
    ...matchText(operation),
  ];
  const isWriting = parametersIn(operation, 'header').some((each) => each['name'] === 'Idempotency-Key');
  const sent = `export interface ${name}Request${isWriting ? ' extends WriteOptions' : ''} {\n${members.join('\n')}\n}`;
  const { answers, errors } = answersOf(document, operation);
  const answer = [...new Set(answers)].join(' | ') || 'Success<200, null>';
  const failed = [...errors.map(errorText), 'Unexpected'].map((each) => `  | ${each}`).join('\n');
  return [sent, `export type ${name}Answer = ${answer};`, `export type ${name}Error =\n${failed};`].join('\n\n');
}

const parametersIn = ({ parameters = [] }: OpenApiOperation, place: string): readonly JsonSchema[] =>
  parameters.filter((each) => each['in'] === place);

function groupText(group: string, parameters: readonly JsonSchema[]): string[] {
  if (parameters.length === 0) return [];
  const isNeeded = (each: JsonSchema): boolean => each['required'] === true;
  const members = parameters.map((each) => {
    const description = commentText(String(each['description'] ?? ''));
    const comment = description === '' ? '' : `    /** ${description} */\n`;
    const type = group === 'path' ? 'string' : typeText((each['schema'] ?? {}) as JsonSchema);
    return `${comment}    readonly ${keyText(String(each['name']))}${isNeeded(each) ? '' : '?'}: ${type};`;
  });
  return [`  readonly ${group}${parameters.some(isNeeded) ? '' : '?'}: {\n${members.join('\n')}\n  };`];
}

function bodyText({ requestBody }: OpenApiOperation): string[] {
  const schema = requestBody === undefined ? null : schemaIn(requestBody);
  if (schema === null) return [];
  return [`  readonly body${requestBody?.['required'] === true ? '' : '?'}: ${bodyType(schema, 1)};`];
}

/** Returns the type of a body: bytes are a `Blob`. */
const bodyType = (schema: JsonSchema, depth = 0): string =>
  schema['format'] === 'binary' ? 'Blob' : typeText(schema, depth);

function matchText(operation: OpenApiOperation): string[] {
  const [match] = parametersIn(operation, 'header').filter((each) => each['name'] === 'If-Match');
  if (match === undefined) return [];
  return [
    '  /** The `etag` of the record as it was read, or `*` for any version. */',
    `  readonly ifMatch${match['required'] === true ? '' : '?'}: string;`,
  ];
}

interface ErrorOf {
  readonly status: number;
  readonly codes: readonly string[];
  readonly body: string;
  /** Where the body has its code; null: nowhere. */
  readonly at: readonly (string | number)[] | null;
}

function answersOf(
  document: OpenApi,
  operation: OpenApiOperation,
): { readonly answers: readonly string[]; readonly errors: readonly ErrorOf[] } {
  const all = Object.keys(operation.responses).map((status) => ({
    status: Number(status),
    response: responseOf(document, operation, status) ?? {},
  }));
  const answers = all
    .filter(({ status }) => status < 300)
    .map(({ status, response }) => {
      const schema = schemaIn(response);
      return `Success<${status}, ${schema === null ? 'null' : bodyType(schema)}>`;
    });
  const errors = all
    .filter(({ status }) => status >= 400)
    .map(({ status, response }): ErrorOf => {
      const schema = schemaIn(response);
      const codes = response['x-ninefold-codes'];
      return {
        status,
        codes: Array.isArray(codes) ? codes.map(String) : [],
        body: schema === null ? 'null' : typeText(schema, 1),
        at: placeOfCode(response),
      };
    });
  return { answers, errors };
}

/** Returns the names of the errors with which a client tells them apart. */
const namesOf = ({ codes, at, status }: ErrorOf): readonly string[] =>
  at !== null || codes.length === 1 ? codes : [`STATUS_${status}`];

function errorText(error: ErrorOf): string {
  const codes = namesOf(error).map((code) => JSON.stringify(code));
  return `{ readonly code: ${codes.join(' | ')}; readonly status: ${error.status}; readonly body: ${error.body} }`;
}

/** Returns where the bodies of a response have their code, as its examples show it. */
function placeOfCode(response: JsonSchema): readonly (string | number)[] | null {
  const content = contentIn(response);
  const examples = content?.['examples'];
  if (examples === undefined || !isObject(examples)) return null;
  const places = Object.entries(examples).map(([code, example]) =>
    isObject(example) ? pathTo(code, example['value'] ?? null) : null,
  );
  const [first = null, ...others] = places;
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null;
}

function pathTo(wanted: string, value: Json): readonly (string | number)[] | null {
  if (value === wanted) return [];
  if (value === null || typeof value !== 'object') return null;
  const isList = Array.isArray(value);
  for (const [name, inside] of Object.entries(value)) {
    const below = pathTo(wanted, inside as Json);
    if (below !== null) return [isList ? Number(name) : name, ...below];
  }
  return null;
}

function contentIn(node: JsonSchema): JsonSchema | null {
  const { content } = node;
  const [first] = content !== undefined && isObject(content) ? Object.values(content) : [];
  return first !== undefined && isObject(first) ? (first as JsonSchema) : null;
}

function schemaIn(node: JsonSchema): JsonSchema | null {
  const schema = contentIn(node)?.['schema'];
  return schema !== undefined && isObject(schema) ? (schema as JsonSchema) : null;
}

function takesFormAlone({ requestBody }: OpenApiOperation): boolean {
  const content = requestBody?.['content'];
  const types = content !== undefined && isObject(content) ? Object.keys(content) : [];
  return types.length > 0 && types.every((type) => FORM_TYPES.includes(type));
}

/** Whether a call needs no arguments. */
const isOptional = (operation: OpenApiOperation): boolean =>
  operation.requestBody?.['required'] !== true &&
  !(operation.parameters ?? []).some((each) => each['required'] === true);

function signatureOf({ method, path, operation }: Listed): string {
  const { operationId, summary } = operation;
  const name = typeName(operationId);
  const optional = isOptional(operation) ? '?' : '';
  return [
    `/** ${commentText(`${summary}: ${method} ${path}`)} */`,
    `readonly ${keyText(operationId)}: (request${optional}: ${name}Request) => Promise<Result<${name}Answer, ${name}Error>>;`,
  ].join('\n');
}

function implementationOf(document: OpenApi, { method, path, operation }: Listed): string {
  const name = typeName(operation.operationId);
  const errors = answersOf(document, operation).errors.map(
    ({ status, codes, at }) => `${status}: { codes: ${JSON.stringify(codes)}, at: ${JSON.stringify(at)} }`,
  );
  const fallback = isOptional(operation) ? ' = {}' : '';
  const format = takesFormAlone(operation) ? ", 'form'" : '';
  return `${keyText(operation.operationId)}: (request${fallback}) => send(options, ${JSON.stringify(method)}, ${JSON.stringify(path)}, request as Sent, { ${errors.join(', ')} }${format}) as Promise<Result<${name}Answer, ${name}Error>>,`;
}
