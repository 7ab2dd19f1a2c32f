import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cover, coverOf } from './cover.ts';
import type { Timed } from './killers.ts';
import type { MutantTree } from './tree.ts';

/** What a test file comes to, and how long it works for that. */
export interface Covered extends Timed {
  readonly cover: Cover;
}

interface Kept {
  /** Of what it tests with. */
  readonly of: string;
  /** Of each module of ours that it loads. */
  readonly modules: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly run: Cover['run'];
}

/** Besides the modules that it loads a test reads these. What else it may read only decides which tests are asked. */
const DATA = ['examples', 'NOTATION.md', 'package.json', 'tsconfig.json'];
/** Beyond so many modules of a hundred that read otherwise by now it is found out anew. */
const MOST_CHANGED = 10;
const WHOLE = [0, Number.MAX_SAFE_INTEGER];

/**
 * Of each of these tests, kept in a folder. A module that reads otherwise by now is taken to be run everywhere: that asks a
 * test too many. That a test comes to a place only since is not seen, and then a fault is said not to be noticed that is.
 */
export async function coversOf(
  tests: readonly string[],
  trees: readonly MutantTree[],
  folder: string,
): Promise<readonly Covered[]> {
  mkdirSync(folder, { recursive: true });
  const found = new Map<string, Covered>();
  const rest = [...tests];
  const work = async (tree: MutantTree) => {
    const textOf = (file: string) => textIn(tree.folder, file);
    const data = hashOf(DATA.flatMap((name) => filesIn(tree.folder, name)).map(textOf));
    const besides = (test: string, run: Cover['run']) =>
      hashOf([
        data,
        ...[`test/${test}`, ...Object.keys(run).filter(isOfTests)].sort().map((file) => file + textOf(file)),
      ]);
    const before = (test: string): Covered | null => {
      const path = join(folder, `${test}.json`);
      if (!existsSync(path)) return null;
      const { of, modules, seconds, run } = JSON.parse(readFileSync(path, 'utf8')) as Kept;
      const changed = Object.keys(modules).filter((file) => modules[file] !== hashOf([textOf(file)]));
      if (of !== besides(test, run) || changed.length > (Object.keys(modules).length * MOST_CHANGED) / 100) return null;
      return { test, seconds, cover: coverOf({ ...run, ...Object.fromEntries(changed.map((file) => [file, WHOLE])) }) };
    };
    for (let test = rest.shift(); test !== undefined; test = rest.shift()) {
      const kept = before(test);
      if (kept !== null) {
        found.set(test, kept);
        continue;
      }
      // Of a busy machine a test may once have had enough. One that fails by itself notices nothing, and is not asked.
      const covered = await tree.coverOf(test).catch(() => tree.coverOf(test).catch(String));
      if (typeof covered === 'string') {
        console.log(covered);
        continue;
      }
      const { cover, seconds } = covered;
      const files = Object.keys(cover.run);
      const run = Object.fromEntries(files.map((file) => [file, isOfTests(file) ? [] : (cover.run[file] ?? [])]));
      const modules = Object.fromEntries(
        files.filter((file) => !isOfTests(file)).map((file) => [file, hashOf([textOf(file)])]),
      );
      const keep: Kept = { of: besides(test, run), modules, seconds, run };
      writeFileSync(join(folder, `${test}.json`), JSON.stringify(keep));
      found.set(test, { test, seconds, cover });
    }
  };
  await Promise.all(trees.map(work));
  return tests.flatMap((test) => found.get(test) ?? []);
}

const isOfTests = (file: string) => !file.startsWith('src/');

function filesIn(root: string, name: string): readonly string[] {
  if (!statSync(join(root, name)).isDirectory()) return [name];
  return readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
    .map((below) => join(name, below))
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}

/** A module that is gone is read as nothing. */
function textIn(root: string, file: string): string {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function hashOf(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, 16);
}
