import { MOST_BYTES, type Signals } from '../../store/core/signals.ts';
import type { Being, Place } from './presence-registry.ts';

/** What nodes over the same data say to one another about who is where. */
export interface Sharing {
  /** Where a page of this node is now. */
  readonly tell: (tag: string, being: Being | null) => void;
  /** To whichever node has this page: where it is now. */
  readonly pass: (person: string, tab: string, place: Place | null) => void;
  /** That this node is there still. */
  readonly beat: () => void;
  /** Forgets what nodes said that are silent since. */
  readonly forgetSilent: (since: number) => void;
  readonly close: () => void;
}

interface SharingOptions {
  readonly signals: Signals;
  readonly clock: () => number;
  /** All pages of this node that are at a record. */
  readonly own: () => Iterable<readonly [tag: string, being: Being]>;
  /** A page of another node. */
  readonly put: (tag: string, being: Being | null) => void;
  readonly passed: (person: string, tab: string, place: Place | null) => void;
}

type Said =
  | readonly ['is', string, Being]
  | readonly ['gone', string]
  | readonly ['pass', string, string, Place | null]
  /** What follows is all there is. */
  | readonly ['all']
  /** This node is asked for all it has. */
  | readonly ['who', string];

interface Letter {
  readonly from: string;
  /** Counted from 1, so that whoever missed one knows. */
  readonly turn: number;
  readonly said: readonly Said[];
}

interface Other {
  turn: number;
  heard: number;
  asked: number;
  /** Something that it said was missed, and it was not said anew yet. */
  isBroken: boolean;
  readonly tags: Set<string>;
}

const MOST_WAITING = 2_000;
const ASKED_AGAIN = 5_000;

/** Letters leave one after the other. What gets lost is noticed by its turn, and asked for anew. */
export function sharingOver({ signals, clock, own, put, passed }: SharingOptions): Sharing {
  const node = crypto.randomUUID();
  const others = new Map<string, Other>();
  let waiting: Said[] = [];
  let turn = 0;
  let mustBeat = false;
  let isSending = false;
  let isClosed = false;

  const send = async (): Promise<void> => {
    while ((waiting.length > 0 || mustBeat) && !isClosed) {
      mustBeat = false;
      const said = fitting(waiting);
      waiting = waiting.slice(Math.max(said.length, waiting.length > 0 ? 1 : 0));
      turn += 1;
      await signals.send(JSON.stringify({ from: node, turn, said } satisfies Letter));
    }
    isSending = false;
  };
  const start = () => {
    if (isSending || isClosed) return;
    isSending = true;
    void send();
  };
  const say = (...said: readonly Said[]) => {
    waiting.push(...said);
    // Nobody takes them: whoever listens again asks for all.
    if (waiting.length > MOST_WAITING) {
      waiting = [];
      turn += 1;
    }
    start();
  };
  const forget = (other: Other) => {
    for (const tag of other.tags) put(tag, null);
    other.tags.clear();
  };
  const take = (other: Other, said: Said) => {
    if (said[0] === 'all') {
      forget(other);
      other.isBroken = false;
    } else if (said[0] === 'is') {
      other.tags.add(said[1]);
      put(said[1], said[2]);
    } else if (said[0] === 'gone') {
      other.tags.delete(said[1]);
      put(said[1], null);
    } else if (said[0] === 'pass') passed(said[1], said[2], said[3]);
    else if (said[0] === 'who' && said[1] === node)
      say(['all'], ...[...own()].map(([tag, being]) => ['is', tag, being] as const));
  };
  const stop = signals.subscribe((text) => {
    const letter = letterIn(text);
    if (isClosed || letter === null || letter.from === node) return;
    const known = others.get(letter.from);
    const other = known ?? { turn: 0, heard: 0, asked: Number.NEGATIVE_INFINITY, isBroken: false, tags: new Set() };
    others.set(letter.from, other);
    other.heard = clock();
    if (letter.turn <= other.turn) return;
    if (letter.turn !== other.turn + 1) {
      other.isBroken = true;
      forget(other);
    }
    other.turn = letter.turn;
    for (const each of letter.said) take(other, each);
    if (!other.isBroken || clock() - other.asked < ASKED_AGAIN) return;
    other.asked = clock();
    say(['who', letter.from]);
  });

  return {
    tell: (tag, being) => say(being === null ? ['gone', tag] : ['is', tag, being]),
    pass: (person, tab, place) => say(['pass', person, tab, place]),
    beat: () => {
      mustBeat = true;
      start();
    },
    forgetSilent: (since) => {
      for (const [from, other] of others) {
        if (other.heard >= since) continue;
        forget(other);
        others.delete(from);
      }
    },
    close: () => {
      isClosed = true;
      stop();
    },
  };
}

/** As much as fits into one letter. What alone is too long is left out by the caller, so that the rest goes on. */
function fitting(waiting: readonly Said[]): readonly Said[] {
  const encoder = new TextEncoder();
  let bytes = 100;
  const end = waiting.findIndex((said) => {
    bytes += encoder.encode(JSON.stringify(said)).length + 1;
    return bytes > MOST_BYTES;
  });
  return end === -1 ? waiting : waiting.slice(0, end);
}

/** Null where it is none of ours: another version of this program may say other things. */
function letterIn(text: string): Letter | null {
  try {
    const letter = JSON.parse(text) as Partial<Letter> | null;
    const isOurs = typeof letter?.from === 'string' && typeof letter.turn === 'number' && Array.isArray(letter.said);
    return isOurs ? (letter as Letter) : null;
  } catch {
    return null;
  }
}
