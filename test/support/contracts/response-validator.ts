import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Node = { readonly [name: string]: unknown };

/** A response as the validator reads it. */
export interface SeenResponse {
  readonly status: number;
  readonly mediaType: string | null;
  readonly text: string;
}

/** Validates responses against an OpenAPI document. */
export interface ResponseValidator {
  /** Returns what a response has that its operation does not state; empty if it is as stated. */
  readonly problems: (method: string, template: string, response: SeenResponse) => readonly string[];
}

export function createResponseValidator(document: object): ResponseValidator {
  const ajv = new Ajv2020({ strict: false, validateFormats: true, allErrors: false });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
  ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/);
  ajv.addFormat('unix-time', { type: 'number', validate: Number.isInteger });
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  ajv.addFormat('email', /^\S+@\S+$/);
  ajv.addFormat('uri', /^https?:\/\/\S+$/);
  ajv.addSchema({ ...document, $id: 'https://example.com/openapi.json' });
  const compiled = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const cached = compiled.get(pointer) ?? ajv.compile({ $ref: `https://example.com/openapi.json#${pointer}` });
    compiled.set(pointer, cached);
    return cached;
  };
  return {
    problems: (method, template, { status, mediaType, text }) => {
      const inline = ['paths', template, method.toLowerCase(), 'responses', String(status)];
      const stated = at(document, inline);
      if (stated === undefined) return [`status ${status} is not stated: ${text.slice(0, 300)}`];
      const shared = typeof stated['$ref'] === 'string' ? stated['$ref'].replace('#/', '').split('/') : null;
      const path = shared ?? inline;
      const content = at(document, [...path, 'content']);
      if (content === undefined) return text === '' ? [] : [`status ${status} states no body: ${text.slice(0, 300)}`];
      const type = mediaType?.split(';')[0] ?? '';
      if (content[type] === undefined) return [`status ${status} does not state ${type}`];
      const validate = validatorAt(pointerOf([...path, 'content', type, 'schema']));
      if (validate(JSON.parse(text))) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${status} ${instancePath} ${message} ${JSON.stringify(params)}: ${text.slice(0, 600)}`,
      );
    },
  };
}

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

function at(document: object, path: readonly string[]): Node | undefined {
  let node: unknown = document;
  for (const part of path) {
    if (node === null || typeof node !== 'object' || !Object.hasOwn(node, part)) return undefined;
    node = (node as Node)[part];
  }
  return node as Node;
}
