import { endOf, part, type Span } from '../markdown/span.ts';
import { readWay, type Way } from './4-heads.ts';
import { type Arrow, arrowIn, isAnyState, isKnown, type Known, nameList, nameOf } from './4-names.ts';
import { nameKey } from './phrases/fold.ts';

const SEPARATOR = /\s*,\s*(?:(?:and|or)\s+)?|\s+(and|or)\s+/gi;

/**
 * Transitions that stand in one sentence, each with states of its own: `A → B when …, and B → A when …`; null where the
 * sentence is none of that. `A → B or C → D` leads on from both; only where that would lead from a state to itself it is two.
 */
export function severalWays(span: Span, known: Known): Way[] | null {
  const pieces = piecesOf(span, known);
  if (pieces.length < 2) return null;
  const ways = pieces.flatMap((piece) => readWay(piece, known) ?? []);
  const [first] = ways;
  if (first === undefined || ways.length < pieces.length || ways.some(({ legs }) => legs.length > 1)) return null;
  return ways.map((way, index) => {
    const own = { ...way, subject: way.subject ?? first.subject };
    return way.said.length > 0 ? own : withWordsBehind(own, ways.slice(index + 1));
  });
}

/** What is said behind several is said of all where they lead to one state, or a comma stands before it. */
function withWordsBehind(way: Way, behind: readonly Way[]): Way {
  const next = behind.findIndex(({ said }) => said.length > 0);
  const last = behind[next];
  const [words] = last?.said ?? [];
  if (last === undefined || words === undefined) return way;
  const targets = [way, ...behind.slice(0, next + 1)].flatMap(({ legs }) => legs.flatMap(({ to }) => to.map(keyOf)));
  const end = Math.max(...last.legs.flatMap(({ to }) => to.map(endOf)));
  const isApart = last.at.text.slice(end - last.at.from, words.from - last.at.from).includes(',');
  return isApart || new Set(targets).size === 1 ? { ...way, said: last.said } : { ...way, doubt: words };
}

const keyOf = (name: Span): string => nameKey(nameOf(name));

interface Cut {
  readonly at: number;
  readonly end: number;
}

function piecesOf(span: Span, known: Known): Span[] {
  const arrows = arrowsIn(span);
  const cuts: Cut[] = [];
  for (const [index, arrow] of arrows.entries()) {
    const before = arrows[index - 1];
    const cut = before === undefined ? null : cutBetween(span, before, arrow, known);
    if (before !== undefined && cut === null) return [];
    if (cut !== null) cuts.push(cut);
  }
  const starts = [0, ...cuts.map(({ end }) => end)];
  const ends = [...cuts.map(({ at }) => at), span.text.length];
  return starts.map((from, index) => part(span, from, ends[index]));
}

function arrowsIn(span: Span): Arrow[] {
  const found: Arrow[] = [];
  for (let from = 0; found.length < 12; ) {
    const next = arrowIn(span.text.slice(from));
    if (next === null) break;
    found.push({ ...next, at: from + next.at, end: from + next.end });
    from += next.end;
  }
  return found;
}

/** Where between two arrows the second transition begins: known states, and what separates them from the words before. */
function cutBetween(span: Span, before: Arrow, arrow: Arrow, known: Known): Cut | null {
  const between = part(span, before.end, arrow.at);
  const offset = between.from - span.from;
  const isState = (name: Span) => isKnown(nameOf(name), known) || isAnyState(nameOf(name));
  for (const match of between.text.matchAll(SEPARATOR)) {
    const sources = nameList(part(between, match.index + match[0].length), known);
    if (match.index === 0 || sources.length === 0 || !sources.every(isState)) continue;
    const targets = nameList(part(between, 0, match.index), known);
    const isBare = targets.every(isState);
    const meant = [...targets, ...sources].map(keyOf);
    // `A → B, B → C` is the same either way.
    if (isBare && new Set(meant).size === 1) return null;
    if (isBare && match[1]?.toLowerCase() === 'or' && !leadsToItself(span, before, arrow, meant, known)) return null;
    return { at: offset + match.index, end: offset + match.index + match[0].length };
  }
  return null;
}

function leadsToItself(span: Span, before: Arrow, arrow: Arrow, meant: readonly string[], known: Known): boolean {
  const left = nameList(part(span, 0, before.at), known).at(-1);
  const right = readWay({ text: `x ${span.text.slice(arrow.at)}`, from: span.from }, known)?.legs[0]?.to ?? [];
  return [...(left === undefined ? [] : [left]), ...right].some((name) => meant.includes(keyOf(name)));
}
