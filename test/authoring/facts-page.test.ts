import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { numbersOf, rowsOf, withoutTests } from '../support/pages/shown-page.ts';
import { readTable } from '../support/tables/table.ts';

const examples = join(import.meta.dirname, '..', '..', 'examples');
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['H', 'helpdesk'],
  ['L', 'lending'],
  ['I', 'invoices'],
]);
const rows = rowsOf('facts.md', [...DOCUMENTS.keys()].join(''));

/** The rows of the tables of a document by the facts that their notes name: `H7` and which. */
function rowsByFact([letter, name]: readonly [string, string]): [string, number[]][] {
  const parts = globSync(`${name}.expect*.tsv`, { cwd: examples }).toSorted((one, two) => partOf(one) - partOf(two));
  const { groups } = readTable(parts.map((part) => readFileSync(join(examples, part), 'utf8')).join('\n'));
  const named = groups.flatMap((group) =>
    group.rows.flatMap(({ no, note }) =>
      (note.match(/\bF\d+\b/g) ?? []).map((fact) => [fact.slice(1), Number(no)] as const),
    ),
  );
  return [...Map.groupBy(named, ([fact]) => `${letter}${fact}`)].map(([fact, found]) => [
    fact,
    found.map(([, no]) => no),
  ]);
}

const partOf = (file: string): number => Number(/-(\d+)\.tsv$/.exec(file)?.[1] ?? 1);

/** `rows 7, 9–11`, each by itself. */
function listed(shown: string): number[] {
  const [, list = ''] = /^rows ([\d–, ]+)/.exec(shown) ?? [];
  return list.split(', ').flatMap((each) => {
    const [from = 0, to = from] = each.split('–').map(Number);
    return each === '' ? [] : Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}

test('facts are numbered consecutively and each has a test or a reason for having none', () => {
  assert.deepEqual(
    rows.map(([id]) => id),
    numbersOf({ H: 25, L: 25, I: 25 }),
  );
  for (const [id, fact = '', shown] of rows)
    assert.ok(shown || fact.includes('**Not here**') || fact.includes('**Open**'), `${id} names nothing`);
});

test('every table row named in the page of facts exists and is the only one that names the fact', () => {
  const found = new Map([...DOCUMENTS].flatMap(rowsByFact));
  const named = rows.map(([id = '', , shown = '']) => [id, listed(shown)] as const);
  assert.deepEqual(
    Object.fromEntries(named.filter(([, list]) => list.length > 0)),
    Object.fromEntries(named.flatMap(([id]) => (found.has(id) ? [[id, found.get(id)]] : []))),
  );
  assert.deepEqual(
    [...found.keys()].filter((fact) => !rows.some(([id]) => id === fact)),
    [],
  );
});

test('every test named in the page of facts exists', () => {
  const missing = rows.flatMap(([id = '', , shown = '']) => {
    const rest = withoutTests(shown).replace(/^rows [\d–, ]+/, '');
    return /^[;,\s]*$/.test(rest) ? [] : `${id}: ${rest}`;
  });
  assert.deepEqual(missing, []);
});
