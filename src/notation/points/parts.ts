import type { Element, Point } from '../../model/types/place.ts';
import { say } from '../codes.ts';
import { foldName } from '../columns.ts';
import { contentOf, sourceOfPart } from '../content.ts';
import { helpBehind } from '../liberal/kept.ts';
import type { Rest } from '../liberal/walk.ts';
import type { Part } from '../outline.ts';
import { type Reader, words } from '../reader.ts';

type Thing = Element & ({ readonly name: string } | { readonly code: string });

/** The prose under `### Name` as the help of the element of that name. What names nothing is reported. */
export function withParts<T extends Thing>(
  reader: Reader,
  parts: readonly Part[],
  things: readonly T[],
  what: string,
  point: Point,
): T[] {
  const result = [...things];
  const find = finder(things.map(nameOf));
  for (const under of parts) {
    const title = words(under.title);
    const index = find(title) ?? -1;
    const thing = result[index];
    const content = contentOf(reader, under.blocks, { point, keys: [] });
    if (thing === undefined) {
      reader.report(
        say.nameUnknown(
          title,
          `${what} of the table above`,
          'Give it a row in the table, or write this as prose there.',
        ),
        under.title,
        { point },
      );
      reader.lose(point, sourceOfPart(under));
      continue;
    }
    for (const table of content.tables) reader.lose(point, table.at.text);
    for (const table of content.tables)
      reader.report(say.tableNotRead(words(table.header.cells[0] ?? table.at), []), table.header.at, {
        point,
        element: thing.id,
      });
    result[index] = { ...thing, help: helpBehind(thing.help, content.help) };
  }
  return result;
}

/** What several stretches of a section leave as prose, as one: lists that come to stand behind one another are one list. */
export function helpOf(reader: Reader, rests: readonly Rest[], point: Point): string {
  const blocks = rests.flatMap((rest) => rest.blocks);
  return contentOf(reader, blocks, { point, keys: [], free: rests.some(({ inWords }) => inWords) }).help;
}

/**
 * Looks names up to the letter first, then without capitals, spaces and punctuation; the first of several counts, and
 * `Name #2` is the second.
 */
export function finder(names: readonly string[]): (title: string) => number | null {
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  names.forEach((name, index) => {
    if (!exact.has(name)) exact.set(name, index);
    if (!folded.has(foldName(name))) folded.set(foldName(name), index);
  });
  titlesOf(names).forEach((title, index) => {
    if (!exact.has(title)) exact.set(title, index);
  });
  return (title) => exact.get(title) ?? (foldName(title) === '' ? null : (folded.get(foldName(title)) ?? null));
}

/** The title by which each of these names is found, where several are alike. */
export function titlesOf(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}

function nameOf(thing: Thing): string {
  return 'name' in thing ? thing.name : thing.code;
}
