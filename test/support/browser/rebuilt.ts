import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Assets } from '../../../src/server/core/assets.ts';
import { loadAssets } from '../../../src/server/node/load-client-assets.ts';

/** Another build of the client: each of its files has another name, and the page says `mark`. */
export interface Rebuilt {
  readonly assets: Assets;
  /** The paths of its files. */
  readonly paths: ReadonlySet<string>;
}

export function rebuilt(mark: string): Rebuilt {
  const built = join(import.meta.dirname, '..', '..', '..', 'dist', 'client');
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-rebuilt-'));
  try {
    // Without their packed forms, which would be those of the other build.
    cpSync(built, folder, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });
    const assets = join(folder, '_', 'assets');
    // A hash of as many characters, which none of the others has.
    const names = readdirSync(assets).map(
      (name) => [name, name.replace(/-[\w-]{2}([\w-]{5,6}\.\w+)$/, '-22$1')] as const,
    );
    const renamed = (text: string) => names.reduce((changed, [name, other]) => changed.replaceAll(name, other), text);
    for (const [name, other] of names) {
      const path = join(assets, name);
      writeFileSync(path, renamed(readFileSync(path, 'utf8')));
      renameSync(path, join(assets, other));
    }
    const worker = join(folder, '_', 'service-worker.js');
    writeFileSync(worker, renamed(readFileSync(worker, 'utf8')));
    const page = join(folder, 'index.html');
    const text = renamed(readFileSync(page, 'utf8'));
    writeFileSync(page, text.replace('</head>', `<meta name="mark" content="${mark}"></head>`));
    return { assets: loadAssets(folder), paths: new Set(names.map(([, other]) => `/_/assets/${other}`)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
