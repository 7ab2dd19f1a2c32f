// Builds the published package: JavaScript with declarations in dist/lib, the command line in dist/cli, the client in
// dist/client.
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildClient } from './client.ts';
import { buildProgram } from './program.ts';

const root = join(import.meta.dirname, '..');

function buildLibrary(): boolean {
  const target = join(root, 'dist', 'lib');
  rmSync(target, { recursive: true, force: true });
  const tsc = [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json'];
  if (spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' }).status !== 0) return false;
  // Copies the style sheets that `ninefold/client` imports and the pages that `ninefold explain` prints.
  cpSync(join(root, 'src'), target, { recursive: true, filter: (path) => ['', '.css', '.md'].includes(extname(path)) });
  return true;
}

const library = buildLibrary();
const client = buildClient();
await buildProgram();
process.exitCode = library && client !== 'failed' ? 0 : 1;
