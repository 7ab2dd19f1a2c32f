import { saysSame } from '../model/diff/without-places.ts';
import type { Model } from '../model/types/model.ts';
import type { Element, Place } from '../model/types/place.ts';
import type { Change } from './memory.ts';

const LISTS = [
  'points',
  'screens',
  'entities',
  'machines',
  'rules',
  'roles',
  'permissions',
  'calls',
  'errors',
  'constants',
  'limits',
] as const;

type List = (typeof LISTS)[number];
type Moving = { -readonly [K in keyof Place]: Place[K] };
type Pairs = readonly (readonly [earlier: Moving, now: Place])[];

/** What was read anew, the element before that says the same, and where both say that they stand. */
interface Same {
  readonly earlier: Element;
  readonly places: Pairs;
}

/**
 * The Model of one version of a document after the other, in which an element that was read anew and says what it said
 * before is the very object that it was, so that whoever looks at it has nothing new to see. Its places move along.
 */
export function openSameElements(): (model: Model, text: string, change: Change | null) => Model {
  const known = new WeakMap<Element, Same>();
  let before: Model | null = null;
  return (model, text, change) => {
    const last = before;
    const lines = change === null ? null : wholeLines(text, change);
    const moving: Pairs[] = [];
    before = last === null || lines === null ? model : { ...model, ...listsOf(last, model, lines, moving) };
    // One place may stand in several elements, so all are compared before any is moved.
    for (const [place, at] of moving.flat()) Object.assign(place, at);
    return before;
  };

  function listsOf(last: Model, model: Model, change: Change, moving: Pairs[]): Pick<Model, List> {
    const entries = LISTS.map((list) => [list, sameOf(last[list], model[list], change, moving)] as const);
    return Object.fromEntries(entries) as Pick<Model, List>;
  }

  function sameOf(
    last: readonly Element[],
    now: readonly Element[],
    change: Change,
    moving: Pairs[],
  ): readonly Element[] {
    if (now.every((each, index) => each === last[index])) return now;
    const byId = new Map(last.map((each) => [each.id, each] as const));
    return now.map((each) => {
      const earlier = byId.get(each.id);
      const places = earlier === undefined || earlier === each ? null : placesOf(earlier, each, change);
      if (earlier === undefined || places === null) return each;
      moving.push(places);
      return earlier;
    });
  }

  /** The places of the earlier element and those of the later one; null where they do not say the same. */
  function placesOf(earlier: Element, now: Element, change: Change): Pairs | null {
    const found = known.get(now);
    const same = found?.earlier === earlier ? found : sameAs(earlier, now);
    if (same === null || !same.places.every(([one, other]) => standsStill(one, other, change))) return null;
    known.set(now, same);
    return same.places;
  }
}

function sameAs(earlier: Element, now: Element): Same | null {
  const places: (readonly [Moving, Place])[] = [];
  const isSame = saysSame(earlier, now, (one, other) => places.push([one, other]) > 0);
  return isSame ? { earlier, places } : null;
}

/** The text before and behind what has changed keeps its order and its lines, and what stands there stays together. */
function standsStill(earlier: Place, now: Place, { fromB, toA, toB }: Change): boolean {
  const by = toB - toA;
  if (now.to <= fromB) return earlier.from === now.from && earlier.to === now.to;
  return now.from >= toB && earlier.from === now.from - by && earlier.to === now.to - by;
}

/** The change with all of the lines in which it begins and ends. */
function wholeLines(text: string, { fromA, toA, fromB, toB }: Change): Change {
  const start = text.lastIndexOf('\n', fromB - 1) + 1;
  const end = text.indexOf('\n', toB);
  const behind = (end < 0 ? text.length : end + 1) - toB;
  return { fromA: fromA - (fromB - start), toA: toA + behind, fromB: start, toB: toB + behind };
}
