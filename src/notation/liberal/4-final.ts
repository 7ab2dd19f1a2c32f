import { part, type Span } from '../markdown/span.ts';
import { bare, isKnown, isShort, type Known, leadingName, nameList, nameOf, withoutStop } from './4-names.ts';
import { nameKey } from './phrases/fold.ts';

/** States that nothing leads out of, as a sentence names them. */
export interface Ending {
  readonly kind: 'final';
  readonly subject: Span | null;
  /** Null: the targets of the transitions before it. */
  readonly names: readonly Span[] | null;
  readonly rest: Span | null;
  /** Only what nothing leads out of is meant. */
  readonly unlessLeft?: boolean;
}

const FINAL_LIST =
  /^(?:the\s+)?(?:final|end|terminal|last)(?:\s+(?:states?|status(?:es)?))?\s*(?::|are|is|=|(?:shall|should|must|will) be)\s*(?=\S)/i;
const FINAL =
  /^(.{1,200}?)\s+(?:is|are|(?:shall|should|must|will) be)\s+(?:(?:both|all)\s+)?(?:an?\s+|the\s+)?(?:final|terminal|end)(?:\s+(?:states?|status(?:es)?|ones?))?(?=$|[\s.,:;])/i;

export function finalFact(span: Span, known: Known): Ending | null {
  const list = FINAL_LIST.exec(span.text);
  const match = list === null ? FINAL.exec(span.text) : null;
  if (list === null && match === null) return null;
  const behind = match === null ? null : withoutStop(part(span, match[0].length));
  const rest = behind === null || behind.text === '' ? null : behind;
  const subject = list === null ? part(span, 0, (match?.[1] ?? '').length) : withoutStop(part(span, list[0].length));
  if (/^(?:both|all|they|these|those|both of them|all of them|it)$/i.test(subject.text))
    return { kind: 'final', subject: null, names: null, rest };
  const names = nameList(subject, known);
  const isListed = list !== null && isShort(names) && names.some((name) => isKnown(nameOf(name), known));
  return names.length > 0 && (isListed || names.every((name) => isKnown(nameOf(name), known)))
    ? { kind: 'final', subject: null, names, rest }
    : null;
}

const ARTICLE = /^(?:once |when )?(?:an?|the|each|every|any|all)\s+/i;
const CHANGES_NO_MORE =
  /^(.{1,200}?)\s+(?:does not|do not|doesn't|don't|never|will not|cannot|can never|can not|can no longer|no longer)\s+(?:changes?|moves? on)(?:\s+(?:its |their )?(?:again|any ?more|further|state|status|after that))*$/i;
const NOT_AGAIN =
  /^(.{1,200}?)\s+(?:cannot|can never|can not|can no longer|is never|are never|may never|may not|must never)\s+(?:be )?(?:re-?(?:opened|activated|started|stored|vived|instated|used)|undone|brought back|taken back)(?:\s+(?:again|any ?more))*$/i;
const STAYS = /^(.{1,200}?)\s+(?:stays?|remains?)\s+(?:so|that way|(.{1,60}?))(?:\s+(?:for good|for ever|forever))?$/i;

/** "A paid or void fee does not change again", "a closed club stays closed", "an ended series can never be reopened". */
export function lastingFact(span: Span, known: Known): Ending | null {
  const whole = withoutStop(part(span, 0));
  const stays = STAYS.exec(whole.text);
  const again = NOT_AGAIN.exec(whole.text);
  const match = CHANGES_NO_MORE.exec(whole.text) ?? again ?? stays;
  const subject = match === null ? null : holdersIn(part(whole, 0, (match[1] ?? '').length), known);
  if (subject === null) return null;
  const { names, noun } = subject;
  const as = match === stays ? stays?.[2] : undefined;
  if (as !== undefined && (names.length > 1 || nameKey(as) !== nameKey(nameOf(names[0] ?? span)))) return null;
  return { kind: 'final', subject: noun, names, rest: null, ...(again === null ? {} : { unlessLeft: true }) };
}

/** "A paid, waived or void fee": states, and what is in them. */
function holdersIn(span: Span, known: Known): { readonly names: Span[]; readonly noun: Span | null } | null {
  const left = part(span, ARTICLE.exec(span.text)?.[0].length ?? 0);
  const all = nameList(left, known);
  const last = all.at(-1);
  if (last === undefined) return null;
  if (all.every((name) => isKnown(nameOf(name), known))) return { names: all, noun: null };
  const name = leadingName(last, known);
  const noun = name === null ? null : part(last, name.length);
  if (name === null || noun === null || !/^[\p{L}-]+(?: [\p{L}-]+)?$/u.test(noun.text)) return null;
  const names = [...all.slice(0, -1), name.name].map(bare);
  return names.every((each) => isKnown(nameOf(each), known)) ? { names, noun } : null;
}
