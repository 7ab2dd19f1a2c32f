import type { JsonSchema } from '../schemas/json-schema.ts';
import { componentName } from './components.ts';
import type { OpenApi, OpenApiOperation, PathItem } from './document.ts';

/** Moves responses that several operations have into components. */
export function shareResponses(document: OpenApi): OpenApi {
  const counts = new Map<string, { readonly status: string; readonly response: JsonSchema; count: number }>();
  for (const { responses } of operationsIn(document))
    for (const [status, response] of Object.entries(responses)) {
      const key = JSON.stringify([status, response]);
      const found = counts.get(key) ?? { status, response, count: 0 };
      found.count += 1;
      counts.set(key, found);
    }
  const names = new Map<string, string>();
  const shared: Record<string, JsonSchema> = {};
  for (const [key, { status, response, count }] of counts) {
    if (count === 1 || !('content' in response)) continue;
    const [code = 'Success'] = Array.isArray(response['x-ninefold-codes']) ? response['x-ninefold-codes'] : [];
    const start = componentName(`${status}_${String(code)}`);
    let name = start;
    for (let number = 2; Object.hasOwn(shared, name); number += 1) name = `${start}_${number}`;
    names.set(key, name);
    shared[name] = response;
  }
  const referred = (status: string, response: JsonSchema): JsonSchema => {
    const name = names.get(JSON.stringify([status, response]));
    return name === undefined ? response : { $ref: `#/components/responses/${name}` };
  };
  const operation = (each: OpenApiOperation): OpenApiOperation => ({
    ...each,
    responses: Object.fromEntries(
      Object.entries(each.responses).map(([status, response]) => [status, referred(status, response)]),
    ),
  });
  const item = (each: PathItem): PathItem =>
    Object.fromEntries(Object.entries(each).map(([method, one]) => [method, operation(one)]));
  const paths = Object.fromEntries(Object.entries(document.paths).map(([path, each]) => [path, item(each)]));
  return { ...document, paths, components: { ...document.components, responses: shared } };
}

/** Returns all operations of a document. */
export const operationsIn = ({ paths }: Pick<OpenApi, 'paths'>): readonly OpenApiOperation[] =>
  Object.values(paths).flatMap((item) => Object.values(item));

/** Returns a response of an operation, also if it is shared; undefined if the operation does not state the status. */
export function responseOf(
  { components }: Pick<OpenApi, 'components'>,
  { responses }: OpenApiOperation,
  status: string,
): JsonSchema | undefined {
  const response = responses[status];
  const reference = response?.['$ref'];
  return typeof reference === 'string' ? components.responses[reference.split('/').at(-1) ?? ''] : response;
}
