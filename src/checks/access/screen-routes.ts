import type { Screen } from '../../model/types/model.ts';
import type { CheckContext, PartContext } from '../runner/check.ts';
import { opensScreen } from './field-access.ts';

/** A way from one screen to another address, as stated. */
export interface Lead {
  readonly kind: 'link' | 'redirect' | 'otherwise' | 'next';
  readonly route: string;
  readonly at: Screen['at'];
}

/** All ways that lead from a screen to another address of the application; one that stays where it is leads nowhere else. */
export function leadsFrom({ kind, links, next, otherwise }: Screen): readonly Lead[] {
  const leads: (Lead | null)[] = [
    ...links.map(({ route, at }): Lead => ({ kind: 'link', route, at })),
    otherwise === null ? null : { ...otherwise, kind: kind === 'redirect' ? 'redirect' : 'otherwise' },
    next === null ? null : { ...next, kind: 'next' },
  ];
  return leads.filter((lead): lead is Lead => lead !== null && isOwn(lead.route));
}

/** An address of this application, and none of our own pages. */
function isOwn(route: string): boolean {
  return /^\/(?!\/|[_-](?:\/|$))/.test(route);
}

/** The words and parameters of a route; what stands behind a question mark or a hash is no part of it. */
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

/** The name of a parameter that is written in other signs, begins behind others, or ends in more than a name; else null. */
export function meantParameter(step: string): string | null {
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

/** The names of a route's parameters. */
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
 * Finds the screen of an address as the server does: a stated word goes before a parameter, of two equal routes the first
 * counts. A parameter of the address itself stands for any value.
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

/** Level by level, the more exact ways first, so that no way is looked at twice. */
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

/** A lead with the screen that it stands on. */
export interface Leaving {
  readonly screen: Screen;
  readonly lead: Lead;
}

/** The stated ways to other screens, part by part. */
export function leavingIn({ model }: PartContext): readonly Leaving[] {
  return model.screens.flatMap((screen) =>
    screen.standing === 'stated' ? leadsFrom(screen).map((lead) => ({ screen, lead })) : [],
  );
}

/** The roles that people sign in with and that no record decides. */
export function plainRoles({ access, schema }: CheckContext): readonly string[] {
  return [...schema.roles.values()]
    .filter(({ guest, name, relation }) => !guest && relation.length === 0 && access.canHold(name))
    .map(({ name }) => name);
}

/** Those of `roles` that can surely not open a screen. */
export function shutOut(screen: Screen, roles: readonly string[], context: CheckContext): readonly string[] {
  return screen.kind === 'sign-in' ? [] : roles.filter((role) => opensScreen(screen, role, context) === 'no');
}
