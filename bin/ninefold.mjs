#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import v8 from 'node:v8';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = manifest.engines.node.replace('>=', '');
const [major, minor] = process.versions.node.split('.').map(Number);
const [neededMajor, neededMinor] = needed.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  process.stderr.write(
    `Ninefold needs Node ${needed} or later and this is Node ${process.versions.node}: install a newer one from https://nodejs.org and run the same command again.\n`,
  );
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  // Keep V8's new space small and skip its baseline compiler, which saves about 25 MB in an idle server. Under load the
  // new space grows (src/server/node/grow-heap-on-demand.ts), and the old space is collected earlier.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  v8.setFlagsFromString('--no-sparkplug');
  v8.setFlagsFromString('--heap-growing-percent=75');
  const source = new URL('../src/cli/program/main.ts', import.meta.url);
  const program = existsSync(source) ? source : new URL('../dist/cli/main.js', import.meta.url);
  import(program.href).then(({ main, processIo }) =>
    main(process.argv.slice(2), processIo()).then((code) => {
      process.exitCode = code;
    }),
  );
}
