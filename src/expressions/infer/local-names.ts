import type { EntitySchema } from '../../model/lookups/schema.ts';
import type { Env, Inference } from './inference.ts';

/** Words of the language that are values. */
export const WORDS = ['this', 'old', 'me', 'now', 'today'] as const;
export type Word = (typeof WORDS)[number];

/** Returns the entity whose fields bare names are: the entity of `this`, or the queried one within a query. */
export function entityHere(inference: Inference, env: Env): EntitySchema | null {
  const name = env.queried?.entity ?? inference.entity;
  return name === null ? null : (inference.schema.entities.get(name) ?? null);
}

/** Whether a bare name has a meaning of its own, so that it is not just a choice of the other operand's type. */
export function isBound(name: string, inference: Inference, env: Env): boolean {
  if (env.locals.has(name) || isWord(name) || inference.schema.constants.has(name)) return true;
  return entityHere(inference, env)?.attributes.has(name) ?? false;
}

/** Whether a name is a word of the language. */
export function isWord(name: string): name is Word {
  return WORDS.some((word) => word === name);
}
