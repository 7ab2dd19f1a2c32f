import type { Entity } from '../../model/types/model.ts';
import { messages } from '../reader/codes.ts';
import { contentOf, rowSpans } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import { type Reader, words } from '../reader/reader.ts';
import { entityOf } from './entity.ts';

export { ENTITY_KEYS, FIELD_COLUMNS } from './entity-columns.ts';

const ACCEPTED =
  'Fields stand under a heading “### Name of the entity”, as lines such as “- amount: money(EUR), required” or in a table.';

/** Reads point 3: a `### Name` for each entity, with a table or a list of its fields. */
export function readEntities(reader: Reader, sections: readonly Section[]): { entities: Entity[]; help: string } {
  const help: string[] = [];
  const names = new Set(sections.flatMap(({ parts }) => parts.map(({ title }) => words(title))));
  const entities = sections.flatMap((section) => {
    const content = contentOf(reader, section.blocks, { point: 3, keys: [], accepts: ACCEPTED });
    help.push(content.help);
    for (const table of content.tables)
      reader.report(
        messages.partNotRead(
          words(table.header.cells[0] ?? table.at),
          'Put the table under a heading “### Name of the entity”.',
        ),
        table.header.at,
        { point: 3, also: rowSpans(table) },
      );
    return section.parts.map((part) => entityOf(reader, part, names));
  });
  return { entities, help: help.filter((text) => text !== '').join('\n\n') };
}
