import type { Edit } from '../model/diagnostic.ts';
import { POINT_TITLES, type Point } from '../model/place.ts';
import { say } from './codes.ts';
import type { Block, Heading } from './markdown/document.ts';
import { endOf, type Span } from './markdown/span.ts';
import { numberOf, type Outline, type Part, type Section } from './outline.ts';
import { isSampleData } from './points/samples.ts';
import { isTranslations } from './points/translations.ts';
import { type Reader, words } from './reader.ts';
import { namesPoint, sameTitle } from './titles.ts';

/** Reports headings that name no point, one for the second time, or one at another level than the other points. */
export function reportHeadings(reader: Reader, outline: Outline, text: string): void {
  const { sections } = outline;
  const stated = new Set(sections.map(({ point }) => point));
  const seen = new Set<Point>();
  for (const section of sections) {
    const { point, title, heading, parts } = section;
    for (const part of parts) reportPart(reader, part, outline, stated, text);
    if (point === null) {
      if (isSampleData(section) || isTranslations(section)) continue;
      const edit = separation(section, text);
      reader.report(edit === null ? say.sectionNotRead(words(title)) : say.underlined(words(title)), heading, { edit });
      continue;
    }
    if (seen.has(point)) {
      reader.report(say.sectionTwice(point), heading, { point });
    } else if (!namesPoint(title.text, point)) {
      const edit = titleEdit(heading, point);
      reader.report(say.sectionTitle(point, words(title), POINT_TITLES[point]), heading, { point, edit });
    }
    seen.add(point);
  }
}

function reportPart(reader: Reader, part: Part, { level }: Outline, stated: Set<Point | null>, text: string): void {
  const found = numberOf(part.title);
  if (found === null || stated.has(found.point) || !sameTitle(found.title.text, POINT_TITLES[found.point])) return;
  const edit =
    text[part.from] === '#'
      ? { from: part.from, to: part.title.from, text: `${'#'.repeat(level)} `, title: 'Write it as a point' }
      : null;
  reader.report(say.headingLevel(found.point, level), part.title, { point: found.point, edit });
}

/** A paragraph or a list of one item that says just what the heading of a point does, where there is no such heading. */
export function reportUnmarked(reader: Reader, { blocks }: Heading, { level, sections }: Outline, text: string): void {
  for (const block of blocks) {
    const found = unmarked(block, level, text);
    if (found === null || sections.some(({ point }) => point === found.point)) continue;
    reader.report(say.headingUnmarked(found.point), found.line, { point: found.point, edit: found.edit });
  }
}

/** What decides whether a line is reported as the heading of a point. */
export const pointsOf = ({ level, sections }: Outline): string => [level, ...sections.map(({ point }) => point)].join();

function unmarked(block: Block, level: number, text: string): { point: Point; line: Span; edit: Edit } | null {
  const line =
    block.kind === 'list' && block.items.length === 1 ? block.items[0]?.at : block.kind === 'prose' ? block.text : null;
  if (line === null || line === undefined || line.text.length > LONGEST_TITLE || line.text.startsWith('#')) return null;
  const found = numberOf({ text: line.text.replaceAll(/^[*_]+|[*_]+$/g, ''), from: line.from });
  if (found === null || !sameTitle(found.title.text, POINT_TITLES[found.point])) return null;
  const under =
    /^\n[ \t]*(?:-+|=+)[ \t]*(?=\n|$)/.exec(text.slice(endOf(line), endOf(line) + LONGEST_TITLE))?.[0] ?? '';
  const heading = `${'#'.repeat(level)} ${found.point}. ${POINT_TITLES[found.point]}`;
  const edit = { from: line.from, to: endOf(line) + under.length, text: `${heading}\n`, title: 'Make it a heading' };
  return { point: found.point, line, edit };
}

const LONGEST_TITLE = 80;

/** An empty line above the `---` that makes a heading of the lines before it. */
function separation({ from, body }: Section, text: string): Edit | null {
  const line = text.slice(from, body).lastIndexOf('\n') + 1;
  if (line === 0 || text.slice(from + line, body).trim()[0] !== '-') return null;
  return { from: from + line, to: from + line, text: '\n', title: 'Put an empty line above the line' };
}

function titleEdit(heading: Span, point: Point): Edit {
  return {
    from: heading.from,
    to: endOf(heading),
    text: `${point}. ${POINT_TITLES[point]}`,
    title: 'Write the usual heading',
  };
}
