import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups, clientFiles } from './scripts/client-chunks.ts';
import { withoutFacades } from './scripts/client-facades.ts';
import { calledAtOnce } from './scripts/client-hints.ts';
import { withoutServerTexts } from './scripts/client-messages.ts';
import { withoutSamples } from './scripts/client-samples.ts';

/** What the first screen is drawn from. */
const FIRST: ReadonlySet<string> = new Set(['early', 'libraries', 'start', 'list', 'icon']);

/** Of these nearly all is called before anything is seen. */
const CALLED_AT_ONCE: ReadonlySet<string> = new Set(['start', 'list']);

const files = clientFiles();

export default defineConfig({
  root: 'src/client',
  resolve: {
    // The engine for patterns is large: browsers load it where a document has patterns.
    alias: [
      {
        find: /^\..*\/pattern-engine\.ts$/,
        replacement: join(import.meta.dirname, 'src/client/app/pattern-engine.ts'),
      },
    ],
  },
  publicDir: false,
  plugins: [
    react(),
    optimizeLocales.vite({ locales: ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ar-AE', 'he-IL'] }),
    files.plugin,
    withoutServerTexts,
    withoutSamples,
    withoutFacades(),
    calledAtOnce(CALLED_AT_ONCE),
  ],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // A document may state any path but those under /_/.
    assetsDir: '_/assets',
    // The page's content security policy allows no inline script, style or data.
    assetsInlineLimit: 0,
    // Browsers of the last thirty months, as for code: these know colours for light and dark in one.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false, resolveDependencies: files.resolveDependencies },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Files that wait are known by their content alone: the names of all of them stand in the first ones.
        chunkFileNames: ({ name }) => (FIRST.has(name) ? '_/assets/[name]-[hash].js' : '_/assets/c-[hash:7].js'),
        assetFileNames: ({ names: [name = ''] }) =>
          FIRST.has(name.replace(/\.\w+$/, '')) ? '_/assets/[name]-[hash][extname]' : '_/assets/c-[hash:7][extname]',
        // What every page needs comes in few files: libraries, which seldom change, and what is ours. The texts wait for
        // their language, and what waits would else be cut into dozens of files.
        codeSplitting: {
          groups: chunkGroups(),
        },
      },
    },
  },
});
