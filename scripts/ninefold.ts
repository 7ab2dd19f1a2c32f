// Runs `ninefold` from a checkout, after building the client if a command serves it.
import { buildClient } from './client.ts';

const servesTheClient = ['dev', 'start'].includes(process.argv[2] ?? '') && !process.argv.includes('--help');
if (servesTheClient && buildClient() === 'failed') {
  console.error('The client could not be built; the reason stands above.');
  process.exitCode = 1;
} else {
  // npm runs scripts in the checkout's folder, but paths are relative to the person's folder.
  const { npm_lifecycle_event: script, INIT_CWD: folder } = process.env;
  if (script === 'ninefold' && folder !== undefined) process.chdir(folder);
  await import(new URL('../bin/ninefold.mjs', import.meta.url).href);
}
