import type { Screen } from '../../model/types/model.ts';
import type { CheckContext } from '../runner/check.ts';
import { opensScreen } from './field-access.ts';

/** A stated link from a screen to another address. */
export interface ScreenLink {
  readonly kind: 'link' | 'redirect' | 'otherwise' | 'next';
  readonly route: string;
  readonly at: Screen['at'];
}

/** Returns all links from a screen to addresses of the application. */
export function linksFrom({ kind, links, next, otherwise }: Screen): readonly ScreenLink[] {
  const all: (ScreenLink | null)[] = [
    ...links.map(({ route, at }): ScreenLink => ({ kind: 'link', route, at })),
    otherwise === null ? null : { ...otherwise, kind: kind === 'redirect' ? 'redirect' : 'otherwise' },
    next === null ? null : { ...next, kind: 'next' },
  ];
  return all.filter((link): link is ScreenLink => link !== null && isOwn(link.route));
}

/** Whether the address belongs to the application and not to the built-in pages. */
function isOwn(route: string): boolean {
  return /^\/(?!\/|[_-](?:\/|$))/.test(route);
}

/** Returns the words and parameters of a route, without its query and hash. */
export function pathStepsOf(route: string): readonly string[] {
  return route
    .replace(/[?#].*$/s, '')
    .split('/')
    .filter((step) => step !== '');
}

export function isParameter(step: string): boolean {
  return step.startsWith(':') && step.length > 1;
}

const OTHER_SIGNS = [/^\{(.+)\}$/, /^<(.+)>$/, /^\[(.+)\]$/, /^\$(.+)$/] as const;

/**
 * Returns the name that a malformed parameter of a route segment means: with another sign than `:` (`{id}`), not at the
 * start of the segment (`claim-:id`), or with more after the name (`:id.json`). Null if the segment is correct.
 */
export function intendedParameter(step: string): string | null {
  for (const sign of OTHER_SIGNS) {
    const name = sign.exec(step)?.[1];
    if (name !== undefined) return firstWord(name);
  }
  if (isParameter(step)) return /^:[\p{L}\p{N}_-]+$/u.test(step) ? null : firstWord(step);
  const within = /:([\p{L}_][\p{L}\p{N}_]*)/u.exec(step)?.[1];
  return step === ':' ? 'id' : (within ?? null);
}

function firstWord(text: string): string {
  return /[\p{L}_][\p{L}\p{N}_]*/u.exec(text)?.[0] ?? 'id';
}

/** Returns the names of a route's parameters. */
export function parametersOf(route: string): readonly string[] {
  return pathStepsOf(route)
    .filter(isParameter)
    .map((step) => step.slice(1));
}

interface Branch<S> {
  screen: S | null;
  readonly words: Map<string, Branch<S>>;
  parameter: Branch<S> | null;
}

/**
 * Returns a function that finds the screen for an address as the server does: a literal word takes precedence over a
 * parameter, and the first of two equal routes counts. A parameter in the address stands for any value.
 */
export function screenFinder<S extends Pick<Screen, 'route'>>(screens: readonly S[]): (route: string) => S | null {
  const root = branch<S>();
  for (const screen of screens) {
    let at = root;
    for (const step of pathStepsOf(screen.route)) at = isParameter(step) ? parameterOf(at) : wordOf(at, step);
    at.screen ??= screen;
  }
  return (route) => found(root, pathStepsOf(route));
}

function branch<S>(): Branch<S> {
  return { screen: null, words: new Map(), parameter: null };
}

function parameterOf<S>(at: Branch<S>): Branch<S> {
  at.parameter ??= branch();
  return at.parameter;
}

function wordOf<S>(at: Branch<S>, word: string): Branch<S> {
  const known = at.words.get(word) ?? branch();
  at.words.set(word, known);
  return known;
}

/** Searches level by level, literal words first, so that no branch is visited twice. */
function found<S>(root: Branch<S>, steps: readonly string[]): S | null {
  let level: readonly Branch<S>[] = [root];
  for (const step of steps) {
    level = level.flatMap(({ words, parameter }) => {
      const word = isParameter(step) ? undefined : words.get(step);
      return [...(word === undefined ? [] : [word]), ...(parameter === null ? [] : [parameter])];
    });
  }
  return level.find(({ screen }) => screen !== null)?.screen ?? null;
}

/** A link with the screen that contains it. */
export interface LinkOnScreen {
  readonly screen: Screen;
  readonly link: ScreenLink;
}

/** Returns the stated links. */
export function linksIn({ model }: CheckContext): readonly LinkOnScreen[] {
  return model.screens.flatMap((screen) =>
    screen.standing === 'stated' ? linksFrom(screen).map((link) => ({ screen, link })) : [],
  );
}

/** Returns the roles that people sign in with and that do not come from a relation. */
export function plainRoles({ access, schema }: CheckContext): readonly string[] {
  return [...schema.roles.values()]
    .filter(({ guest, name, relation }) => !guest && relation.length === 0 && access.canHold(name))
    .map(({ name }) => name);
}

/** Returns those of `roles` that certainly cannot open a screen. */
export function rolesShutOut(screen: Screen, roles: readonly string[], context: CheckContext): readonly string[] {
  return screen.kind === 'sign-in' ? [] : roles.filter((role) => opensScreen(screen, role, context) === 'no');
}
