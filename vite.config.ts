import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'src/client',
  publicDir: false,
  plugins: [
    react(),
    optimizeLocales.vite({ locales: ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ar-AE', 'he-IL'] }),
  ],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    // A document may state any path but those under /_/.
    assetsDir: '_/assets',
    // The page's content security policy allows no inline script, style or data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
  },
});
