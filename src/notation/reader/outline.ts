import { POINT_TITLES, POINTS, type Point } from '../../model/types/element.ts';
import type { Block, Document, Heading } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { foldedTitle, isTitleOfPoint } from './titles.ts';

/**
 * A document divided at its headings: the name, the content before point 1, and the sections in the order of the text.
 */
export interface Outline {
  /** The text after `# Specification:`; null if there is no such heading. */
  readonly name: Span | null;
  readonly intro: readonly Block[];
  readonly sections: readonly Section[];
  /** Level of the headings of the points, usually 2. */
  readonly level: number;
}

/** A section of the document. `point` null: an appendix, such as the sample data. */
export interface Section {
  readonly point: Point | null;
  readonly heading: Span;
  /** The heading without its number. */
  readonly title: Span;
  /** From the line of the heading to the next section. */
  readonly from: number;
  readonly to: number;
  /** End of the heading. */
  readonly body: number;
  readonly blocks: readonly Block[];
  readonly parts: readonly Part[];
}

/** The content under a `### Name`, up to the next part or section. */
export interface Part {
  readonly title: Span;
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

/**
 * Divides a document into points. The number of a heading decides its point; a heading without a number is recognized
 * by its text. All points may be at another level than the second; their parts are then one level below.
 */
export function outlineOf(document: Document): Outline {
  const [before, ...headings] = document.headings;
  const sections: Growing[] = [];
  const intro: (() => readonly Block[])[] = [() => before?.blocks ?? []];
  const below = levelOfPoints(headings) - 2;
  let name: Span | null = null;
  for (const heading of headings) {
    const section = sections.at(-1);
    const level = Math.max(1, heading.level - below);
    const numbered = level <= 2 ? pointOfHeading(heading.title) : null;
    if (level === 1 && name === null && numbered === null && section === undefined) {
      name = nameOf(heading.title);
      intro.push(() => heading.blocks);
    } else if (level <= 2) {
      const { point, title } = numbered ?? { point: null, title: heading.title };
      sections.push({ point, title, heading: heading.title, body: heading.body, ...stretch(heading), parts: [] });
    } else if (section === undefined) {
      intro.push(() => [asProse(heading, level), ...heading.blocks]);
    } else if (level === 3) {
      section.to = heading.to;
      section.parts.push({ title: heading.title, ...stretch(heading) });
    } else {
      const part = section.parts.at(-1);
      section.to = heading.to;
      if (part !== undefined) part.to = heading.to;
      (part ?? section).content.push(() => [asProse(heading, level), ...heading.blocks]);
    }
  }
  return { name, intro: intro.flatMap((blocks) => blocks()), sections: sections.map(sectionOf), level: below + 2 };
}

/** Returns the level of the points: 2, unless a deeper level has more headings of points. */
function levelOfPoints(headings: readonly Heading[]): number {
  const named = new Map<number, Set<Point>>();
  for (const { level, title } of headings) {
    const found = pointOfHeading(title);
    if (found === null || !isTitleOfPoint(found.title.text, found.point)) continue;
    const depth = Math.max(2, level);
    named.set(depth, (named.get(depth) ?? new Set()).add(found.point));
  }
  let best = 2;
  for (const [level, points] of named) if (points.size > (named.get(best)?.size ?? 0)) best = level;
  return best;
}

interface Stretch {
  readonly from: number;
  to: number;
  readonly content: (() => readonly Block[])[];
}

interface Growing extends Stretch {
  readonly point: Point | null;
  readonly heading: Span;
  readonly title: Span;
  readonly body: number;
  readonly parts: ({ readonly title: Span } & Stretch)[];
}

function stretch(heading: Heading): Stretch {
  return { from: heading.from, to: heading.to, content: [() => heading.blocks] };
}

function sectionOf({ content, parts, ...section }: Growing): Section {
  return { ...section, blocks: content.flatMap((blocks) => blocks()), parts: parts.map(partOf) };
}

function partOf({ content, ...part }: Growing['parts'][number]): Part {
  return { ...part, blocks: content.flatMap((blocks) => blocks()) };
}

function nameOf(title: Span): Span {
  const word = /^specification\s*(?::|$)/i.exec(title.text);
  return word === null ? title : part(title, word[0].length);
}

const NUMBERED = /^\p{Cf}*(?:(?:point|section)\s+)?([1-9])(?:\s*[.):–—-]\s*|\s+|$)/iu;

/** Returns the point that a heading names, and the heading without its number. Null if it names none. */
export function pointOfHeading(title: Span): { point: Point; title: Span } | null {
  const match = NUMBERED.exec(title.text);
  const number = POINTS.find((point) => String(point) === match?.[1]);
  if (match !== null && number !== undefined) return { point: number, title: part(title, match[0].length) };
  const named = BY_TITLE.get(foldedTitle(title.text));
  return named === undefined ? null : { point: named, title };
}

const BY_TITLE: ReadonlyMap<string, Point> = new Map(POINTS.map((point) => [foldedTitle(POINT_TITLES[point]), point]));

/** Headings below the level of parts divide nothing; they become prose. */
function asProse({ title }: Heading, level: number): Block {
  const text = `${'#'.repeat(level)} ${title.text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')}`;
  return { kind: 'prose', text: { text, from: title.from }, code: false };
}
