import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Screen } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import { screenRoles } from './2-people.ts';

/** A screen while what is said of it is read. */
export interface Growing {
  readonly reader: Reader;
  screen: Screen;
  /** Ways by the name of a screen, which are looked up when all screens are known. */
  readonly ways: Way[];
  /** Stretches that were not, or not wholly, read. */
  readonly unread: Span[];
  /** The words before narrow what is shown, and the condition is not understood. */
  narrowed: boolean;
  /** What each column of a board stands for. */
  per: string | null;
  /** Other addresses that lead here. */
  readonly redirects: Span[];
}

export type Way =
  | { readonly kind: 'link'; readonly text: string; readonly to: Span }
  /** From another screen to this one. */
  | { readonly kind: 'from'; readonly from: Span }
  /** To the record that a form has made. */
  | { readonly kind: 'made'; readonly at: Span };

export type Read = 'all' | 'some' | 'no';

export type Pattern = (growing: Growing, span: Span) => Read;

export const set = (growing: Growing, change: Partial<Screen>): 'all' => {
  growing.screen = { ...growing.screen, ...change };
  return 'all';
};

export function formulaOf(text: string, reader: Reader, at: Span): Formula {
  return { text, at: reader.place(at), tree: parseExpression(text).tree };
}

export const readRoles = (growing: Growing, span: Span): boolean => {
  const roles = screenRoles(growing.reader, span);
  if (roles === undefined) return false;
  const { screen } = growing;
  // Whoever it is for is said once; a second saying must not widen it.
  if (screen.roles === null || screen.roles.length > 0) return sameNames(screen.roles, roles);
  growing.screen = { ...screen, roles: roles === null ? null : [...roles] };
  return roles !== null;
};

function sameNames(one: Screen['roles'], other: Screen['roles']): boolean {
  const key = (roles: Screen['roles']) => JSON.stringify(roles?.map(({ name }) => name).toSorted() ?? null);
  return key(one) === key(other);
}
