// Written by `npm run index` from what this folder holds.
import type { Command } from './program/command.ts';

export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['backup', async () => (await import('./commands/backup.ts')).command],
  ['check', async () => (await import('./commands/check.ts')).command],
  ['dev', async () => (await import('./commands/dev.ts')).command],
  ['diff', async () => (await import('./commands/diff.ts')).command],
  ['explain', async () => (await import('./commands/explain.ts')).command],
  ['export', async () => (await import('./commands/export.ts')).command],
  ['fmt', async () => (await import('./commands/fmt.ts')).command],
  ['import', async () => (await import('./commands/import.ts')).command],
  ['print', async () => (await import('./commands/print.ts')).command],
  ['restore', async () => (await import('./commands/restore.ts')).command],
  ['start', async () => (await import('./commands/start.ts')).command],
  ['user', async () => (await import('./commands/user.ts')).command],
  ['verify', async () => (await import('./commands/verify.ts')).command],
]);
