// Bundles the command line into dist/cli: `node scripts/program.ts`. See decisions/tooling/bundled-command-line.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { oneByte } from './one-byte.ts';

const root = join(import.meta.dirname, '..');

/** Commands load what they need. Packages are not bundled but installed as dependencies. */
export async function buildProgram(folder = join(root, 'dist', 'cli')): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutClientTexts, oneByte],
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: `node${oldestNode()}`,
      minify: 'oxc',
      // Keeps function names for stack traces.
      rolldownOptions: {
        input: [join(root, 'src', 'cli', 'program', 'main.ts'), join(root, 'src', 'store', 'sqlite', 'read-worker.ts')],
        output: { keepNames: true, entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
}

/** Leaves the texts of the client out of the language files: only pages show them, and they are two thirds of each file. */
const withoutClientTexts: Plugin = {
  name: 'without-client-texts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/src\/messages\/\w+\.json$/.test(id)) return null;
    return JSON.stringify({ ...JSON.parse(code), client: undefined });
  },
};

function oldestNode(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  return manifest.engines.node.replace('>=', '');
}

if (import.meta.main) await buildProgram();
