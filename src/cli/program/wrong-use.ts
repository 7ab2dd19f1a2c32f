import type { Io } from './command.ts';

/** A problem that prevents a command from running, as a sentence for the person who typed it. */
export class CommandError extends Error {}

/** Prints what is wrong with the command or its environment. Returns the exit code of wrong use. */
export function reportWrongUse(io: Io, sentence: string): number {
  io.stderr(sentence);
  return 2;
}
