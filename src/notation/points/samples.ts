import type { Appendix, Sample, SampleRow } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import { foldName } from '../columns.ts';
import { contentOf, sourceOf } from '../content.ts';
import { blockQuotation } from '../liberal/kept.ts';
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

const NOTES = 'Notes on the sample data';

/** What else stands among sample data, as an appendix of its own, so that nothing is lost; null where there is nothing. */
export function sampleNotes(reader: Reader, section: Section): Appendix | null {
  const own = section.blocks.map(sourceOf);
  const parts = section.parts.flatMap((under) => {
    const rest = under.blocks.flatMap((block) => (block.kind === 'table' ? surplus(block) : [sourceOf(block)]));
    const hasTable = under.blocks.some(({ kind }) => kind === 'table');
    return rest.length === 0 && hasTable ? [] : [`### ${under.title.text}`, ...rest];
  });
  const text = [...own, ...parts]
    .map((each) => blockQuotation(each))
    .filter((each) => each !== '')
    .join('\n\n');
  return text === '' ? null : { title: NOTES, text, at: reader.place(section.heading) };
}

/** Cells behind the last column. */
function surplus({ header, rows }: Extract<Block, { kind: 'table' }>): string[] {
  return rows.flatMap(({ cells }) => {
    const behind = cells.slice(header.cells.length).filter(({ text }) => text !== '');
    return behind.length === 0 ? [] : [behind.map(({ text }) => text).join(' | ')];
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
