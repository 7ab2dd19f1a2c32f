import type { Operation } from '../../../model/types/model.ts';
import { part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { nameKey } from '../phrases/fold.ts';
import { listCuts, nounOf } from './nouns.ts';

const ALL: readonly Operation[] = ['read', 'create', 'change', 'delete'];

const VERBS: readonly (readonly [RegExp, readonly Operation[]])[] = [
  [/^(?:adds?|enters?)\s+and\s+(?:removes?|withdraws?|deletes?)\b/i, ['create', 'delete']],
  [/^(?:sees?|reads?|views?|finds?|looks? at|browses?|has access to|have access to)\b/i, ['read']],
  [/^(?:creates?|raises?|adds?|writes?|books?|records?|registers?|uploads?|enters?)\b/i, ['create']],
  [/^(?:changes?|edits?|updates?|modif(?:y|ies)|overrides?|corrects?)\b/i, ['change']],
  [/^(?:deletes?|removes?|erases?)\b/i, ['delete']],
  [/^(?:keeps?|manages?|maintains?|administers?|looks? after)\b/i, ['read', 'create', 'change']],
  [/^(?:do(?:es)?|has|have)\s+(?:everything|all rights?|full access)\s+(?:with|to|on|over)\b/i, ALL],
];

/** These words mean the operation alone; the others may be the name of an event too. */
const PLAIN = /^(?:sees?|reads?|views?|creates?|adds?|changes?|edits?|updates?|deletes?|removes?)\b/i;

/** A verb of a sentence or a cell: what it does with records, or an event that some have; neither: it is not known. */
export interface Verb {
  readonly span: Span;
  readonly operations: readonly Operation[];
  /** Whether events may be meant by it. */
  readonly mayBeEvent: boolean;
  /** All that can be done. */
  readonly isAll: boolean;
}

/** "start, annotate and finish jobs": verbs, and what stands behind them. */
export interface Segment {
  readonly verbs: readonly Verb[];
  readonly main: Span;
}

/** The words that a verb is known by; null: the text begins with none that is known. */
function knownVerb(span: Span, lexicon: Lexicon): Verb | null {
  for (const [pattern, operations] of VERBS) {
    const match = pattern.exec(span.text);
    if (match === null) continue;
    const own = part(span, 0, match[0].length);
    return { span: own, operations, mayBeEvent: !PLAIN.test(own.text), isAll: operations === ALL };
  }
  const words = [...span.text.matchAll(/\S+/g)].slice(0, 3);
  for (const last of words.toReversed()) {
    const own = part(span, 0, last.index + last[0].length);
    if (lexicon.machines.some(({ entity }) => eventNamed(own.text, entity, lexicon) !== null))
      return { span: own, operations: [], mayBeEvent: true, isAll: false };
  }
  return null;
}

/** The first word as a verb that nobody knows. */
function unknownVerb(span: Span): Verb {
  const word = /^\S+/.exec(span.text)?.[0] ?? '';
  return { span: part(span, 0, word.length), operations: [], mayBeEvent: true, isAll: false };
}

/**
 * Cuts a clause where a verb begins: "see all jobs, open and close yards". `isVerb`: what it begins with is a verb even
 * where nobody knows it. Null: it begins with no verb.
 */
export function segmentsOf(clause: Span, lexicon: Lexicon, isVerb: boolean): readonly Segment[] | null {
  const segments: { verbs: Verb[]; from: number; to: number }[] = [];
  let end = 0;
  for (const { from, to } of listCuts(clause)) {
    const piece = part(clause, from, to);
    const verb = verbIn(piece, lexicon, segments.length === 0, isVerb);
    const last = segments.at(-1);
    if (verb === null && last === undefined) return null;
    if (verb !== null) {
      const behind = verb.span.from - clause.from + verb.span.text.length;
      if (last !== undefined && last.from === last.to) {
        last.verbs.push(verb);
        last.from = behind;
      } else {
        if (last !== undefined) last.to = end;
        segments.push({ verbs: [verb], from: behind, to: behind });
      }
    }
    const open = segments.at(-1);
    if (open !== undefined) open.to = Math.max(open.from, to);
    end = to;
  }
  return segments.map(({ verbs, from, to }) => ({ verbs, main: part(clause, from, to) }));
}

const LIMIT =
  /^(?:but|except|other than|only|not|never|including|without|own|all|any|every|each|those|that|which|who)\b/i;

function verbIn(piece: Span, lexicon: Lexicon, isFirst: boolean, isVerb: boolean): Verb | null {
  if (!isFirst && (LIMIT.test(piece.text) || nounOf(piece, lexicon) !== null)) return null;
  const known = knownVerb(piece, lexicon);
  if (known !== null || (isFirst && !isVerb)) return known;
  const unknown = unknownVerb(piece);
  if (!/^\p{L}[\p{L}-]+$/u.test(unknown.span.text)) return null;
  const rest = part(piece, unknown.span.text.length);
  const isDeed = isFirst || rest.text === '' || ARTICLE.test(rest.text) || nounOf(rest, lexicon) !== null;
  return isDeed ? unknown : null;
}

/** A word before one of these is no part of a name. */
const ARTICLE = /^(?:an?|the|their|his|her|its|all|any|every|each|own)\s/i;

/** What is done with records of an entity: operations, and events; null where the verb says nothing that they have. */
export function deedOfVerb(
  verb: Verb,
  entity: string,
  lexicon: Lexicon,
): { readonly operations: readonly Operation[]; readonly events: readonly string[] } | null {
  if (verb.isAll) return { operations: verb.operations, events: eventsOf(entity, lexicon) };
  const event = verb.mayBeEvent ? eventNamed(verb.span.text, entity, lexicon) : null;
  if (event !== null) return { operations: [], events: [event] };
  return verb.operations.length === 0 ? null : { operations: verb.operations, events: [] };
}

function eventsOf(entity: string, lexicon: Lexicon): readonly string[] {
  const machines = lexicon.machines.filter((machine) => machine.entity === entity);
  return [...new Set(machines.flatMap(({ transitions }) => transitions.flatMap(({ event }) => event ?? [])))];
}

/** "confirm", "confirms", "mark arrived": an event of that name, or one that is named by the state it leads to. */
export function eventNamed(written: string, entity: string, lexicon: Lexicon): string | null {
  const text = written.trim();
  const events = eventsOf(entity, lexicon);
  const key = nameKey(text);
  const marked = /^(?:marks?|sets?)(?: (?:as|to))? (\S+)$/i.exec(text)?.[1];
  const states = marked === undefined ? participles(key) : [nameKey(marked)];
  const keys = [key, ...(marked === undefined ? [] : states), ...states.map((state) => `to${state}`)];
  const found = events.filter((event) => keys.includes(nameKey(event)));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['pay', 'paid'],
  ['send', 'sent'],
  ['withhold', 'withheld'],
  ['hold', 'held'],
  ['withdraw', 'withdrawn'],
  ['lend', 'lent'],
  ['sell', 'sold'],
]);

function participles(verb: string): readonly string[] {
  const own = IRREGULAR.get(verb);
  if (own !== undefined) return [own];
  if (verb.endsWith('e')) return [`${verb}d`];
  if (/[^aeiou]y$/.test(verb)) return [`${verb.slice(0, -1)}ied`];
  return [`${verb}ed`, `${verb}${verb.at(-1)}ed`];
}
