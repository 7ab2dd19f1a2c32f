// Written by `npm run index` from what this folder holds.
import type { Command } from './command.ts';

export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
]);
