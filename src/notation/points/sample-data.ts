import type { Sample, SampleRow } from '../../model/types/model.ts';
import type { Block } from '../markdown/document.ts';
import type { Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { foldName } from '../reader/columns.ts';
import type { Section } from '../reader/outline.ts';
import { type Reader, reference, words } from '../reader/reader.ts';
import { tablesIn } from './appendix.ts';

const TITLES: ReadonlySet<string> = new Set(['sampledata', 'samples', 'exampledata', 'demodata']);

/** Whether a section without a number is the appendix of sample data. */
export function isSampleData(section: Section): boolean {
  return section.point === null && TITLES.has(foldName(words(section.title)));
}

/** Reads sample data: a `### Entity` with a table whose columns are fields. Cells stay text. */
export function readSamples(reader: Reader, section: Section): Sample[] {
  for (const table of tablesIn(reader, section.blocks, SAMPLES)) {
    reader.report(
      messages.partNotRead(
        words(table.header.cells[0] ?? table.at),
        'Put the table under a heading “### Name of the entity”.',
      ),
      table.header.at,
    );
  }
  return section.parts.flatMap((part) =>
    tablesIn(reader, part.blocks, SAMPLES).map((table) => sampleOf(reader, words(part.title), table)),
  );
}

const SAMPLES = 'Sample data is read from a table under “### Name of the entity”. An explanation may stay.';

function sampleOf(reader: Reader, entity: string, table: Extract<Block, { kind: 'table' }>): Sample {
  const width = table.header.cells.length;
  const rows = table.rows.map((row): SampleRow => {
    for (const cell of row.cells.slice(width))
      if (cell.text !== '') reader.report(messages.cellNotRead(words(cell)), cell);
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
