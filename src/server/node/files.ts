import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Asset, Assets } from '../assets.ts';

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
const packable = new Set(['.html', '.js', '.css', '.json', '.map', '.svg', '.txt', '.webmanifest']);

/**
 * The built client, read once: nothing outside the folder can be asked for, and a page that is open goes on with the client
 * that it came from though another one was built meanwhile. Packed forms are made in the background after the first
 * request for a file, so that starting waits for none. A folder that is missing holds nothing.
 */
export function loadAssets(folder: string): Assets {
  const files = new Map(
    listFiles(folder).map((path) => [urlPath(folder, path), { path, body: readFileSync(path) }] as const),
  );
  const loaded = new Map<string, Asset>();
  return (path) => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const file = files.get(path);
    if (file === undefined) return null;
    const asset = assetOf(file);
    loaded.set(path, asset);
    if (packable.has(extname(file.path))) void pack(asset).then((packed) => loaded.set(path, packed));
    return asset;
  };
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return entries.map((entry) => join(folder, entry)).filter((path) => statSync(path).isFile());
  } catch {
    return [];
  }
}

const urlPath = (folder: string, path: string): string => `/${relative(folder, path).split(sep).join('/')}`;

function assetOf({ path, body }: { readonly path: string; readonly body: Uint8Array<ArrayBuffer> }): Asset {
  return {
    body,
    type: types.get(extname(path)) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    // Vite puts a hash of the content into these names.
    immutable: /[\\/]assets[\\/].*-[\w-]{7,8}\.\w+$/.test(path),
    packed: new Map(),
  };
}

async function pack(asset: Asset): Promise<Asset> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  const [br, gz] = await Promise.all([promisify(brotliCompress)(asset.body, { params }), promisify(gzip)(asset.body)]);
  const packed = new Map<string, Uint8Array>([
    ['br', new Uint8Array(br)],
    ['gzip', new Uint8Array(gz)],
  ]);
  return { ...asset, packed };
}
