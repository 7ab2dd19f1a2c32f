import { folderOf, isGenerated, type Source } from './sources.ts';

/** A rule names each violation: where it is, and what to do about it. */
export type Rule = (sources: readonly Source[]) => readonly string[];

const core = ['messages', 'model', 'fields', 'expressions'];

/** Folder → the folders that it may import. `cli` may import everything. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  messages: [],
  model: ['messages'],
  fields: ['messages', 'model'],
  expressions: ['messages', 'model', 'fields'],
  notation: core,
  checks: core,
  engine: core,
  verify: core,
  store: core,
  export: [...core, 'engine'],
  import: [...core, 'notation'],
  server: [...core, 'engine', 'store', 'export'],
  client: [...core, 'engine'],
  define: [...core, 'notation'],
  studio: [...core, 'engine', 'store', 'export', 'import', 'notation', 'checks', 'server', 'client'],
};

/** Folder → the folders of which it may import types. */
const typeArrows: Readonly<Record<string, readonly string[]>> = { store: ['engine'] };

/** The index.ts of src/ is what the package offers, so it may import what it offers. */
export const arrowsPointDown: Rule = (sources) =>
  sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, typeOnly }) => {
      const [from, to] = [folderOf(path), folderOf(target)];
      if (!target.startsWith('src/') || from === to || from === '' || from === 'cli') return [];
      const allowed = arrows[from];
      if (allowed === undefined)
        return [`${path}: src/${from} has no place among the arrows; give it one in test/support/house/house-rules.ts`];
      if (allowed.includes(to) || (typeOnly && typeArrows[from]?.includes(to))) return [];
      return [
        `${path}: ${from} may not import ${to} (${target}); move what it needs into ${allowed.at(-1) ?? 'its own folder'} or pass it in`,
      ];
    }),
  );

/** The store's implementations are chosen by the command line alone; everybody else takes the interface. */
export const storesAreHandedIn: Rule = (sources) =>
  sources
    .filter(({ path }) => !['cli', 'store', ''].includes(folderOf(path)))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => /^src\/store\/(sqlite|postgres|bucket|backup)\//.test(target))
        .map(({ target }) => `${path}: imports ${target}; take the store as an argument instead`),
    );

const mayTouchNode = /^src\/(store\/(sqlite|postgres|bucket|backup)\/|server\/node\/|cli\/)/;

/** Everything else must run in a browser too. */
export const onlyTheShellsTouchNode: Rule = (sources) =>
  sources
    .filter(({ path }) => !mayTouchNode.test(path))
    .flatMap(({ path, imports, code }) =>
      [
        ...imports.filter(({ target }) => target.startsWith('node:')).map(({ target }) => `imports ${target}`),
        ...[...new Set(code.match(/(?<![\w.$'"-])(process\.\w+|Buffer\.\w+|__dirname|require\()/g) ?? [])].map(
          (name) => `uses ${name}`,
        ),
      ].map(
        (what) =>
          `${path}: ${what} but must run in a browser too; take it as an argument, or move it to server/node, store/sqlite or cli`,
      ),
    );

export const jsxStaysInTheClient: Rule = (sources) =>
  sources
    .filter(({ path }) => path.endsWith('.tsx') && !['client', 'studio'].includes(folderOf(path)))
    .map(({ path }) => `${path}: .tsx belongs into client or studio; rename it to .ts or move it`);

/** Node strips types from .ts, never from .tsx. */
export const nodeNeverLoadsJsx: Rule = (sources) => {
  const reach = reachability(sources);
  const inClient = (path: string) => ['client', 'studio'].includes(folderOf(path));
  return sources
    .filter(({ path }) => !inClient(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !typeOnly && inClient(target))
        .flatMap(({ target }) => [...reach(target)].filter((each) => each.endsWith('.tsx')).slice(0, 1))
        .map((jsx) => `${path}: leads Node to ${jsx}; import only types, or a .ts file that needs no .tsx`),
    );
};

/** The texts of a language are one file, for its translators. */
const isLanguageFile = (path: string) => /^src\/messages\/[\w-]+\.json$/.test(path);

export const filesStaySmall: Rule = (sources) =>
  sources
    .filter(({ path, text }) => !isGenerated(text) && !isLanguageFile(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > 400)
    .map(({ path, lines }) => `${path}: ${lines} lines; split it by what its parts do (400 at most)`);

const pointFolder = /^src\/checks\/([1-9]-[a-z-]+|across)\//;

/** Code, page and what it reports share one name. */
export const everyCheckHasItsPage: Rule = (sources) => {
  const paths = new Set(sources.map(({ path }) => path));
  return sources
    .filter(({ path }) => /^src\/checks\/.*\//.test(path))
    .filter(({ path, code }) => pointFolder.test(path) || path.endsWith('.md') || /^export const check\b/m.test(code))
    .flatMap(({ path, code }) => {
      if (!pointFolder.test(path))
        return [`${path}: belongs into one of checks/1-product … checks/9-limits or checks/across`];
      const [twin, what] = path.endsWith('.ts')
        ? [path.replace(/ts$/, 'md'), 'page']
        : [path.replace(/md$/, 'ts'), 'check'];
      const isCheck = path.endsWith('.md') || /^export const check\b/m.test(code);
      return [
        ...(paths.has(twin) ? [] : [`${path}: its ${what} ${twin} is missing; write it`]),
        ...(isCheck
          ? []
          : [`${path}: exports no check; export one as "check", or move the file to another folder of src/checks/`]),
      ];
    });
};

export const noGrabBags: Rule = (sources) =>
  sources
    .filter(({ path }) => /\/(utils?|helpers?|common|misc|shared|lib)(\/|\.)/.test(path))
    .map(({ path }) => `${path}: name it for what it is about, or put it where it is used`);

export const nothingIsLeftOpen: Rule = (sources) =>
  sources.flatMap(({ path, text }) =>
    [...new Set(text.match(/\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error|nocheck)|biome-ignore|\bas any\b/g) ?? [])]
      .filter(() => !isGenerated(text) && /\.tsx?$/.test(path))
      .map((word) => `${path}: ${word}; finish it or take it out`),
  );

/** Files of one folder may know each other; folders, sub-folders included, form a tree of knowledge. */
export const foldersFormNoCycles: Rule = (sources) => {
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const reach = reachability(sources);
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ target, typeOnly }) => !typeOnly && folder(target) !== folder(path) && reach(target).has(path))
      .map(({ target }) => `${path}: imports ${target}, which leads back to it; move what both need below them`),
  );
};

function reachability(sources: readonly Source[]): (path: string) => ReadonlySet<string> {
  const next = new Map(
    sources.map(({ path, imports }) => [path, imports.filter((each) => !each.typeOnly).map((each) => each.target)]),
  );
  const known = new Map<string, Set<string>>();
  return (start) => {
    const found = known.get(start) ?? new Set<string>();
    if (known.has(start)) return found;
    known.set(start, found);
    const queue = [start];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      if (found.has(path)) continue;
      found.add(path);
      queue.push(...(next.get(path) ?? []));
    }
    return found;
  };
}
