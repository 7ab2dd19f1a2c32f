import type { Edit } from '../../model/types/diagnostic.ts';
import { POINT_TITLES, type Point } from '../../model/types/element.ts';
import type { Block, Heading } from '../markdown/document.ts';
import { endOf, type Span } from '../markdown/span.ts';
import { isSampleData } from '../points/sample-data.ts';
import { isTranslations } from '../points/translations.ts';
import { messages } from '../reader/codes.ts';
import { type Outline, type Part, pointOfHeading, type Section } from '../reader/outline.ts';
import { type Reader, words } from '../reader/reader.ts';
import { isTitleOfPoint, sameTitle } from '../reader/titles.ts';

/** Reports headings that name no point, that repeat a point, or that are at another level than the other points. */
export function reportHeadings(reader: Reader, outline: Outline, text: string): void {
  const { sections } = outline;
  const stated = new Set(sections.map(({ point }) => point));
  const readPoints = new Set<Point>();
  for (const section of sections) {
    const { point, title, heading, parts } = section;
    for (const part of parts) reportPart(reader, part, outline, stated, text);
    if (point === null) {
      if (isSampleData(section) || isTranslations(section)) continue;
      const edit = separation(section, text);
      reader.report(
        edit === null ? messages.sectionNotRead(words(title)) : messages.underlined(words(title)),
        heading,
        { edit },
      );
      continue;
    }
    if (readPoints.has(point)) {
      reader.report(messages.sectionTwice(point), heading, { point });
    } else if (!isTitleOfPoint(title.text, point)) {
      const edit = titleEdit(heading, point);
      reader.report(messages.sectionTitle(point, words(title), POINT_TITLES[point]), heading, { point, edit });
    }
    readPoints.add(point);
  }
}

function reportPart(reader: Reader, part: Part, { level }: Outline, stated: Set<Point | null>, text: string): void {
  const found = pointOfHeading(part.title);
  if (found === null || stated.has(found.point) || !sameTitle(found.title.text, POINT_TITLES[found.point])) return;
  const edit =
    text[part.from] === '#'
      ? { from: part.from, to: part.title.from, text: `${'#'.repeat(level)} `, title: 'Make it the heading of a point' }
      : null;
  reader.report(messages.headingLevel(found.point, level), part.title, { point: found.point, edit });
}

/**
 * Reports a paragraph or single-item list with the text of a missing point's heading, and headings of missing points in
 * blocks of code.
 */
export function reportUnmarkedHeadings(reader: Reader, { blocks }: Heading, stated: StatedPoints, text: string): void {
  for (const block of blocks) {
    if (block.kind === 'prose' && block.code) {
      reportCode(reader, block.text, stated);
      continue;
    }
    const found = unmarked(block, stated.level, text);
    if (found === null || stated.points.has(found.point)) continue;
    reader.report(messages.headingUnmarked(found.point), found.line, { point: found.point, edit: found.edit });
  }
}

/** The points of a document and their level, to decide whether a line looks like the heading of a missing point. */
export interface StatedPoints {
  readonly level: number;
  readonly points: ReadonlySet<Point>;
}

export function statedPoints({ level, sections }: Outline): StatedPoints {
  const points = new Set(sections.flatMap(({ point }) => point ?? []));
  return { level, points };
}

/** Programs sometimes wrap whole documents in a block of code. */
function reportCode(reader: Reader, code: Span, { points }: StatedPoints): void {
  const found = new Set<Point>();
  for (const { 1: title = '' } of code.text.matchAll(/^[ \t]*#{1,6}[ \t]+(\S[^\n]{0,79})$/gm)) {
    const named = pointOfHeading({ text: title.trim(), from: 0 });
    if (named !== null && !points.has(named.point) && isTitleOfPoint(named.title.text, named.point))
      found.add(named.point);
  }
  if (found.size > 0) reader.report(messages.headingsInCode([...found].sort()), firstLine(code));
}

function firstLine({ text, from }: Span): Span {
  return { text: text.split('\n', 1)[0] ?? '', from };
}

function unmarked(block: Block, level: number, text: string): { point: Point; line: Span; edit: Edit } | null {
  const line =
    block.kind === 'list' && block.items.length === 1 ? block.items[0]?.at : block.kind === 'prose' ? block.text : null;
  if (line === null || line === undefined || line.text.length > LONGEST_TITLE || MARKED.test(line.text)) return null;
  const found = pointOfHeading({
    text: line.text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''),
    from: line.from,
  });
  if (found === null || !sameTitle(found.title.text, POINT_TITLES[found.point])) return null;
  const under =
    /^\n[ \t]*(?:-+|=+)[ \t]*(?=\n|$)/.exec(text.slice(endOf(line), endOf(line) + LONGEST_TITLE))?.[0] ?? '';
  const heading = `${'#'.repeat(level)} ${found.point}. ${POINT_TITLES[found.point]}`;
  const edit = { from: line.from, to: endOf(line) + under.length, text: `${heading}\n`, title: 'Make it a heading' };
  return { point: found.point, line, edit };
}

const LONGEST_TITLE = 80;

/** Lines with heading marks have a finding of their own. */
const MARKED = /^[^\p{L}\p{N}]*[#\uff03]/u;

/**
 * Returns an edit that adds an empty line above a `---` that turns the lines before it into a heading; null if there is
 * none.
 */
function separation({ from, body }: Section, text: string): Edit | null {
  const line = text.slice(from, body).lastIndexOf('\n') + 1;
  if (line === 0 || text.slice(from + line, body).trim()[0] !== '-') return null;
  return { from: from + line, to: from + line, text: '\n', title: 'Insert an empty line above' };
}

function titleEdit(heading: Span, point: Point): Edit {
  return {
    from: heading.from,
    to: endOf(heading),
    text: `${point}. ${POINT_TITLES[point]}`,
    title: 'Use the standard heading',
  };
}
