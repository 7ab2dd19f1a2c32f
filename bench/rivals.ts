import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

const source = join(import.meta.dirname, 'rivals');
const folder = join(import.meta.dirname, '..', '.cache', 'rivals');
const built = join(folder, 'dist');

/** Installs and builds what ours is measured beside; says why where that can't be done. */
export async function buildRivals(): Promise<{ readonly missing: string } | { readonly missing: null }> {
  cpSync(source, folder, { recursive: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const wanted = readFileSync(join(source, 'package.json'), 'utf8');
  const have = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(have) || !readFileSync(have, 'utf8').includes(versionIn(wanted))) {
    const installed = spawnSync(npm, ['install', '--no-audit', '--no-fund', '--silent'], {
      cwd: folder,
      env: { ...process.env, PATH: path },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (installed.status !== 0) return { missing: 'react-admin could not be installed; npm says why above' };
  }
  const { build } = await import('vite');
  await build({
    root: folder,
    configFile: false,
    base: '/-rivals/',
    logLevel: 'error',
    build: {
      outDir: built,
      emptyOutDir: true,
      rolldownOptions: { input: [join(folder, 'admin.html'), join(folder, 'bare.html')] },
    },
  });
  return { missing: null };
}

const versionIn = (manifest: string): string => /"react-admin": "([^"]+)"/.exec(manifest)?.[1] ?? '';

const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * A page that is kept apart from those that open it gets a process of its own, for which a browser takes a sixth of a second
 * here; the one of an empty window it would else go on in. Ours is kept apart, so theirs are too.
 */
const KEPT_APART = { 'cross-origin-opener-policy': 'same-origin' };

/** A file of theirs for its path; null for every other path. */
export function rivalFile(path: string): Response | null {
  if (!path.startsWith('/-rivals/')) return null;
  const file = join(built, path.slice('/-rivals/'.length));
  if (!file.startsWith(built) || !existsSync(file)) return new Response('', { status: 404 });
  const headers = { 'content-type': KINDS[extname(file)] ?? 'text/plain', ...KEPT_APART };
  return new Response(readFileSync(file), { headers });
}
