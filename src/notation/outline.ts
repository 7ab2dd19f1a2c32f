import { POINT_TITLES, POINTS, type Point } from '../model/types/place.ts';
import type { Block, Document, Heading } from './markdown/document.ts';
import { part, type Span } from './markdown/span.ts';
import { foldedTitle, namesPoint } from './titles.ts';

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
      open.parts.push({ title: heading.title, ...stretch(heading), own: heading, level });
    } else if (level === 4 && isDivided(open.parts.at(-1), heading)) {
      open.to = heading.to;
      open.parts.push(divided(open.parts, heading));
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
    if (found === null || !namesPoint(found.title.text, found.point)) continue;
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
  readonly parts: ({ readonly title: Span; readonly own: Heading; readonly level: number } & Stretch)[];
}

type GrowingPart = Growing['parts'][number];

/** `#### 3.1.2 Customer` under `### 3.1 Master data` with nothing of its own: a part, and the next ones beside it. */
function isDivided(above: GrowingPart | undefined, heading: Heading): boolean {
  const number = /^(\d{1,2}\.\d{1,2})\.\d{1,2}[.):]?\s/.exec(heading.title.text)?.[1];
  if (above === undefined || number === undefined) return false;
  const over = /^(\d{1,2}\.\d{1,2})(?:\.\d{1,2})?[.):]?\s/.exec(above.title.text)?.[1];
  return over === number && (above.level === 4 || (above.content.length === 1 && above.own.blocks.length === 0));
}

/** The first part of a group takes the place of its heading, which stays above it as prose. */
function divided(parts: GrowingPart[], heading: Heading): GrowingPart {
  const above = parts.at(-1);
  const part = { title: heading.title, ...stretch(heading), own: heading, level: 4 };
  if (above === undefined || above.level === 4) return part;
  parts.pop();
  const title: Block = asProse(above.own, 4);
  return { ...part, from: above.from, content: [() => [title, ...heading.blocks]] };
}

function stretch(heading: Heading): Stretch {
  return { from: heading.from, to: heading.to, content: [() => heading.blocks] };
}

function sectionOf({ point, heading, title, from, to, body, content, parts }: Growing): Section {
  return withBlocks({ point, heading, title, from, to, body, parts: parts.map(partOf) }, content);
}

function partOf({ title, from, to, content }: Growing['parts'][number]): Part {
  return withBlocks({ title, from, to }, content);
}

/** Blocks are taken apart when they are first asked for. */
function withBlocks<T extends object>(
  thing: T,
  content: readonly (() => readonly Block[])[],
): T & { readonly blocks: readonly Block[] } {
  let found: readonly Block[] | null = null;
  return Object.defineProperty(thing, 'blocks', {
    enumerable: true,
    get: () => {
      found ??= content.flatMap((blocks) => blocks());
      return found;
    },
  }) as T & { readonly blocks: readonly Block[] };
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
