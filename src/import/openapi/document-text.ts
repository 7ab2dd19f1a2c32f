import { isObject, type Json, member } from '../../fields/text/json.ts';
import { entitiesText } from './entities-text.ts';

type Node = { readonly [name: string]: Json };

/** A document made from OpenAPI, and what of it could not be stated. */
export interface ImportedDocument {
  readonly text: string;
  readonly notes: readonly string[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * Writes a document with points 3, 7 and 8 from an OpenAPI 3 document; all else is not shown. What the notation has no
 * words for is not guessed but noted. Null if it is no OpenAPI 3.
 */
export function documentFromOpenApi(source: Json): ImportedDocument | null {
  if (!isObject(source) || !/^3\./.test(String(member(source, 'openapi')))) return null;
  const notes: string[] = [];
  const paths = nodeAt(source, 'paths');
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Operation[] => {
      const node = isObject(item) ? item[method] : undefined;
      return node === undefined || !isObject(node) ? [] : [{ method: method.toUpperCase(), path, node }];
    }),
  );
  const stated = operations.filter(({ node }) => node['x-ninefold-assumed'] === undefined);
  const names = Object.keys(nodeAt(nodeAt(source, 'components'), 'schemas'));
  const calls = stated.map((operation) => callRow(operation, names, notes));
  const parts = stated.flatMap((operation, at) => partOf(operation, calls[at]?.[0] ?? ''));
  const info = nodeAt(source, 'info');
  const notShown = (point: number, title: string) => [`## ${point}. ${title}`, '', 'not shown.', ''];
  const lines = [
    `# Specification: ${oneLine(member(info, 'title')) || 'Application'}`,
    '',
    ...notShown(1, 'What the product does and for whom'),
    ...notShown(2, 'Screens and routes'),
    '## 3. Entities and their fields',
    '',
    ...entitiesText(source, notes),
    ...notShown(4, 'States and transitions'),
    ...notShown(5, 'Validation rules'),
    ...notShown(6, 'Roles and permissions'),
    '## 7. The calls it makes',
    '',
    ...keyLines(source, {
      Names: 'names',
      'Other calls': 'other-calls',
      'If-Match': 'if-match',
      'Unknown members': 'unknown-members',
      'Absent members': 'absent-members',
      'Null members': 'null-members',
      'Empty texts': 'empty-texts',
      Times: 'times',
      Decimals: 'decimals',
      'Rate limit': 'rate-limit',
      'Idempotency-Key': 'idempotency-key',
      'Allowed for': 'allowed-for',
      'Order of refusals': 'order-of-refusals',
    }),
    '| Call | Method and path | Does | Sends | Gets | May fail with |',
    '| --- | --- | --- | --- | --- | --- |',
    ...calls.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
    ...parts,
    '## 8. The error catalogue',
    '',
    ...errorsText(source, stated),
    ...notShown(9, 'Business constants and limits'),
  ];
  return { text: `${lines.join('\n').trimEnd()}\n`, notes };
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly node: Node;
}

const nodeAt = (node: Node, name: string): Node => {
  const found = member(node, name);
  return isObject(found) ? found : {};
};

const oneLine = (value: Json): string => (typeof value === 'string' ? value.replaceAll(/\s+/g, ' ').trim() : '');

const noteIn = (node: Node, name: string): string => {
  const value = node[`x-ninefold-${name}`];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Writes the stated extensions of a node as keys, with a blank line after them. */
function keyLines(node: Node, keys: Readonly<Record<string, string>>): string[] {
  const lines = Object.entries(keys).flatMap(([key, name]) => {
    const value = noteIn(node, name);
    return value === '' ? [] : [`- ${key}: ${value.startsWith('{') ? `\`${value}\`` : value}`];
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

function callRow({ method, path, node }: Operation, names: readonly string[], notes: string[]): string[] {
  const name = noteIn(node, 'call') || oneLine(member(node, 'operationId')) || `${method} ${path}`;
  const does = doesOf(node);
  if (does === '') notes.push(`${method} ${path}: what it does is not stated; write it under Does.`);
  const listed = node['x-ninefold-query'];
  const isOwn = node['x-ninefold-call'] !== undefined;
  const parameters = member(node, 'parameters');
  const query = Array.isArray(listed)
    ? listed.map(String)
    : isOwn || !Array.isArray(parameters)
      ? []
      : parameters.flatMap((each: Json) => (isObject(each) && each['in'] === 'query' ? [String(each['name'])] : []));
  const stated = noteIn(node, 'path') || path;
  const address = `${method} ${stated}${query.length === 0 ? '' : `?${query.map((each) => `${each}=`).join('&')}`}`;
  const gets = noteIn(node, 'gets') || (isOwn ? '' : schemaName(successOf(node), names));
  const sends = noteIn(node, 'sends');
  if (!isOwn && member(node, 'requestBody') !== null)
    notes.push(`${method} ${path}: its body is not stated; write it under Sends.`);
  return [name, address, does, code(sends), code(gets), noteIn(node, 'errors')];
}

function doesOf(node: Node): string {
  const where = noteIn(node, 'where');
  return `${noteIn(node, 'does')}${where === '' ? '' : ` where \`${where}\``}`;
}

/** Shapes stand in backticks. */
const code = (text: string): string => (/[{[]/.test(text) ? `\`${text}\`` : text);

function successOf(node: Node): Node {
  const found = Object.entries(nodeAt(node, 'responses')).find(([status]) => /^2\d\d$/.test(status))?.[1] ?? null;
  const content = isObject(found) ? nodeAt(found, 'content') : {};
  const [body] = Object.values(content);
  return body !== undefined && isObject(body) ? nodeAt(body, 'schema') : {};
}

/** Returns `Pet` or `[Pet]` for a schema that is one named component or a list of it. */
function schemaName(schema: Node, names: readonly string[]): string {
  const reference = String(member(schema, '$ref') ?? '');
  const name = reference.split('/').at(-1) ?? '';
  if (names.includes(name)) return name;
  const below = member(schema, 'items');
  const item = isObject(below) ? schemaName(below, names) : '';
  return item === '' ? '' : `[${item}]`;
}

/** Writes the part of a call with the keys that it states. */
function partOf({ node }: Operation, name: string): string[] {
  const own = noteIn(node, 'call') !== '';
  const status = Object.keys(nodeAt(node, 'responses')).find((each) => /^20[0124]$/.test(each)) ?? '';
  const withStatus: Node = own || status === '' ? node : { ...node, 'x-ninefold-status': status };
  const lines = keyLines(withStatus, {
    'If-Match': 'if-match',
    'Unknown members': 'unknown-members',
    'Absent members': 'absent-members',
    'Null members': 'null-members',
    'Empty texts': 'empty-texts',
    Times: 'times',
    Decimals: 'decimals',
    'Rate limit': 'rate-limit',
    'Idempotency-Key': 'idempotency-key',
    'Allowed for': 'allowed-for',
    'Order of refusals': 'order-of-refusals',
    Status: 'status',
  });
  return lines.length === 0 ? [] : [`### ${name}`, '', ...lines];
}

/** Writes the errors that the operations state, each once. */
function errorsText(source: Node, operations: readonly Operation[]): string[] {
  const shared = nodeAt(nodeAt(source, 'components'), 'responses');
  const found = new Map<string, string>();
  for (const { node } of operations)
    for (const [status, response] of Object.entries(nodeAt(node, 'responses'))) {
      if (!/^[45]\d\d$/.test(status) || !isObject(response)) continue;
      const name =
        String(member(response, '$ref') ?? '')
          .split('/')
          .at(-1) ?? '';
      const codes = (name === '' ? response : nodeAt(shared, name))['x-ninefold-stated-codes'];
      for (const each of Array.isArray(codes) ? codes : [])
        if (!found.has(String(each))) found.set(String(each), status);
    }
  const keys = keyLines(source, { Body: 'error-body', 'Media type': 'error-media-type' });
  if (found.size === 0) return [...keys, ...(keys.length === 0 ? ['not shown.', ''] : [])];
  const rows = [...found].map(([each, status]) => `| ${each} | ${status} |`);
  return [...keys, '| Code | Status |', '| --- | --- |', ...rows, ''];
}
