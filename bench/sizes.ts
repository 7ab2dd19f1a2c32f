import { findBrowser } from '../scripts/browser.ts';
import { buildClient } from '../scripts/client.ts';
import { closeBrowser } from '../test/support/browser/browser.ts';
import { measureRoutes } from '../test/support/browser/client-sizes.ts';
import type { Bench } from './bench.ts';
import { type Figure, figure, kB } from './table.ts';

export const sizes: Bench = {
  name: 'sizes',
  about:
    'what Chromium loads to open each screen in production, nothing cached, before anything is fetched ahead; gzip',
  run: async () => {
    const state = buildClient();
    if (state === 'failed' || state === 'absent') throw new Error('There is no built client; the reason stands above.');
    const browser = findBrowser();
    if ('missing' in browser) return [figure(`No browser, so nothing was measured: ${browser.missing}`, '')];
    process.env['CHROMIUM_PATH'] = browser.path;
    try {
      return (await measureRoutes()).flatMap(({ name, total, ours, adds }): Figure[] => {
        const against = `${kB(ours)} without libraries`;
        return [
          name === 'list'
            ? figure(name, kB(total), { against, budget: '≤ 200 kB, ours ≤ 64 kB' })
            : figure(name, kB(total), { against, ratio: `+ ${kB(adds)}`, budget: '+ 40 kB' }),
        ];
      });
    } finally {
      await closeBrowser();
    }
  },
};
