// Written by `npm run index` from what this folder holds.
import type { Command } from './command.ts';

export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['backup', async () => (await import('./backup.ts')).command],
  ['check', async () => (await import('./check.ts')).command],
  ['dev', async () => (await import('./dev.ts')).command],
  ['diff', async () => (await import('./diff.ts')).command],
  ['explain', async () => (await import('./explain.ts')).command],
  ['fmt', async () => (await import('./fmt.ts')).command],
  ['print', async () => (await import('./print.ts')).command],
  ['restore', async () => (await import('./restore.ts')).command],
  ['start', async () => (await import('./start.ts')).command],
  ['user', async () => (await import('./user.ts')).command],
  ['verify', async () => (await import('./verify.ts')).command],
]);
