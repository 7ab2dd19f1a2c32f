import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { Env, Inference } from './inference.ts';

/** Words of the language that stand for a value. */
export const WORDS = ['this', 'old', 'me', 'now', 'today'] as const;
export type Word = (typeof WORDS)[number];

/** The entity whose fields bare names are: that whose record is `this`, within a query the one that is looked through. */
export function entityHere(inference: Inference, env: Env): EntitySchema | null {
  const name = env.queried?.entity ?? inference.entity;
  return name === null ? null : (inference.schema.entities.get(name) ?? null);
}

/** Whether a bare name means something of its own, and not just a choice of the other operand's type. */
export function isBound(name: string, inference: Inference, env: Env): boolean {
  if (env.locals.has(name) || isWord(name) || inference.schema.constants.has(name)) return true;
  return entityHere(inference, env)?.attributes.has(name) ?? false;
}

/** Whether a name is one of them. */
export function isWord(name: string): name is Word {
  return WORDS.some((word) => word === name);
}
