import type { Rule } from './house-rules.ts';
import { folderOf } from './sources.ts';

/** Words of an example that are ordinary words of programs as well. */
const ordinary = new Set([
  'Line',
  'Person',
  'Role',
  'File',
  'Item',
  'Text',
  'Number',
  'Date',
  'Note',
  'Document',
  'Page',
  'Action',
  'Event',
  'User',
  'Comment',
  'Principal',
]);

/** What an example document names: its entities, its roles, the errors that its rules and calls raise, its constants. */
export function namesOf(document: string): ReadonlySet<string> {
  const point = (number: number) => document.split(/^## /m).find((section) => section.startsWith(`${number}.`)) ?? '';
  const cells = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name.trim());
  const upperCase = (text: string) => text.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [];
  return new Set(
    [
      ...cells(point(3), /^### (\w+)/gm),
      ...cells(point(6), /^- (\w+):/gm),
      ...upperCase(point(5)),
      ...upperCase(point(7)),
      ...upperCase(point(9)),
    ].filter((name) => /^[A-Z]/.test(name) && !ordinary.has(name)),
  );
}

/** The program knows no document: what it needs to know about one stands in the Model. */
export const knowsNoExample =
  (documents: readonly string[]): Rule =>
  (sources) => {
    const names = [...new Set(documents.flatMap((document) => [...namesOf(document)]))];
    if (names.length === 0) return [];
    const pattern = new RegExp(`(?<![\\w$])(${names.join('|')})(?![\\w$])`, 'g');
    return sources.flatMap(({ path, code }) =>
      [...new Set(code.match(pattern) ?? [])].map(
        (name) => `${path}: ${name} is a name of an example document; say it in general terms`,
      ),
    );
  };

/** The map is complete: each folder of src/ has its line. */
export const everyFolderIsOnTheMap =
  (map: string): Rule =>
  (sources) =>
    [...new Set(sources.map(({ path }) => folderOf(path)))]
      .filter((folder) => folder !== '' && !new RegExp(`(^|[^\\w-])${folder}/`, 'm').test(map))
      .map((folder) => `src/${folder}: ARCHITECTURE.md does not name "${folder}/"; give it a line there`);

/** Words to avoid for the things of a document, yet right for those of a program. */
const rightElsewhere = new Set(
  'action attribute column context convention default document entry exception flow group hook item node object origin parameter part property resource result right rule schema script setting source state status step table tree type'.split(
    ' ',
  ),
);

/** The single words in the column "We avoid" of WORDS.md, less those that are our word for something else. */
export function avoidedWords(words: string): readonly string[] {
  const rows = words.split('\n').flatMap((line) => {
    const [, ours, , avoided] = line.split('|').map((cell) => cell.trim().toLowerCase());
    return ours && avoided && !avoided.startsWith('-')
      ? [{ ours: ours.split(/,? /), avoided: avoided.split(', ') }]
      : [];
  });
  const ours = new Set(rows.flatMap((row) => row.ours));
  return rows
    .slice(1)
    .flatMap((row) => row.avoided)
    .filter((word) => /^[a-z]+$/.test(word) && !ours.has(word) && !rightElsewhere.has(word));
}

/** What others see of a file speaks our words. */
export const exportsSpeakOurWords =
  (words: string): Rule =>
  (sources) => {
    const avoided = new Set(avoidedWords(words));
    return sources.flatMap(({ path, code }) =>
      [
        ...code.matchAll(/^export (?:declare )?(?:async )?(?:const|function|class|interface|type|let)\*? +(\w+)/gm),
      ].flatMap(([, name = '']) =>
        name
          .split(/(?=[A-Z])|_|\d+/)
          .filter((part) => avoided.has(part.toLowerCase()))
          .map(
            (part) =>
              `${path}: ${name} says "${part.toLowerCase()}", which WORDS.md asks to avoid; take our word for it`,
          ),
      ),
    );
  };
