import { part, type Span } from '../markdown/span.ts';
import type { Way } from './4-heads.ts';
import { isKnown, type Known, leadingName, nameOf } from './4-names.ts';
import { endWithout } from './cut.ts';

/** A transition that one sentence tells, or two: "The lead approves a Draft order. It is then Open." */
export interface Told {
  readonly ways: readonly Way[];
  /** How many sentences it takes. */
  readonly count: 1 | 2;
}

/** Where "it" stands when a sentence does not say so. */
export interface Before {
  /** The state that the text says records begin in. */
  readonly start: Span | null;
  /** Where the transition before this one begins. */
  readonly sources: readonly Span[];
  /** What the text speaks of. */
  readonly subject: Span | null;
}

interface State {
  readonly name: Span;
  readonly length: number;
}

/** The state that the words begin with: a known one, one in quotes, or one that is written as a name. */
function stateAt(span: Span, known: Known): State | null {
  const found = leadingName(span, known);
  if (found === null) return null;
  const text = nameOf(found.name);
  const isName = /^\p{Lu}/u.test(text) && text.split(' ').length <= 3;
  return isKnown(text, known) || isName || /^[`"“*]/.test(span.text) ? found : null;
}

const BECOMES =
  /\b(?:becomes?|turns? into|(?:is|are) then|moves? (?:on )?to|goes (?:back )?to|(?:back|over) (?:in)?to)\s+(?:(?:an?|the|state|status)\s+)*(?=\S)/gi;
const THEN =
  /^(?:it|they|this|the \w+)\s+(?:(?:is|are)\s+(?:then|now)|then\s+(?:is|becomes?|goes to|moves to)|becomes?|goes to|moves to)\s+(?=\S)/i;

/** What the sentences from this one on tell of a transition; null where they tell none, or it is not known from where. */
export function readProse(sentence: Span, next: Span | null, known: Known, before: Before): Told | null {
  for (const match of sentence.text.matchAll(BECOMES)) {
    const rest = part(sentence, match.index + match[0].length);
    const target = stateAt(rest, known);
    const head = target === null ? null : headIn(part(sentence, 0, match.index), known, before);
    if (target !== null && head !== null)
      return { ways: waysFrom(sentence, head, target, part(rest, target.length), known), count: 1 };
  }
  const then = next === null ? null : THEN.exec(next.text);
  const rest = next === null || then === null ? null : part(next, then[0].length);
  const target = rest === null ? null : stateAt(rest, known);
  const head = target === null ? null : headIn(sentence, known, before);
  if (rest === null || target === null || head === null) return null;
  return { ways: waysFrom(sentence, head, target, part(rest, target.length), known), count: 2 };
}

interface Head {
  readonly from: readonly Span[];
  readonly subject: Span | null;
  readonly said: readonly Span[];
}

function waysFrom(at: Span, head: Head, target: State, behind: Span, known: Known): Way[] {
  const { from, subject } = head;
  const more = furtherIn(behind, known);
  const own = more === null ? behind : part(behind, 0, more.at);
  const legs = [{ from, to: [target.name], both: false }];
  const way: Way = { at, subject, legs, event: null, said: [...head.said, ...wordsIn(own)], isProse: true };
  if (more === null) return [way];
  return [way, ...waysFrom(at, { ...head, said: [] }, more.state, part(behind, more.end + more.state.length), known)];
}

/** "…, and Withdrawn when …": a second state behind the same verb. */
function furtherIn(
  span: Span,
  known: Known,
): { readonly at: number; readonly end: number; readonly state: State } | null {
  for (const match of span.text.matchAll(/,?\s+(?:and|or)\s+(?=[\p{Lu}`"“])/gu)) {
    const end = match.index + match[0].length;
    const state = stateAt(part(span, end), known);
    if (state !== null && /^\s*(?:when|if|once|after|as soon as|by)\s/i.test(span.text.slice(end + state.length)))
      return { at: match.index, end, state };
  }
  return null;
}

function wordsIn(span: Span): Span[] {
  const inner = part(span, /^[\s,.;:]+/.exec(span.text)?.[0].length ?? 0);
  const text = part(inner, 0, endWithout(inner.text, ',.;:').length);
  return text.text === '' ? [] : [text];
}

const IT = /(?:^|[\s,])(?:it|they)(?:\s+(?:can|may|will|then|also))?$/i;

/** What stands before the verb, or does what leads there: from which states, and what is said of it. */
function headIn(span: Span, known: Known, before: Before): Head | null {
  const mentions = mentionsIn(span, known);
  const [first] = mentions;
  const last = mentions.at(-1);
  if (first === undefined || last === undefined) {
    const pronoun = span.text === '' ? { index: 0 } : IT.exec(span.text);
    if (pronoun !== null && before.start !== null)
      return { from: [before.start], subject: before.subject, said: wordsIn(part(span, 0, pronoun.index)) };
    const isMore = /\b(?:also|instead|or)\b/i.test(span.text) && /\b(?:it|this|them|they)\b/i.test(span.text);
    return isMore && before.sources.length > 0
      ? { from: before.sources, subject: before.subject, said: wordsIn(span) }
      : null;
  }
  const between = mentions
    .slice(1)
    .flatMap((mention, index) => others(part(span, mentions[index]?.to ?? 0, mention.at)));
  return {
    from: mentions.map(({ name }) => name),
    subject: mentions.find(({ noun }) => noun !== null && !/^ones?$/i.test(noun.text))?.noun ?? null,
    said: [...wordsIn(part(span, 0, first.at)), ...between, ...others(part(span, last.to))],
  };
}

/** Words beside the states that say more than that these are several. */
function others(span: Span): Span[] {
  return /^(?:[\s,.;]|\b(?:and|or|can|may|will|then|also|automatically)\b)*$/i.test(span.text) ? [] : wordsIn(span);
}

interface Mention {
  readonly name: Span;
  readonly noun: Span | null;
  readonly at: number;
  readonly to: number;
}

const THAT_IS =
  /\b(?:an?|the|every|each|all|any|one)\s+(?:([\p{L}-]+(?: [\p{L}-]+)?)\s+)?(?:that|which)\s+(?:is|are|was|were)\s+(?:still\s+|now\s+)?(?=\S)/giu;
const ARTICLE = /\b(?:an?|the|every|each|all|any)\s+(?:still\s+)?(?=\S)/gi;

/** "an Open order", "orders that are still Open": the known states that a text says something has. */
function mentionsIn(span: Span, known: Known): Mention[] {
  const found: Mention[] = [];
  const add = (
    at: number,
    end: number,
    nounOf: (rest: Span) => { readonly noun: Span | null; readonly length: number },
  ) => {
    const rest = part(span, end);
    const state = leadingName(rest, known);
    if (state === null || !isKnown(nameOf(state.name), known)) return;
    const { noun, length } = nounOf(part(rest, state.length));
    if (length < 0) return;
    const to = rest.from - span.from + state.length + length;
    if (found.every((each) => each.to <= at || to <= each.at)) found.push({ name: state.name, noun, at, to });
  };
  for (const match of span.text.matchAll(THAT_IS)) {
    const word = match[1] ?? null;
    const from = word === null ? 0 : match.index + match[0].indexOf(word);
    const noun = word === null ? null : part(span, from, from + word.length);
    add(match.index, match.index + match[0].length, () => ({ noun, length: 0 }));
  }
  for (const match of span.text.matchAll(ARTICLE))
    add(match.index, match.index + match[0].length, (rest) => {
      const noun = /^[\p{L}-]+/u.exec(rest.text)?.[0] ?? '';
      return { noun: noun === '' ? null : part(rest, 0, noun.length), length: noun === '' ? -1 : noun.length + 1 };
    });
  return found.sort((one, other) => one.at - other.at);
}
