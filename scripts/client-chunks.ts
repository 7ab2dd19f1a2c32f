// Divides the client into files, and records the modules of each file.
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Plugin, transformWithOxc } from 'vite';

const root = join(import.meta.dirname, '..');
const client = join(root, 'src', 'client');

/** The bundler's information about a module. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** All screens except the list, whose parts most of them share. */
const SCREENS = [
  'screens/record/record-screen.tsx',
  'screens/form/form-screen.tsx',
  'screens/board/board-screen.tsx',
  'screens/calendar/calendar-screen.tsx',
  'screens/dashboard/dashboard-screen.tsx',
  'screens/trash/trash-screen.tsx',
];

/** The screens that are most often opened by their address, by kind. */
const OPENS = {
  list: 'screens/table/table-screen.tsx',
  record: 'screens/record/record-screen.tsx',
  form: 'screens/form/form-screen.tsx',
} as const;

/** The entry of the list. Everything it needs is in two files, one of them only for the list. */
const LIST = [OPENS.list];

/** The module that sends the first requests. It waits for nothing else. */
const FIRST = ['app/early-requests.ts'];

/** The entry of every page. */
const START = ['app/main.tsx'];

/** Modules that a list loads when a person works with it, in one file instead of a dozen. */
const LIST_TOOLS = [
  'screens/bulk-actions/list-actions.tsx',
  'screens/cells/cell-reason.tsx',
  'screens/columns/column-moves.ts',
  'screens/columns/columns-flyout.tsx',
  'screens/columns/resizing.ts',
  'screens/filters/fields-list.tsx',
  'screens/filters/filter-chips.tsx',
  'screens/filters/filter-fields.ts',
  'screens/filters/filter-text.ts',
  'screens/grid/keys-dialog.tsx',
  'screens/grid/reading-order.ts',
];

/** Parts and screens that load later. Small modules that two of them share form one file instead of dozens. */
const LATER: readonly (readonly string[])[] = [
  LIST_TOOLS,
  ['screens/record/record-screen.tsx', 'screens/timeline/record-history.tsx'],
  ['screens/record/edit.tsx', 'screens/form/form-screen.tsx', 'screens/record/event-dialog.tsx'],
  ['screens/board/board-screen.tsx'],
  ['screens/calendar/calendar-screen.tsx'],
  ['screens/trash/trash-screen.tsx'],
  ['screens/saved-views/views.tsx'],
  ['palette/palette.tsx'],
  ['screens/import/dialog.tsx'],
];

/** Delayed sending and restoring deleted records, which most later parts do not need. */
const OF_FEW = [
  join(client, 'undo', '/'),
  join(client, 'undo-queue', '/'),
  join(client, 'toasts', 'countdown.tsx'),
  join(client, 'screens', 'trash', '/'),
  join(client, 'data', 'deleted.ts'),
];

/** A module of the form that a board needs; otherwise the board would load the form. */
const WITH_BOARD = [join(client, 'data', 'use-principal.ts')];

const RECORD = [OPENS.record];
const FORM = [OPENS.form];

/** Parts that share little with a record. What they share may be in the file that all later screens load. */
const LIGHT = ['screens/dashboard/dashboard-screen.tsx', 'sign-in/sign-in.tsx', 'offline/unsent-notice.tsx'];

const EVERYWHERE = /node_modules[\\/](?:@tanstack|lucide-react)[\\/]/;

interface ChunkGroup {
  readonly debugName: string;
  readonly priority: number;
  readonly name: (id: string, modules: Modules) => string | null;
}

/** Returns `codeSplitting.groups` for the bundler, which divides the other modules by itself. */
export function chunkGroups(): ChunkGroup[] {
  const closures = new Map<readonly string[], ReadonlySet<string>>();
  const needs = (roots: readonly string[], id: string, modules: Modules): boolean => {
    const closure = closures.get(roots) ?? reached(roots, modules);
    closures.set(roots, closure);
    return closure.has(id);
  };
  const needed = (id: string, modules: Modules) => reached([id], modules);
  const inputs = ['inputs', 'input-parts', 'file-inputs', 'line-inputs'].map((folder) => join(client, folder, '/'));
  /** Modules shared with the server that a record needs at first. */
  const isCore = (id: string, modules: Modules) =>
    !id.startsWith(`${client}/`) && !isLibrary(id) && needs(RECORD, id, modules);
  const isOfFew = (id: string) => OF_FEW.some((path) => id.startsWith(path)) && !id.endsWith('page-undo-queue.ts');
  const inList = (id: string, modules: Modules) => needs(LIST, id, modules);
  const isLight = (id: string, modules: Modules) =>
    (id.startsWith(`${client}/`) && !inputs.some((folder) => id.startsWith(folder))) || inList(id, modules);
  const inOthers = (id: string, modules: Modules) => needs(SCREENS, id, modules);
  return [
    {
      debugName: 'what asks early, with what it needs of the bundler',
      priority: 50,
      name: (id, modules) => (needs(FIRST, id, modules) ? 'early' : null),
    },
    {
      debugName: 'libraries of what every page begins with, and of the list',
      priority: 30,
      // Small libraries that all screens use are kept in one piece: a screen that needs an icon of the list would
      // otherwise load the list.
      name: (id, modules) =>
        EVERYWHERE.test(id) || (isLibrary(id) && (needs(START, id, modules) || inList(id, modules)))
          ? 'libraries'
          : null,
    },
    {
      debugName: 'what every page begins with, and what the list shares with other screens',
      priority: 20,
      name: (id, modules) =>
        needs(START, id, modules) || (inList(id, modules) && (id.endsWith('.css') || inOthers(id, modules)))
          ? 'start'
          : null,
    },
    { debugName: 'the list', priority: 10, name: (id, modules) => (inList(id, modules) ? 'list' : null) },
    {
      debugName: 'what later parts share',
      priority: 5,
      name: (id, modules) => {
        if (isLibrary(id) || isOfFew(id)) return null;
        if (WITH_BOARD.includes(id) || isCore(id, modules) || (needs(RECORD, id, modules) && needs(LIGHT, id, modules)))
          return 'shared';
        const isShared = LATER.filter((roots) => needs(roots, id, modules)).length > 1;
        return isShared && [...needed(id, modules)].every((each) => isLight(each, modules)) ? 'shared' : null;
      },
    },
    // Otherwise a record or form would begin with dozens of small files, and a browser requests only a few at a time.
    {
      debugName: 'what a record shares with others',
      priority: 4,
      name: (id, modules) =>
        !isLibrary(id) && needs(RECORD, id, modules) && (isOfFew(id) || needs(FORM, id, modules)) ? 'opened' : null,
    },
    {
      debugName: 'what is for a record alone',
      priority: 3,
      name: (id, modules) => (!isLibrary(id) && needs(RECORD, id, modules) ? 'record' : null),
    },
  ];
}

/** Returns the modules and all their static imports. */
function reached(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    // A library's entry file re-exports others; only the bundler knows which of them are needed.
    if (isLibrary(id)) return;
    for (const each of modules.getModuleInfo(id)?.importedIds ?? []) visit(each);
  };
  for (const each of roots) visit(each.startsWith('/') ? each : join(client, each));
  return found;
}

const isLibrary = (id: string): boolean => id.includes('node_modules') || id.startsWith('\0');

/** A built file: its share of our own code, and the compressed size of each module. */
export interface BuiltFile {
  /** Share of our own code, from 0 to 1, by compressed size. */
  readonly ours: number;
  readonly modules: readonly (readonly [path: string, bytes: number])[];
}

/** The path at which a build writes the modules of its files: by file name, as a `BuiltFile`. */
export const builtFiles = join(root, '.cache', 'client-files.json');

/** A plugin that writes `builtFiles` and provides for `build.modulePreload` the files that are requested together. */
export function clientFiles(): { readonly plugin: Plugin; readonly resolveDependencies: Resolves } {
  const screens = new Set<string>();
  /** Files with helpers of the bundler, which every page has loaded too. */
  const bundlers = new Set<string>();
  return {
    plugin: {
      name: 'client-files',
      apply: 'build',
      enforce: 'pre',
      // The first tag, because it waits for no other file.
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle = {} }) =>
          html
            .replace(EARLY, '')
            .replace('<head>', `<head>${html.match(EARLY)?.[0].replace('<script ', '<script async ')}`)
            .replace(
              '</head>',
              `${Object.entries(OPENS)
                .map(([opens, module]) => tagsOf(opens, module, bundle))
                .join('')}</head>`,
            ),
      },
      generateBundle: {
        order: 'pre',
        handler: (_options, bundle) => {
          for (const [name, chunk] of Object.entries(bundle))
            if (chunk.type === 'chunk') {
              if (isScreen(chunk.facadeModuleId)) screens.add(name);
              if (isBundlers(chunk)) bundlers.add(name);
            }
        },
      },
      writeBundle: {
        sequential: true,
        handler: async ({ dir = '' }, bundle) => {
          tellFiles(bundle);
          await writeWorker(join(dir, '_', 'service-worker.js'), bundle);
        },
      },
    },
    // Lists of preloaded files would be part of the first files. Parts that open on a press are prefetched and import
    // what they need themselves; a screen that is opened by its address can't wait for that.
    resolveDependencies: (file, needed, { hostId }) =>
      needed.filter(
        (each) =>
          !IS_THERE.test(each) &&
          !bundlers.has(each) &&
          (screens.has(file) || !IS_FIRST.test(hostId) || each.endsWith('.css')),
      ),
  };
}

/** Returns the tags that preload a screen. The server keeps them only on pages that open that screen. */
function tagsOf(opens: string, module: string, bundle: Readonly<Record<string, Drawn>>): string {
  const [root] = Object.entries(bundle).find(([, { modules = {} }]) => join(client, module) in modules) ?? [];
  const scripts = new Set<string>();
  const visit = (name: string): void => {
    if (scripts.has(name) || IS_THERE.test(name) || isBundlers(bundle[name])) return;
    scripts.add(name);
    for (const each of bundle[name]?.imports ?? []) visit(each);
  };
  if (root !== undefined) visit(root);
  const styles = new Set([...scripts].flatMap((name) => [...(bundle[name]?.viteMetadata?.importedCss ?? [])]));
  if (scripts.size === 0) throw new Error(`Nothing that draws a ${opens} was built.`);
  const tag = (rel: string, path: string) => `<link rel="${rel}" crossorigin data-opens="${opens}" href="/${path}">`;
  return [
    ...[...scripts].map((path) => tag('modulepreload', path)),
    ...[...styles].map((path) => tag('preload" as="style', path)),
  ].join('');
}

interface Drawn {
  readonly imports?: readonly string[];
  readonly modules?: object;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined;
}

/** Files with helpers of the bundler, which every page has loaded too. */
const isBundlers = (chunk: Drawn | undefined): boolean =>
  Object.keys(chunk?.modules ?? {}).every((id) => id.startsWith('\0'));

/** Matches the tag of the module that sends the first requests. */
const EARLY = /\s*<script [^>]*\/early-[^>]*><\/script>/;

/** Matches files that every page has loaded before it can request anything. */
const IS_THERE = /\/(?:early|start|libraries)-[^/]*$/;

/** Matches the first files of a page, which lists of preloaded files would enlarge. */
const IS_FIRST = /\/(?:early|start|list)-[^/]*$/;

type Resolves = (file: string, needed: string[], context: { readonly hostId: string }) => string[];

const isScreen = (id: string | null): boolean =>
  id !== null &&
  /\/src\/client\/(?:screens\/[^/]+\/(?:[^/]+-screen|page)\.tsx|sign-in\/sign-in\.tsx|view\/browser-engine\.ts)$/.test(
    id,
  );

/** Writes `builtFiles`. */
function tellFiles(bundle: Bundle): void {
  const files: Record<string, BuiltFile> = {};
  for (const [name, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk') files[name] = madeOf(chunk.modules ?? {});
  mkdirSync(dirname(builtFiles), { recursive: true });
  writeFileSync(builtFiles, JSON.stringify(files));
}

/** The service worker, which stores the page for offline use. It imports nothing. */
const WORKER = join(client, 'service-worker', 'service-worker.ts');

/** Files that only a development server requests. */
const IN_DEVELOPMENT = /\/src\/client\/(?:dev|why)\//;

/** Writes the service worker with the list of files that the page may request. */
async function writeWorker(path: string, bundle: Bundle): Promise<void> {
  const files = Object.entries(bundle).flatMap(([name, { modules = {} }]) => {
    const made = Object.keys(modules).filter((id) => !id.startsWith('\0'));
    const isForDevelopment = made.length > 0 && made.every((id) => IN_DEVELOPMENT.test(id));
    return name.startsWith('_/assets/') && !isForDevelopment ? `/${name}` : [];
  });
  const { code } = await transformWithOxc(await readFile(WORKER, 'utf8'), WORKER, { sourcemap: false });
  if (code.split('__FILES__').length !== 2) throw new Error(`${WORKER} has no one place for the names of files.`);
  await writeFile(path, code.replace('__FILES__', files.sort().join(' ')));
}

type Bundle = Readonly<
  Record<
    string,
    { readonly type: string; readonly modules?: Readonly<Record<string, { readonly code: string | null }>> }
  >
>;

function madeOf(modules: Readonly<Record<string, { readonly code: string | null }>>): BuiltFile {
  const texts = Object.entries(modules).map(([id, { code }]) => [id, code ?? ''] as const);
  const packed = (mine: boolean) => {
    const text = texts.flatMap(([id, code]) => (isLibrary(id) === mine ? [] : code)).join('');
    return text === '' ? 0 : gzipSync(text).length;
  };
  const [ours, theirs] = [packed(true), packed(false)];
  return {
    ours: ours + theirs === 0 ? 1 : ours / (ours + theirs),
    modules: texts
      .map(([id, code]) => [id.replace(`${root}/`, ''), gzipSync(code).length] as const)
      .sort(([, a], [, b]) => b - a),
  };
}
