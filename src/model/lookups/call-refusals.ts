import type { CallOptions, RefusalStep } from '../types/call.ts';
import type { Schema } from './schema.ts';

/** Who may use a call: one of the roles, whoever is signed in, or anyone. */
export interface Callers {
  readonly roles: readonly string[];
  readonly isForAnyone: boolean;
  readonly isForSignedIn: boolean;
}

const ANYONE = 'anyone';
const SIGNED_IN = 'signed in';

/** The words that stand for callers besides roles. */
export const CALLER_WORDS: readonly string[] = [ANYONE, SIGNED_IN];

/** Returns who may use a call as it is stated. A role of the document takes precedence over a word. */
export function statedCallers(
  allowedFor: NonNullable<CallOptions['allowedFor']>,
  roles: Pick<Schema['roles'], 'has'>,
): Callers {
  const names = allowedFor.map(({ name }) => name);
  const isWord = (word: string) => names.some((name) => name.toLowerCase() === word && !roles.has(name));
  return {
    roles: names.filter((name) => roles.has(name)),
    isForAnyone: isWord(ANYONE),
    isForSignedIn: isWord(SIGNED_IN),
  };
}

/** What a call that writes is refused for, in the order in which it is judged if the document states none. */
export const REFUSAL_STEPS: readonly RefusalStep[] = [
  'signed in',
  'allowed',
  'found',
  'version',
  'state',
  'body',
  'rules',
];

/** Steps that need what another one established, which therefore comes first. */
const AFTER: readonly (readonly [later: RefusalStep, earlier: RefusalStep])[] = [
  ['allowed', 'signed in'],
  ['found', 'signed in'],
  ['version', 'signed in'],
  ['state', 'signed in'],
  ['body', 'signed in'],
  ['rules', 'signed in'],
  ['version', 'found'],
  ['state', 'found'],
  ['rules', 'found'],
  ['rules', 'allowed'],
  ['rules', 'body'],
];

/** Returns all steps in the stated order. Those that it does not list follow in their usual order. */
export function wholeOrder(stated: readonly RefusalStep[]): readonly RefusalStep[] {
  const listed = stated.includes('signed in') ? stated : ['signed in' as const, ...stated];
  return [...listed, ...REFUSAL_STEPS.filter((step) => !listed.includes(step))];
}

/** Returns two steps of the order that cannot be judged in it; null if it can be followed. */
export function impossibleIn(
  stated: readonly RefusalStep[],
): { readonly later: RefusalStep; readonly earlier: RefusalStep } | null {
  const order = wholeOrder(stated);
  const wrong = AFTER.find(([later, earlier]) => order.indexOf(later) < order.indexOf(earlier));
  return wrong === undefined ? null : { later: wrong[0], earlier: wrong[1] };
}

/** Returns the whole order; null if none is stated or if it is impossible, so that the usual order holds. */
export const usableOrder = (stated: readonly RefusalStep[] | null): readonly RefusalStep[] | null =>
  stated === null || impossibleIn(stated) !== null ? null : wholeOrder(stated);

/** Returns the name of the call in `call finish`, a cause of a row of the error catalogue; null if it is another cause. */
export const callIn = (cause: string): string | null =>
  /^call\s+(\S.*)$/.exec(cause.replaceAll(/\s+/g, ' ').trim())?.[1] ?? null;
