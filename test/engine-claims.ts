import { readFileSync } from 'node:fs';
import { compile } from '../src/engine/compile/compile.ts';
import { createSamples } from '../src/engine/sample/load-samples.ts';
import { assume } from '../src/model/defaults/assume.ts';
import { readDocument } from '../src/notation/document/read-document.ts';
import { fresh, type World, worldOf } from './engine-world.ts';

export const NOW = Date.parse('2026-11-20T10:00:00Z');

const text = readFileSync(new URL('../examples/expense-claims.md', import.meta.url), 'utf8');

/** The expense document with its sample data. */
export function claims(edit: (text: string) => string = (same) => same): World {
  const app = compile(assume(readDocument(edit(text)).model), 'document-1');
  const samples = createSamples(app, NOW, fresh);
  if (samples.problems.length > 0) throw new Error(JSON.stringify(samples.problems));
  return worldOf(app, NOW, samples.rows);
}
