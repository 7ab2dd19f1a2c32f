import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

// Whoever believes tests should see them fail. Each of these takes one condition of the permissions out of a copy of
// the sources; the proof that is named must then fail. A `find` that is not there exactly once means that the code has
// moved on: name the condition where it stands now.

interface Deletion {
  readonly says: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly proof: 'hidden' | 'alike' | 'alike once shown' | 'counts' | 'sums';
  readonly person: string;
}

const DELETIONS: readonly Deletion[] = [
  {
    says: 'lists without the condition of the rows',
    file: 'engine/query/list.ts',
    find: 'policy.rows, request.where ?? null, ...query.where]',
    replace: 'request.where ?? null, ...query.where]',
    proof: 'counts',
    person: 'Gil',
  },
  {
    says: 'a count of all rows',
    file: 'store/sql/list.ts',
    find: `SELECT 1 \${base} LIMIT`,
    replace: `SELECT 1 FROM \${table.physical} AS r LIMIT`,
    proof: 'counts',
    person: 'Wanda',
  },
  {
    says: 'sums over all rows',
    file: 'engine/query/dashboard-tiles.ts',
    find: 'policy.rows,\n    ...saved.where,',
    replace: '...saved.where,',
    proof: 'sums',
    person: 'Wanda',
  },
  {
    says: 'sums over values that are not read',
    file: 'engine/query/dashboard-tiles.ts',
    find: 'gate: fieldCondition(policy, compiledTile.tile.field)',
    replace: 'gate: null',
    proof: 'sums',
    person: 'Gil',
  },
  {
    says: 'records with all their fields',
    file: 'engine/records/etag.ts',
    find: 'isReadable ? (row.values[name] ?? null) : null',
    replace: '(row.values[name] ?? null)',
    proof: 'hidden',
    person: 'Gil',
  },
  {
    says: 'an order by values that are not read',
    file: 'engine/query/list.ts',
    find: 'gate: policy.fields.get(key.field) ?? null',
    replace: 'gate: null',
    proof: 'counts',
    person: 'Gil',
  },
  {
    says: 'filters over values that are not read',
    file: 'engine/query/list-filter.ts',
    find: 'const field = readableField(entity, attribute, policy.fields.get(name) ?? null)',
    replace: 'const field = readableField(entity, attribute, null)',
    proof: 'counts',
    person: 'Hana',
  },
  {
    says: 'conditions over values that are not read',
    file: 'engine/access/apply-read-policy.ts',
    find: 'return hiddenUnless(condition, read)',
    replace: 'return read',
    proof: 'alike',
    person: 'Hana',
  },
  {
    says: 'a search through texts that are not read',
    file: 'engine/query/list-filter.ts',
    find: 'allOf([policy.fields.get(name) ?? null, {',
    replace: 'allOf([null, {',
    proof: 'alike',
    person: 'Wanda',
  },
  {
    says: '“never” of another role forgotten',
    file: 'engine/context/permissions.ts',
    find: 'never.some((cell) => cell.where === null) ? [] : ',
    replace: '',
    proof: 'hidden',
    person: 'Vic',
  },
  {
    says: 'the rows of one role with the fields of another',
    file: 'engine/context/permissions.ts',
    find: 'grants.some((cell) => cell.role === role &&',
    replace: 'grants.some((cell) => principal.roles.has(cell.role) &&',
    proof: 'hidden',
    person: 'Hana',
  },
  {
    says: 'an answer that tells what is hidden from what is not there',
    file: 'engine/records/authorize-record.ts',
    find: 'row !== undefined && mayReadRecord(context, row) ? row : null',
    replace: 'row !== undefined ? row : null',
    proof: 'alike once shown',
    person: 'Gil',
  },
  {
    says: 'a history of all fields',
    file: 'engine/records/history.ts',
    find: ' || !mayReadField(context, row, change.field)',
    replace: '',
    proof: 'hidden',
    person: 'Wanda',
  },
  {
    says: 'titles of records that are not read',
    file: 'engine/errors/message-values.ts',
    find: 'if (field === null || !mayReadRecord(context, row) || !mayReadField(context, row, field)) return null;',
    replace: 'if (title === null) return null;',
    proof: 'hidden',
    person: 'Wanda',
  },
];

const root = join(import.meta.dirname, '..', '..');
const temporary = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const MOST_AT_ONCE = 2;

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

describe('taking a condition out of the permissions is noticed', () => {
  const folder = mkdtempSync(join(temporary, 'ninefold-deletions-'));
  const outcomes = new Map<Deletion | null, Promise<Outcome>>();
  const copies = Array.from({ length: MOST_AT_ONCE }, (_, index) => copyIn(join(folder, `copy-${index}`)));
  const queue = limited(MOST_AT_ONCE);
  const outcomeOf = (deletion: Deletion | null): Promise<Outcome> => {
    const known = outcomes.get(deletion) ?? queue(() => inOneOf(copies, (copy) => tried(copy, deletion)));
    outcomes.set(deletion, known);
    return known;
  };
  before(() => {
    for (const each of [null, ...DELETIONS]) outcomeOf(each).catch(() => undefined);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('without a change the proof holds in the copy', async () => {
    const { code, output } = await outcomeOf(null);
    assert.equal(code, 0, output);
  });
  for (const deletion of DELETIONS) {
    it(`${deletion.says} (${deletion.file})`, async () => {
      const { code, output } = await outcomeOf(deletion);
      assert.equal(
        code,
        1,
        `the proof “${deletion.proof}” of ${deletion.person} still holds, or could not be tried:\n${output}`,
      );
    });
  }
});

/** The sources and what the proof needs of the tests. */
function copyIn(copy: string): string {
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const part of ['permissions', join('database', 'quick-folder.ts')])
    cpSync(join(root, 'test', 'support', part), join(copy, 'test', 'support', part), { recursive: true });
  return copy;
}

/** Works in a copy that nobody else works in meanwhile. */
async function inOneOf<T>(copies: string[], work: (copy: string) => Promise<T>): Promise<T> {
  const copy = copies.pop();
  assert.ok(copy !== undefined, 'no copy is free');
  return work(copy).finally(() => copies.push(copy));
}

/** Runs the proof over a copy with this one change, which is taken back. */
async function tried(copy: string, deletion: Deletion | null): Promise<Outcome> {
  const probe = join(copy, 'test', 'support', 'permissions', 'probe.ts');
  if (deletion === null) return run(probe, 'hidden', 'Nils');
  const path = join(copy, 'src', deletion.file);
  const text = readFileSync(path, 'utf8');
  const found = text.split(deletion.find).length - 1;
  assert.equal(
    found,
    1,
    `src/${deletion.file} holds “${deletion.find}” ${found} times; name the condition where it stands now`,
  );
  writeFileSync(
    path,
    text.replace(deletion.find, () => deletion.replace),
  );
  return run(probe, deletion.proof, deletion.person).finally(() => writeFileSync(path, text));
}

function run(script: string, ...words: readonly string[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // What one of them has compiled the next ones of the same copy need not.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(script, '..', '..', '..', 'compiled') };
    const child = spawn(process.execPath, [script, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: output.slice(0, 3000) }));
  });
}

/** Lets so many go on at once; the others wait in order. */
function limited(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
