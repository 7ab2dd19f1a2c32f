import type { Io } from './command.ts';

/** What stands in the way of running, as a sentence for whoever typed the command. */
export class CommandError extends Error {}

/** Says what is wrong with the command or its surroundings; the exit code of wrong use. */
export function reportWrongUse(io: Io, sentence: string): number {
  io.stderr(sentence);
  return 2;
}
