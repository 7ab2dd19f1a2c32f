import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Asset, Assets } from '../core/assets.ts';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.map', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.webmanifest', 'application/manifest+json'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
]);
/** File extensions of compressed copies, by content coding. */
const encodings = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
]);

/**
 * Reads the built client into memory. Paths outside the folder can't be requested, and open pages keep working while
 * another client is built. Files with a gzip copy are held in compressed form only. A missing folder has no files.
 */
export function loadAssets(folder: string): Assets {
  const paths = listFiles(folder);
  const all = new Set(paths);
  const files = new Map(
    paths
      .filter((path) => !isEncodedCopy(all, path))
      .map((path) => [urlPath(folder, path), assetOf(path, encodedFiles(all, path))] as const),
  );
  return (path) => files.get(path) ?? null;
}

const isEncodedCopy = (all: ReadonlySet<string>, path: string): boolean =>
  [...encodings.values()].some((ending) => path.endsWith(ending) && all.has(path.slice(0, -ending.length)));

function encodedFiles(all: ReadonlySet<string>, path: string): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const available = [...encodings].filter(([, ending]) => all.has(`${path}${ending}`));
  return new Map(available.map(([coding, ending]) => [coding, readFileSync(`${path}${ending}`)]));
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

const urlPath = (folder: string, path: string): string => `/${relative(folder, path).split(sep).join('/')}`;

function assetOf(path: string, encoded: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Asset {
  const gzip = encoded.get('gzip');
  const bytes = gzip ?? readFileSync(path);
  return {
    body: () => (gzip === undefined ? bytes : gunzipSync(bytes)),
    type: types.get(extname(path)) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    // Vite adds a hash of the content to these names.
    immutable: /[\\/]assets[\\/].*-[\w-]{7,8}\.\w+$/.test(path),
    encoded,
  };
}
