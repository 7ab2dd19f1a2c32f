// For developing Ninefold: rebuilds the client and restarts the server when sources change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const given = process.argv.slice(2);
const document = given.length > 0 ? given : ['examples/expense-claims.md'];
const vite = [
  join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
  'build',
  '--watch',
  '--emptyOutDir',
  '--logLevel',
  'warn',
];
const server = ['--watch', '--watch-preserve-output', join(root, 'bin', 'ninefold.mjs'), 'dev', ...document];

const children = [vite, server].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
const stopAll = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);
