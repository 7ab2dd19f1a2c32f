import type { Place, Point } from '../model/types/place.ts';
import type { Reported } from './grouped.ts';
import type { Lexicon } from './liberal/lexicon.ts';

/** A stretch of the document that is read as a whole. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What a point has no place for, as it is written. */
export interface Lost {
  readonly point: Point;
  readonly source: string;
}

/** What the reading of a stretch came to, and everything in it that says where it stands. */
export interface Kept {
  readonly kind: string;
  /** Whatever else the reading depended on; compared as it is. */
  readonly context: string;
  from: number;
  to: number;
  line: number;
  column: number;
  value: unknown;
  readonly places: Moving[];
  readonly links: Link[];
  readonly reported: Reported[];
  readonly lost: Lost[];
  /** Ids that were taken in it for the first time. */
  readonly ids: string[];
  /** Ids that were taken in it for another time, with the number of that. */
  readonly further: { readonly id: string; readonly count: number }[];
  /** It was read by the names that the document states. */
  asks: boolean;
  readonly within: Kept[];
}

/** Where a stretch begins: it need not be where its line does. */
export type Begins = Pick<Place, 'line' | 'column'>;

type Moving = { -readonly [K in keyof Place]: Place[K] };

/** The place of an element that is read elsewhere, by its id. */
export interface Link {
  readonly id: string;
  readonly place: Moving;
  /** No such element was read this time. */
  lost: boolean;
}

/** What has changed between two texts: this stretch of the earlier one is now that of the later one. */
export interface Change {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** The stretch in which two texts differ; null where they are the same. */
export function changeBetween(before: string, after: string): Change | null {
  if (before === after) return null;
  const most = Math.min(before.length, after.length);
  let from = 0;
  for (let step = 1 << 16; step > 0; step >>= 1) {
    while (from + step <= most && before.slice(from, from + step) === after.slice(from, from + step)) from += step;
  }
  let behind = 0;
  for (let step = 1 << 16; step > 0; step >>= 1) {
    const room = () => behind + step <= most - from;
    const tail = (text: string) => text.slice(text.length - behind - step, text.length - behind);
    while (room() && tail(before) === tail(after)) behind += step;
  }
  return { fromA: from, toA: before.length - behind, fromB: from, toB: after.length - behind };
}

/** One change that covers two of the same texts. `length`: of the earlier one. */
export function joinedChange(one: Change, other: Change | null, length: number): Change {
  if (other === null) return one;
  const from = Math.min(one.fromA, other.fromA);
  const behind = Math.min(length - one.toA, length - other.toA);
  return { fromA: from, toA: length - behind, fromB: from, toB: length - behind + (one.toB - one.toA) };
}

/**
 * What one reading leaves to the next. A stretch outside of the change is not read again: its places move along, in the
 * very objects of the earlier Model, which is used up by that.
 */
export interface Memory {
  /** What was kept of a stretch that has not changed, moved to where it stands now; null: it has to be read. */
  readonly find: (kind: string, stretch: Stretch, context: string, begins: Begins) => Kept | null;
  readonly add: (kept: Kept) => void;
  /** The same lexicon as one of this or the earlier reading, with what was worked out of it, where there is one. */
  readonly known: (lexicon: Lexicon) => Lexicon;
  /** Elements as text, but for places and help. */
  readonly words: (elements: readonly object[]) => string;
}

/** What one reading kept, by its kind and by where it began. */
export type AllKept = ReadonlyMap<string, ReadonlyMap<number, Kept>>;

/** `before`: what the earlier reading added. `isSame`: it went by the same lexicon. */
export function memoryAfter(
  before: AllKept,
  isSame: boolean,
  change: Change | null,
  { known, words }: Pick<Memory, 'known' | 'words'>,
): Memory & { readonly all: AllKept } {
  const all = new Map<string, Map<number, Kept>>();
  const add = (kept: Kept): void => {
    const { kind, from } = kept;
    const ofKind = all.get(kind);
    if (ofKind === undefined) all.set(kind, new Map([[from, kept]]));
    else ofKind.set(from, kept);
    for (const each of kept.within) add(each);
  };
  // Many stretches have one context, which may be long: it is compared once.
  let alike: { readonly asked: string; readonly kept: string } | null = null;
  const isSameContext = (asked: string, kept: string): boolean => {
    if (alike?.asked === asked && alike.kept === kept) return true;
    if (asked !== kept) return false;
    alike = { asked, kept };
    return true;
  };
  return {
    all,
    add,
    known,
    words,
    find: (kind, stretch, context, begins) => {
      const start = earlier(stretch, change);
      const kept = start === null ? undefined : before.get(kind)?.get(start);
      if (kept === undefined || kept.to - kept.from !== stretch.to - stretch.from) return null;
      if (!isSameContext(context, kept.context)) return null;
      // Plain words read as before only where all names mean what they meant.
      if ((kept.asks && !isSame) || isLost(kept)) return null;
      move(kept, stretch.from - kept.from, begins);
      return kept;
    },
  };
}

/** Where the stretch began in the earlier text; null where it touches what has changed. */
function earlier({ from, to }: Stretch, change: Change | null): number | null {
  if (change === null || to <= change.fromB) return from;
  return from >= change.toB && from > change.fromB ? from - (change.toB - change.toA) : null;
}

const isLost = ({ links, within }: Kept): boolean => links.some(({ lost }) => lost) || within.some(isLost);

function move(kept: Kept, by: number, { line, column }: Begins): void {
  const first = kept.line;
  const lines = line - first;
  const columns = column - kept.column;
  if (by !== 0 || lines !== 0 || columns !== 0) moveAll(kept);

  function moveAll(each: Kept): void {
    moveOne(each);
    for (const place of each.places) moveOne(place);
    for (const inner of each.within) moveAll(inner);
  }

  /** What stands behind on the line in which the stretch begins moves along that line. */
  function moveOne(place: Moving): void {
    if (place.line === first) place.column += columns;
    place.from += by;
    place.to += by;
    place.line += lines;
  }
}
