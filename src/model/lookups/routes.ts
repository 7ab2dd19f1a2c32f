/** The screen at a path, and its parameters by name. */
export interface Match<S> {
  readonly screen: S;
  readonly params: ReadonlyMap<string, string>;
}

/**
 * Returns the screen at a path, by the server's rules: a literal segment precedes a parameter, the first of two equal
 * routes wins, and only a leading colon makes a segment a parameter. Null if no route matches.
 */
export function matchRoute<S extends { readonly route: string }>(screens: readonly S[], path: string): Match<S> | null {
  const words = segmentsOf(path);
  if (words === null) return null;
  const matching = screens.filter(({ route }) => fits(patternOf(route), words));
  const [screen] = matching.toSorted((one, other) => compared(patternOf(one.route), patternOf(other.route)));
  if (screen === undefined) return null;
  const params = patternOf(screen.route).flatMap((part, index) =>
    isParameter(part) ? [[part.slice(1), words[index] ?? ''] as const] : [],
  );
  return { screen, params: new Map(params) };
}

/**
 * Returns the path of a route with these parameters. A missing parameter gives an empty segment, which matches no
 * route.
 */
export function pathOf(
  route: string,
  params: Readonly<Record<string, string>> | ReadonlyMap<string, string> = {},
): string {
  const values = params instanceof Map ? params : new Map(Object.entries(params));
  const parts = patternOf(route).map((part) => (isParameter(part) ? (values.get(part.slice(1)) ?? '') : part));
  return `/${parts.map(encodeURIComponent).join('/')}`;
}

/** Returns the names of a route's parameters, in order. */
export function parametersOf(route: string): readonly string[] {
  return patternOf(route)
    .filter(isParameter)
    .map((part) => part.slice(1));
}

const isParameter = (part: string): boolean => part.startsWith(':') && part.length > 1;

const patternOf = (route: string): string[] =>
  route === '/' || route === '' ? [] : route.replace(/^\//, '').split('/');

function fits(pattern: readonly string[], words: readonly string[]): boolean {
  return (
    pattern.length === words.length &&
    pattern.every((part, index) => (isParameter(part) ? words[index] !== '' : part === words[index]))
  );
}

/** Orders patterns: at the first segment where they differ, the literal one comes first. */
function compared(one: readonly string[], other: readonly string[]): number {
  for (const [index, part] of one.entries()) {
    const difference = Number(isParameter(part)) - Number(isParameter(other[index] ?? ''));
    if (difference !== 0) return difference;
  }
  return 0;
}

function segmentsOf(path: string): string[] | null {
  if (path === '/') return [];
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
}
