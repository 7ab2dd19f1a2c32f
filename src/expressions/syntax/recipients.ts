import type { Tree } from '../../model/types/formula.ts';

const SEVERAL_WORDS = /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)+$/u;

/** Returns the tree of a name of several words, such as that of a role; null for any other text. */
export function recipientTree(text: string): Tree | null {
  return SEVERAL_WORDS.test(text) ? { op: 'name', name: text, from: 0, to: text.length } : null;
}

/** The name under which e-mails are in the outbox, where outside calls have the id of the call. */
export const EMAIL = 'email';
