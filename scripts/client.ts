// Builds dist/client if it is outdated: `node scripts/client.ts`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { builtFiles } from './client-chunks.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist', 'client');
const stamp = join(root, '.cache', 'client-hash');

/**
 * The state of the client: `absent` if its sources are missing, `failed` if Vite failed (with the reason on stderr).
 */
export type ClientBuild = 'current' | 'built' | 'absent' | 'failed';

/**
 * Builds dist/client if its sources changed. The old client stays in place until the new one is complete, so that a
 * running server or a second build always finds a complete client.
 */
export function buildClient(): ClientBuild {
  if (!existsSync(join(root, 'src', 'client', 'index.html'))) {
    console.error('There is no src/client/index.html yet: the client is not built.');
    return 'absent';
  }
  const hash = sourcesHash();
  const isThere = [join(built, 'index.html'), builtFiles, stamp].every((path) => existsSync(path));
  if (isThere && readFileSync(stamp, 'utf8') === hash) return 'current';
  console.error('Building the client …');
  const fresh = join(root, 'dist', `.client-${process.pid}`);
  const vite = [
    join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--outDir',
    fresh,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ];
  const { status } = spawnSync(process.execPath, vite, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    return 'failed';
  }
  packAll(fresh);
  const old = join(root, 'dist', `.client-old-${process.pid}`);
  if (existsSync(built)) renameSync(built, old);
  renameSync(fresh, built);
  rmSync(old, { recursive: true, force: true });
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, hash);
  return 'built';
}

/** Writes compressed copies of all text files, so that the server need not compress them. */
function packAll(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg)$/.test(entry)) continue;
    const path = join(folder, entry);
    const body = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  }
}

/** Files that do not affect the client: folders that it may not import, and pages, which are not code. */
const notTheClients = /^src\/(cli|server|store|verify)\/|\.md$/;

function sourcesHash(): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !notTheClients.test(path))
    .sort();
  const hash = createHash('sha256');
  for (const path of [
    'package-lock.json',
    'vite.config.ts',
    'scripts/client-chunks.ts',
    'scripts/client-facades.ts',
    'scripts/client.ts',
    ...sources,
  ]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.main && buildClient() === 'failed') process.exitCode = 1;
