import { concise } from './concise.ts';
import { frameReporter } from './frame.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import type { Reporter } from './reporter.ts';
import { sarif } from './sarif.ts';

/** The reporters by the name that `--reporter` takes. */
export const reporters: ReadonlyMap<string, Reporter> = new Map<string, Reporter>([
  ['default', frameReporter],
  ['concise', concise],
  ['json', json],
  ['github', github],
  ['sarif', sarif],
  ['junit', junit],
]);
