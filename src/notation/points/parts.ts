import type { Element, Point } from '../../model/place.ts';
import { say } from '../codes.ts';
import { foldName } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Part } from '../outline.ts';
import { type Reader, words } from '../reader.ts';

type Thing = Element & ({ readonly name: string } | { readonly code: string });

/** The prose under `### Name` as the help of the element of that name. What names nothing is reported. */
export function withParts<T extends Thing>(reader: Reader, parts: readonly Part[], things: readonly T[], what: string, point: Point): T[] {
  const result = [...things];
  for (const under of parts) {
    const title = words(under.title);
    const index = indexOf(result, title);
    const thing = result[index];
    const content = contentOf(reader, under.blocks, { point, keys: [] });
    if (thing === undefined) {
      reader.report(say.nameUnknown(title, `${what} of the table above`, 'Give it a row in the table, or write this as prose there.'), under.title, { point });
      continue;
    }
    for (const table of content.tables) reader.report(say.tableNotRead(words(table.header.cells[0] ?? table.at), []), table.header.at, { point, element: thing.id });
    result[index] = { ...thing, help: [thing.help, content.help].filter((text) => text !== '').join('\n\n') };
  }
  return result;
}

function indexOf(things: readonly Thing[], title: string): number {
  const exact = things.findIndex((thing) => nameOf(thing) === title);
  return exact >= 0 ? exact : things.findIndex((thing) => foldName(title) !== '' && foldName(nameOf(thing)) === foldName(title));
}

function nameOf(thing: Thing): string {
  return 'name' in thing ? thing.name : thing.code;
}
