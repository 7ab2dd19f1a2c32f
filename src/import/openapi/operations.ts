import type { BodyFormat } from '../../model/types/call.ts';
import { asList, asNode, listAt, type Node, nodeAt, oneLine, resolved, textAt } from './openapi-node.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** An operation of an OpenAPI document. */
export interface Operation {
  /** The operationId, else the method and path. */
  readonly name: string;
  readonly method: string;
  /** The path as listed, with the path of the server before it. */
  readonly path: string;
  readonly node: Node;
  readonly parameters: readonly Node[];
  /** The schema of a body in JSON, else of a form; null if it takes none. */
  readonly request: Node | null;
  /** The formats in which it takes its body. */
  readonly bodies: readonly BodyFormat[];
  /** The lowest status of success; 0 if it states none. */
  readonly status: number;
  /** The schema of the successful body in JSON; null if it states none. */
  readonly answer: Node | null;
  /** The headers of the successful response. */
  readonly headers: Node;
}

/** Returns all operations of a document, in its order. */
export function operationsOf(source: Node): readonly Operation[] {
  const base = basePath(source);
  return Object.entries(nodeAt(source, 'paths')).flatMap(([path, value]) => {
    const item = resolved(source, asNode(value));
    return METHODS.flatMap((method) => {
      const node = nodeAt(item, method);
      return Object.keys(node).length === 0 ? [] : [operationOf(source, method, `${base}${path}`, item, node)];
    });
  });
}

function operationOf(source: Node, method: string, path: string, item: Node, node: Node): Operation {
  const body = resolved(source, nodeAt(node, 'requestBody'));
  const [status, success] = successOf(source, node);
  return {
    name: oneLine(textAt(node, 'operationId')) || `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    node,
    parameters: [...listAt(item, 'parameters'), ...listAt(node, 'parameters')].map((each) =>
      resolved(source, asNode(each)),
    ),
    request: jsonSchema(body) ?? schemaOfType(body, FORM),
    bodies: [
      ...(jsonSchema(body) === null ? [] : (['JSON'] as const)),
      ...(schemaOfType(body, FORM) === null ? [] : (['form'] as const)),
    ],
    status,
    answer: jsonSchema(success),
    headers: nodeAt(success, 'headers'),
  };
}

function successOf(source: Node, node: Node): readonly [number, Node] {
  const found = Object.entries(nodeAt(node, 'responses'))
    .filter(([status]) => /^2\d\d$/.test(status))
    .sort(([one], [other]) => Number(one) - Number(other));
  const [status, response] = found[0] ?? ['0', {}];
  return [Number(status), resolved(source, asNode(response))];
}

const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

const jsonSchema = (body: Node): Node | null => schemaOfType(body, /[/+]json\b/i);

function schemaOfType(body: Node, mediaType: RegExp): Node | null {
  const found = Object.entries(nodeAt(body, 'content')).find(([type]) => mediaType.test(type));
  return found === undefined ? null : nodeAt(asNode(found[1]), 'schema');
}

/** Returns the path that all servers have; empty if they differ. */
function basePath(source: Node): string {
  const paths = new Set(
    asList(source['servers']).map((server) => {
      const path = textAt(asNode(server), 'url').replace(/^[a-z]+:\/\/[^/]*/i, '');
      return path.includes('{') ? '' : path.replace(/\/+$/, '');
    }),
  );
  const [path = ''] = paths;
  return paths.size === 1 && path.startsWith('/') ? path : '';
}
