import type { Sample, SampleRow } from '../../model/model.ts';
import { say } from '../codes.ts';
import { foldName } from '../columns.ts';
import { contentOf } from '../content.ts';
import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import type { Section } from '../outline.ts';
import { type Reader, reference, words } from '../reader.ts';

const TITLES: ReadonlySet<string> = new Set([
  'sampledata',
  'samples',
  'exampledata',
  'demodata',
  'testdata',
  'samplerecords',
]);

/** Whether a section without a number is the appendix of sample data. */
export function isSampleData(section: Section): boolean {
  if (section.point !== null) return false;
  const title = foldName(words(section.title).replace(/^appendix(?:\s+\w)?\s*[:.–-]\s*/i, ''));
  return TITLES.has(title);
}

/** Sample data: a `### Entity` with a table whose columns are fields. Cells are kept as text. */
export function readSamples(reader: Reader, section: Section): Sample[] {
  const content = contentOf(reader, section.blocks, { point: null, keys: [], free: true });
  for (const table of content.tables) {
    reader.report(
      say.partNotRead(
        words(table.header.cells[0] ?? table.at),
        'Put the table under a heading “### Name of the entity”.',
      ),
      table.header.at,
    );
  }
  return section.parts.flatMap((under) => {
    const { tables } = contentOf(reader, under.blocks, { point: null, keys: [], free: true });
    return tables.map((table) => sampleOf(reader, words(under.title), table));
  });
}

function sampleOf(reader: Reader, entity: string, table: Extract<Block, { kind: 'table' }>): Sample {
  const width = table.header.cells.length;
  const rows = table.rows.map((row): SampleRow => {
    for (const cell of row.cells.slice(width)) if (cell.text !== '') reader.report(say.cellNotRead(words(cell)), cell);
    return { at: reader.place(row.at), cells: row.cells.slice(0, width).map((cell) => cellOf(reader, cell)) };
  });
  return {
    entity,
    at: reader.place(table.at),
    columns: table.header.cells.map((cell) => reference(reader, cell)),
    rows,
  };
}

function cellOf(reader: Reader, cell: Span) {
  return { text: words(cell), at: reader.place(cell) };
}
