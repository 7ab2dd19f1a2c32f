// Runs stretches of proofs in a process of its own, one after the other.
import { join } from 'node:path';
import { answering } from '../../bench/child.ts';
import type { Task } from './lanes.ts';
import type { Proof, Stretch } from './proof.ts';

await answering(async ({ file, seed, count }: Task): Promise<Stretch> => {
  const { proof } = (await import(join(import.meta.dirname, file))) as { proof: Proof };
  return proof.run(seed, count);
});
