import { hashOfToken } from '../core/document-hash.ts';
import { addressKey } from '../core/network-address.ts';
import { protocolAnswer } from '../http/answer.ts';
import type { RequestContext } from '../runtime/request-context.ts';
import { knownDevice } from './devices.ts';
import { nameKey } from './sign-in-names.ts';

const minute = 60_000;
const WINDOW = 15 * minute;
const MOST_BY_NAME = 10;
const MOST_BY_ADDRESS = 100;
const MOST_BY_DEVICE = 10;

/** The result of counting a sign-in attempt: refused with a response, or permitted. */
export type Attempt =
  | { readonly refused: Response }
  /** `forgive`: resets the counters of this attempt after a success. */
  | { readonly refused: null; readonly forgive: () => Promise<void> };

/**
 * Counts a sign-in attempt for a name. A device on which the person has signed in before has its own counter. Other
 * attempts count by name and network address together, and by address alone. So attackers at other addresses can't lock
 * a person out.
 */
export async function attemptSignIn(context: RequestContext, typed: string, person: string | null): Promise<Attempt> {
  const device = await knownDevice(context, person);
  if (device !== null) return countUnder(context, [{ name: `device ${device}`, most: MOST_BY_DEVICE, forgives: true }]);
  return attemptFromAddress(context, nameKey(context, typed));
}

/** Counts an attempt by network address, and by target and address together. */
export function attemptFromAddress(context: RequestContext, what: string | null): Promise<Attempt> {
  const from = `address ${addressKey(context.address ?? '')}`;
  const together = what === null ? [] : [{ name: `${from} ${what}`, most: MOST_BY_NAME, forgives: true }];
  return countUnder(context, [{ name: from, most: MOST_BY_ADDRESS, forgives: false }, ...together]);
}

interface Counter {
  readonly name: string;
  readonly most: number;
  /**
   * Whether a success resets the counter. The counter of an address is not reset: the next attempt may target another
   * person.
   */
  readonly forgives: boolean;
}

async function countUnder(context: RequestContext, counters: readonly Counter[]): Promise<Attempt> {
  const { runtime, now } = context;
  const { keys } = runtime.store;
  let isOver = false;
  for (const { name, most } of counters)
    if ((await keys.attempt(hashOfToken(name), now, now - WINDOW)) > most) isOver = true;
  if (isOver) return { refused: protocolAnswer(context, 'TOO_MANY_ATTEMPTS', { retryAfter: WINDOW / 1_000 }) };
  return {
    refused: null,
    forgive: async () => {
      for (const { name, forgives } of counters) if (forgives) await keys.forgive(hashOfToken(name));
    },
  };
}
