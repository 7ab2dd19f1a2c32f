import type { Plugin } from 'vite';

/** Leaves the server's texts out of the language files in the client. */
export const withoutServerTexts: Plugin = {
  name: 'without-server-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/messages\/[\w-]+\.json$/ },
    handler: (file) => {
      const texts = JSON.parse(file) as Record<string, unknown>;
      return JSON.stringify({ ...texts, server: undefined });
    },
  },
};
