// Runs the test files of this tree that are named, in this order, until the first test fails: 1 and its name where one
// did, else 0 and how many seconds that took to work.
import { join } from 'node:path';
import { run } from 'node:test';
import fc from 'fast-check';
import type { TestEvent } from '../runner/report.ts';

fc.configureGlobal({ seed: 20_260 });
process.env['NINEFOLD_SEED'] = '20260';
const files = process.argv.slice(2).map((name) => join(import.meta.dirname, '..', '..', name));
let waiting = 0;
for await (const { type, data } of run({ files, isolation: 'none', concurrency: false, timeout: 1_200_000 })) {
  const event = data as TestEvent;
  if (type === 'test:fail' && event.details?.error?.failureType !== 'cancelledByParent') {
    process.stdout.write(`${event.file ?? ''}: ${event.name}\n`);
    process.exit(1);
  }
  if (event.nesting !== 0) continue;
  if (type === 'test:enqueue') waiting += 1;
  if (type === 'test:pass' && --waiting === 0) break;
}
const { user, system } = process.cpuUsage();
process.stdout.write(`${(user + system) / 1_000_000}\n`);
process.exit(0);
