import type { Rule } from './house-rules.ts';
import { isGenerated, type Source } from './sources.ts';

/** The most TypeScript files in one folder; its `index.ts` does not count. */
const MOST_FILES = 25;

const folderIn = (path: string): string => path.slice(0, path.lastIndexOf('/'));

const isCounted = ({ path, text }: Source): boolean =>
  /\.tsx?$/.test(path) && !/\/index\.tsx?$/.test(path) && !isGenerated(text);

export const foldersStaySmall: Rule = (sources) => {
  const counts = Map.groupBy(sources.filter(isCounted), ({ path }) => folderIn(path));
  return [...counts].flatMap(([folder, files]) =>
    files.length > MOST_FILES ? [`${folder}: ${files.length} files; divide it by concern (${MOST_FILES} at most)`] : [],
  );
};

export const foldersHoldFilesOrFolders: Rule = (sources) => {
  const folders = new Set(sources.map(({ path }) => folderIn(path)));
  const parents = new Set([...folders].map(folderIn));
  return sources
    .filter((each) => isCounted(each) && parents.has(folderIn(each.path)) && folderIn(each.path) !== 'src')
    .map(({ path }) => `${path}: its folder also holds folders; move the file into one of them`);
};

/** Sibling folders, at any depth, depend on each other in one direction at most; imports of types count. */
export const foldersDependOneWay: Rule = (sources) => {
  const edges = new Map<string, string>();
  const paths = new Set(sources.map(({ path }) => path));
  for (const { path, imports } of sources)
    for (const { target } of imports) {
      const pair = paths.has(target) ? siblings(folderIn(path), folderIn(target)) : null;
      if (pair !== null && !edges.has(pair.join(' '))) edges.set(pair.join(' '), `${path} imports ${target}`);
    }
  return [...edges].flatMap(([edge, example]) => {
    const [from = '', to = ''] = edge.split(' ');
    const back = edges.get(`${to} ${from}`);
    if (back === undefined || from > to) return [];
    return [`${from} and ${to} depend on each other: ${example}; ${back}. Move what both need below them.`];
  });
};

/** The two folders in which two paths part; null if one of them is inside the other. */
function siblings(from: string, to: string): readonly [string, string] | null {
  const [one, other] = [from.split('/'), to.split('/')];
  const at = one.findIndex((part, index) => part !== other[index]);
  if (at < 0 || at >= other.length) return null;
  return [one.slice(0, at + 1).join('/'), other.slice(0, at + 1).join('/')];
}

/** The map names every folder of the second level. */
export const everySecondLevelFolderIsOnTheMap =
  (map: string): Rule =>
  (sources) => {
    const folders = sources.flatMap(({ path }) => /^src\/([^/]+)\/([^/]+)\//.exec(path)?.slice(1).join('/') ?? []);
    return [...new Set(folders)]
      .filter((folder) => !map.includes(`\`${folder.split('/')[1] ?? ''}/\``))
      .map((folder) => `src/${folder}: ARCHITECTURE.md does not name it; add it to the row of its parent`);
  };

/** Words of the former private vocabulary, which names of files must not use. */
const AVOIDED =
  /(?:^|[-_/.])(?:told|said|kept|asked|asking|there|standing|whoever|elsewhere|tell|desire|census|shelf|unfit|young|unheard|crowd|along|sight|liberal|drawn)(?=$|[-_/.])/;

export const pathsUseStandardWords: Rule = (sources) =>
  sources
    .filter(({ path }) => AVOIDED.test(path.replace(/\.tsx?$/, '')))
    .map(({ path }) => `${path}: name it with a standard term (WORDS.md)`);
