import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readDocument } from '../src/notation/read.ts';
import { helpdesk } from './as-people-write/helpdesk.key.ts';
import { invoices } from './as-people-write/invoices.key.ts';
import type { Key } from './as-people-write/key.ts';
import { lending } from './as-people-write/lending.key.ts';
import { contradictionsOf, factsOf, measured } from './as-people-write/measure.ts';
import { belowTable, summaryOf, tableFor } from './as-people-write/report.ts';
import type { Bench } from './bench.ts';
import { type Figure, figure } from './table.ts';

const project = join(import.meta.dirname, '..');
const DOCUMENTS = join(project, 'test', 'documents', 'as-people-write');
const KEYS = new Map<string, Key>([
  ['helpdesk', helpdesk],
  ['lending', lending],
  ['invoices', invoices],
]);

/** `--verbose` names each item that is not held, `--heldout DIR` reads DIR/NAME.md by DIR/NAME.key.ts instead. */
export const asPeopleWrite: Bench = {
  name: 'as-people-write',
  about: 'what is held of documents whose authors never saw the notation, by keys typed from their text',
  run: async () => {
    const verbose = process.argv.includes('--verbose');
    const folder = heldout(process.argv);
    const keys = folder === null ? KEYS : await keysIn(folder);
    const read = [...keys].flatMap(([name, key]) =>
      measure(join(folder ?? DOCUMENTS, key.document), name, key, verbose),
    );
    return folder === null ? [...read, ...[...KEYS].flatMap(([, key]) => rewritten(key, verbose))] : read;
  },
};

function heldout(argv: readonly string[]): string | null {
  const index = argv.findIndex((each) => each === '--heldout' || each.startsWith('--heldout='));
  const given = argv[index]?.split('=')[1] ?? argv[index + 1];
  return index < 0 || given === undefined ? null : resolve(given);
}

async function keysIn(folder: string): Promise<ReadonlyMap<string, Key>> {
  const keys = new Map<string, Key>();
  for (const file of readdirSync(folder)
    .filter((each) => each.endsWith('.key.ts'))
    .sort()) {
    const exported = (await import(pathToFileURL(join(folder, file)).href)) as { readonly key: Key };
    keys.set(file.replace('.key.ts', ''), exported.key);
  }
  return keys;
}

function measure(file: string, name: string, key: Key, verbose: boolean): Figure[] {
  const found = measured(file, name, key);
  console.log(`\n${tableFor(found)}\n${belowTable(found, verbose)}`);
  const { held, inKey, wrong, lost, facts } = summaryOf(found);
  const share = `${Math.floor((100 * held) / inKey)} %`;
  const goal = Math.round((12 * key.facts.length) / 25);
  return [
    figure(`${name}: elements held`, `${held} of ${inKey}`, { ratio: share, budget: '≥ 90 %' }),
    figure(`${name}: wrong`, String(wrong), { budget: '0' }),
    figure(`${name}: lost in silence`, String(lost), { budget: '0' }),
    figure(`${name}: facts held`, `${facts} of ${key.facts.length}`, { budget: `≥ ${goal}` }),
  ];
}

/** The document written anew in the notation, where there is one. */
function rewritten(key: Key, verbose: boolean): Figure[] {
  const file = join(project, 'examples', key.document);
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const facts = factsOf(readDocument(text).model, key);
  const contradictions = contradictionsOf(text, key, false);
  const open = facts.filter(({ held }) => !held).map(({ fact }) => fact);
  if (verbose) {
    console.log(`\nexamples/${key.document}`);
    for (const { number, says } of open) console.log(`fact ${number} not stated: ${says}`);
    for (const each of contradictions.filter(({ found }) => !found))
      console.log(`contradiction ${each.key.id} not found`);
  }
  const stated = `${facts.length - open.length} of ${facts.length}`;
  const seen = `${contradictions.filter(({ found }) => found).length} of ${contradictions.length}`;
  const against = open.length === 0 ? '' : `not ${open.map(({ number }) => number).join(', ')}`;
  return [
    figure(`examples/${key.document}: facts stated`, stated, { against, budget: '≥ 23' }),
    figure(`examples/${key.document}: contradictions found`, seen, { budget: 'all' }),
  ];
}
