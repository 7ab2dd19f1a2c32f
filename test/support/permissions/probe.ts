import { AssertionError } from 'node:assert';
import {
  addsUpWhatIsRead,
  answersAlike,
  answersAlikeOnceShown,
  countsWhatIsRead,
  holdsNothingHidden,
} from './proofs.ts';
import { workshop } from './workshop.ts';
import { startWorld } from './world.ts';

/**
 * A process of its own that proves one thing of one person, over the sources that lie beside it. It ends with 0 where
 * the proof holds, with 1 where it does not, with anything else where it could not be tried.
 */
const PROOFS = {
  hidden: holdsNothingHidden,
  alike: answersAlike,
  'alike once shown': answersAlikeOnceShown,
  counts: countsWhatIsRead,
  sums: addsUpWhatIsRead,
} as const;

const [proof = '', person = ''] = process.argv.slice(2);
const prove = PROOFS[proof as keyof typeof PROOFS];
const running = await startWorld(workshop, 7);
try {
  await prove(running, person, { records: 3, share: 2 });
} catch (cause) {
  process.stdout.write(cause instanceof Error ? `${cause.message.slice(0, 400)}\n` : String(cause));
  process.exitCode = cause instanceof AssertionError ? 1 : 3;
} finally {
  await running.stop();
}
