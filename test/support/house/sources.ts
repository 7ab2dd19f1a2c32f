import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One source file, as the house rules see it. */
export interface Source {
  /** Below the project's folder, with forward slashes: `src/model/types/model.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  readonly imports: readonly Import[];
}

export interface Import {
  /** A path like `Source.path` for our own files, else as written: `node:fs`, `hono`. */
  readonly target: string;
  readonly typeOnly: boolean;
}

const root = join(import.meta.dirname, '..', '..', '..');

/** Every file below a folder of the project. */
export function readSources(folder = 'src'): readonly Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
    .map((path) => source(path, readFileSync(join(root, path), 'utf8')));
}

/** The text of a file of the project, empty where there is none. */
export function projectText(path: string): string {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
}

/** The example documents, one text each. */
export function exampleTexts(): readonly string[] {
  const folder = join(root, 'examples');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

export function source(path: string, text: string): Source {
  const isCode = /\.tsx?$/.test(path);
  const code = isCode ? withoutComments(text) : '';
  return { path, text, code, imports: isCode ? importsOf(path, code) : [] };
}

/** `src/checks/2-screens/x.ts` is in the folder `checks`; a file directly in src/ is in none, which is ''. */
export function folderOf(path: string): string {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? '';
}

export function isGenerated(text: string): boolean {
  return /^\/\/ .*(written by|generated)\b/i.test(text);
}

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g;

function importsOf(path: string, code: string): Import[] {
  const statements = [...code.matchAll(statement)].map(([, type, target = '']) => ({
    target,
    typeOnly: type !== undefined,
  }));
  const dynamics = [...code.matchAll(dynamic)].map(([, target = '']) => ({ target, typeOnly: false }));
  return [...statements, ...dynamics].map((each) => ({ ...each, target: resolved(path, each.target) }));
}

const resolved = (from: string, target: string) =>
  target.startsWith('.') ? normalize(join(dirname(from), target)).replaceAll('\\', '/') : target;

/** Good enough for our own sources: `//` inside a string has no space before it (`http://…`). */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, ' ').replace(/(^|\s)\/\/.*$/gm, '$1');
}
