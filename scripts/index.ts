// Generates the index.ts of fields, checks and cli from the files in these folders, the types of the messages from the
// language files, and the JSON Schema of the Model: `npm run index`.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageFiles } from './message-files.ts';
import { modelSchemaText } from './model-schema.ts';

const root = join(import.meta.dirname, '..');
const firstLine = '// Written by `npm run index` from what this folder holds.';

export interface GeneratedIndex {
  readonly path: string;
  readonly text: string;
}

/** Returns the generated files without writing them. */
export function indexes(): readonly GeneratedIndex[] {
  return [
    { path: 'src/fields/index.ts', text: fieldsIndex() },
    { path: 'src/checks/index.ts', text: checksIndex() },
    { path: 'src/cli/index.ts', text: commandsIndex() },
    { path: 'src/model/json/json-schema.ts', text: modelSchemaText() },
    ...messageFiles(firstLine),
  ];
}

function fieldsIndex(): string {
  const fields = holding('src/fields', /= defineField\(/).map((path) => ({ path, name: camelCase(stem(path)) }));
  const imports = fields.map(({ name, path }) => `import { ${name} } from './${path}';`);
  return page([
    ...imports,
    '',
    list(
      'fields',
      fields.map(({ name }) => name),
    ),
  ]);
}

function checksIndex(): string {
  const checks = holding('src/checks', /^export const check\b/m).map((path) => ({ path, name: camelCase(stem(path)) }));
  const imports = checks.map(({ name, path }) => `import { check as ${name} } from './${path}';`);
  return page([
    ...imports,
    '',
    list(
      'checks',
      checks.map(({ name }) => name),
    ),
  ]);
}

/** Each command is loaded on use, so that `check` does not load the server of `dev`. */
function commandsIndex(): string {
  const commands = holding('src/cli', /^export const command\b/m).map((path) => ({ path, name: stem(path) }));
  const entries = commands.map(({ name, path }) => `  ['${name}', async () => (await import('./${path}')).command],`);
  return page([
    `import type { Command } from './program/command.ts';`,
    '',
    'export const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([',
    ...entries,
    ']);',
  ]);
}

/** Returns the `.ts` files in a folder whose text matches, sorted, relative to the folder. */
function holding(folder: string, pattern: RegExp): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('index.ts'))
    .filter((path) => pattern.test(readFileSync(join(root, folder, path), 'utf8')))
    .sort();
}

const list = (name: string, members: readonly string[]) =>
  [`export const ${name} = [`, ...members.map((member) => `  ${member},`), '] as const;'].join('\n');

const page = (lines: readonly string[]) => `${[firstLine, ...lines].join('\n')}\n`;
const stem = (path: string) => path.replace(/^.*\//, '').replace(/\.ts$/, '');
const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

if (import.meta.main) {
  for (const { path, text } of indexes()) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
