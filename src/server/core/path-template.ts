/**
 * A route pattern such as `/orders/:id` with the value for one method. A segment that starts with a colon is a
 * parameter.
 */
export interface Route<T> {
  readonly method: string;
  readonly pattern: string;
  readonly value: T;
}

/**
 * The result of matching a path: a value with its pattern and parameters, the methods that the path has instead, or
 * nothing.
 */
export type RouteMatch<T> =
  | {
      readonly found: 'value';
      readonly value: T;
      readonly pattern: string;
      readonly params: ReadonlyMap<string, string>;
    }
  | { readonly found: 'methods'; readonly allow: readonly string[] }
  | { readonly found: 'nothing' };

interface Node<T> {
  readonly words: Map<string, Node<T>>;
  parameter: Node<T> | null;
  readonly leaves: Map<string, Leaf<T>>;
}

interface Leaf<T> {
  readonly pattern: string;
  readonly names: readonly string[];
  readonly value: T;
}

/**
 * Compiles routes to a matcher. Literal segments take precedence over parameters; of two equivalent routes the first
 * wins. Only a leading colon of a segment is special, so that routes can contain any text.
 */
export function compilePaths<T>(routes: readonly Route<T>[]): (method: string, path: string) => RouteMatch<T> {
  const root = emptyNode<T>();
  for (const route of routes) addRoute(root, route);
  return (method, path) => {
    const segments = segmentsOf(path);
    if (segments === null) return { found: 'nothing' };
    const allow = new Set<string>();
    const hit = search(root, segments, 0, [], method, allow);
    if (hit !== null) return hit;
    return allow.size > 0 ? { found: 'methods', allow: [...allow] } : { found: 'nothing' };
  };
}

function emptyNode<T>(): Node<T> {
  return { words: new Map(), parameter: null, leaves: new Map() };
}

function addRoute<T>(root: Node<T>, { method, pattern, value }: Route<T>): void {
  const names: string[] = [];
  let node = root;
  for (const segment of patternSegments(pattern)) {
    if (segment.startsWith(':') && segment.length > 1) {
      names.push(segment.slice(1));
      node.parameter ??= emptyNode();
      node = node.parameter;
    } else {
      const next = node.words.get(segment) ?? emptyNode<T>();
      node.words.set(segment, next);
      node = next;
    }
  }
  if (!node.leaves.has(method)) node.leaves.set(method, { pattern, names, value });
}

function search<T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  values: readonly string[],
  method: string,
  allow: Set<string>,
): RouteMatch<T> | null {
  const segment = segments[at];
  if (segment === undefined) {
    const leaf = node.leaves.get(method);
    if (leaf !== undefined) {
      const { value, pattern, names } = leaf;
      return { found: 'value', value, pattern, params: named(names, values) };
    }
    for (const other of node.leaves.keys()) allow.add(other);
    return null;
  }
  const word = node.words.get(segment);
  const byWord = word === undefined ? null : search(word, segments, at + 1, values, method, allow);
  if (byWord !== null || node.parameter === null || segment === '') return byWord;
  return search(node.parameter, segments, at + 1, [...values, segment], method, allow);
}

function named(names: readonly string[], values: readonly string[]): Map<string, string> {
  return new Map(names.map((name, index) => [name, values[index] ?? '']));
}

function patternSegments(pattern: string): string[] {
  return pattern === '/' || pattern === '' ? [] : pattern.replace(/^\//, '').split('/');
}

/** Returns the decoded segments of a path; null if a percent escape is malformed. */
function segmentsOf(path: string): string[] | null {
  if (path === '/') return [];
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}
