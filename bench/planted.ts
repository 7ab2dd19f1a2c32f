import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANTED } from '../test/support/planted/documents.ts';
import { searched } from '../test/support/planted/planted.ts';
import type { Bench } from './bench.ts';
import { figure } from './table.ts';

const EXAMPLES = join(import.meta.dirname, '..', 'examples');

/** `--verbose` names each fault with what was found, and where. */
export const planted: Bench = {
  name: 'planted',
  about: 'faults planted in the examples one by one: how many `check` finds, at the right line',
  run: async () => {
    const searches = PLANTED.flatMap(({ document, faults }) =>
      searched(readFileSync(join(EXAMPLES, document), 'utf8'), faults),
    );
    const verbose = process.argv.includes('--verbose');
    for (const {
      planted: { fault },
      codes,
      elsewhere,
    } of searches)
      if (verbose || codes.length === 0)
        console.log(
          `${fault}: ${codes.length > 0 ? codes.join(', ') : `not found${elsewhere.length > 0 ? `; elsewhere ${elsewhere.join(', ')}` : ''}`}`,
        );
    const found = searches.filter(({ codes }) => codes.length > 0).length;
    const share = `${Math.floor((100 * found) / searches.length)} %`;
    return [
      figure('planted faults found at the right line', `${found} of ${searches.length}`, {
        ratio: share,
        budget: '≥ 95 %',
      }),
    ];
  },
};
