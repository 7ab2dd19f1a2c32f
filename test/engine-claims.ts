import { readFileSync } from 'node:fs';
import { prepare } from '../src/engine/compile/compile.ts';
import { samplesOf } from '../src/engine/sample/load-samples.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/read.ts';
import { fresh, type World, worldOf } from './engine-world.ts';

export const NOW = Date.parse('2026-11-20T10:00:00Z');

const text = readFileSync(new URL('../examples/expense-claims.md', import.meta.url), 'utf8');

/** The expense document with its sample data. */
export function claims(edit: (text: string) => string = (same) => same): World {
  const app = prepare(assume(readDocument(edit(text)).model), 'document-1');
  const samples = samplesOf(app, NOW, fresh);
  if (samples.problems.length > 0) throw new Error(JSON.stringify(samples.problems));
  return worldOf(app, NOW, samples.rows);
}
