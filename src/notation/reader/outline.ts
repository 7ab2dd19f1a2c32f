import { POINT_TITLES, POINTS, type Point } from '../../model/types/place.ts';
import type { Block, Document, Heading } from '../markdown/document.ts';
import { part, type Span } from '../markdown/span.ts';
import { foldedTitle, titlesPoint } from './titles.ts';

/** A document cut at its headings: the name, what stands before point 1, and the sections in the order of the text. */
export interface Outline {
  /** The text after `# Specification:`; null where no such heading is. */
  readonly name: Span | null;
  readonly intro: readonly Block[];
  readonly sections: readonly Section[];
  /** Of the headings of the points: usually 2. */
  readonly level: number;
}

/** `point` null: an appendix, such as the sample data. */
export interface Section {
  readonly point: Point | null;
  readonly heading: Span;
  /** The heading without its number. */
  readonly title: Span;
  /** From the line of the heading up to the next section. */
  readonly from: number;
  readonly to: number;
  /** Where the heading ends. */
  readonly body: number;
  readonly blocks: readonly Block[];
  readonly parts: readonly Part[];
}

/** What stands under a `### Name`, up to the next part or section. */
export interface Part {
  readonly title: Span;
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly Block[];
}

/**
 * The number of a heading decides what it is; a heading of a point without its number is known by its text. The points may
 * stand at another level than the second, all of them: their parts are then one level below.
 */
export function outlineOf(document: Document): Outline {
  const [before, ...headings] = document.headings;
  const sections: Growing[] = [];
  const intro: (() => readonly Block[])[] = [() => before?.blocks ?? []];
  const below = levelOfPoints(headings) - 2;
  let name: Span | null = null;
  for (const heading of headings) {
    const open = sections.at(-1);
    const level = Math.max(1, heading.level - below);
    const numbered = level <= 2 ? numberOf(heading.title) : null;
    if (level === 1 && name === null && numbered === null && open === undefined) {
      name = nameOf(heading.title);
      intro.push(() => heading.blocks);
    } else if (level <= 2) {
      const { point, title } = numbered ?? { point: null, title: heading.title };
      sections.push({ point, title, heading: heading.title, body: heading.body, ...stretch(heading), parts: [] });
    } else if (open === undefined) {
      intro.push(() => [asProse(heading, level), ...heading.blocks]);
    } else if (level === 3) {
      open.to = heading.to;
      open.parts.push({ title: heading.title, ...stretch(heading) });
    } else {
      const part = open.parts.at(-1);
      open.to = heading.to;
      if (part !== undefined) part.to = heading.to;
      (part ?? open).content.push(() => [asProse(heading, level), ...heading.blocks]);
    }
  }
  return { name, intro: intro.flatMap((blocks) => blocks()), sections: sections.map(sectionOf), level: below + 2 };
}

/** The second, unless more points are named at a deeper one. */
function levelOfPoints(headings: readonly Heading[]): number {
  const named = new Map<number, Set<Point>>();
  for (const { level, title } of headings) {
    const found = numberOf(title);
    if (found === null || !titlesPoint(found.title.text, found.point)) continue;
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

/** The point that a heading names, and the heading without its number. */
export function numberOf(title: Span): { point: Point; title: Span } | null {
  const match = NUMBERED.exec(title.text);
  const number = POINTS.find((point) => String(point) === match?.[1]);
  if (match !== null && number !== undefined) return { point: number, title: part(title, match[0].length) };
  const named = BY_TITLE.get(foldedTitle(title.text));
  return named === undefined ? null : { point: named, title };
}

const BY_TITLE: ReadonlyMap<string, Point> = new Map(POINTS.map((point) => [foldedTitle(POINT_TITLES[point]), point]));

/** Headings below those of parts divide nothing here; they are kept as prose. */
function asProse({ title }: Heading, level: number): Block {
  const text = `${'#'.repeat(level)} ${title.text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')}`;
  return { kind: 'prose', text: { text, from: title.from }, code: false };
}
