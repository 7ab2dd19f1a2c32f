import { isPlainName } from '../../expressions/syntax/lexicon.ts';
import { parseExpression } from '../../expressions/syntax/parse.ts';
import { codeSpans } from '../markdown/code.ts';
import { endOf, part, type Span } from '../markdown/span.ts';
import { memberText, readHappening, readNotice } from './4-happens.ts';
import type { Part, Said, Speaking } from './4-parts.ts';
import { readTimer } from './4-timers.ts';
import { eventInBrackets, readDoing, readEvent } from './4-verbs.ts';
import { readCondition } from './phrases/condition.ts';
import { personOf } from './phrases/frame.ts';
import { matchEntity, matchField, matchOption } from './phrases/match.ts';
import { readPeople } from './phrases/people.ts';
import { readCount } from './phrases/quantity.ts';
import { plainWords } from './phrases/scope.ts';

/** A part with the words that it came from. */
export type Heard = Part & { readonly at: Span };

export interface Sentence {
  readonly parts: readonly Heard[];
  /** What was not understood. `refuses`: it may be a condition, so that nobody can take this way. */
  readonly unread: readonly { readonly at: Span; readonly refuses: boolean }[];
}

/** What the words are looked at for: a guard holds conditions, an entry into a state effects; `itself`: the product does it. */
export type Mode = 'all' | 'itself' | 'conditions' | 'effects';

/** One sentence about a transition, taken apart at its commas and conjunctions until each part is understood. */
export function readSentence(span: Span, mode: Mode, speaking: Speaking): Sentence {
  const { reader, scope, source, target } = speaking;
  const kind = JSON.stringify(['said', mode, scope.entity, scope.subject, source, target, span.text]);
  const stretch = { from: span.from, to: endOf(span) };
  const read = () => movedBy(sentenceOf(span, mode, speaking), -span.from);
  return movedBy(reader.kept(kind, stretch, [[scope.lexicon]], read), span.from);
}

/** What is kept of a sentence counts from where it begins, wherever that is. */
function movedBy({ parts, unread }: Sentence, by: number): Sentence {
  const moved = <T extends { readonly at: Span }>(each: T): T => ({
    ...each,
    at: { ...each.at, from: each.at.from + by },
  });
  return { parts: parts.map(moved), unread: unread.map(moved) };
}

function sentenceOf(span: Span, mode: Mode, speaking: Speaking): Sentence {
  if (span.text.length > LONGEST) return { parts: [], unread: [{ at: span, refuses: true }] };
  const borders = bordersOf(span.text);
  const parts: Heard[] = [];
  const unread: { at: Span; refuses: boolean }[] = [];
  const isAside = /^(?:otherwise|else)\b/i.test(span.text);
  let now = mode;
  let from = 0;
  for (let index = 0; index < borders.length; ) {
    const found = longest(span, from, borders.slice(index, index + FARTHEST), now, speaking);
    const border = borders[index + (found?.taken ?? 0)];
    if (border === undefined) break;
    if (found === null) {
      const qualified = borders[index - 1]?.qualifies === true ? withdrawn(parts) : null;
      const narrowed = isNarrowed(span, border, borders[index + 1], mode, speaking);
      const end = narrowed ? (borders[index + 1]?.at ?? border.at) : border.at;
      const at = part(span, qualified === null ? from : qualified.from - span.from, end);
      if (narrowed) {
        unread.push({ at, refuses: true });
        from = end + (borders[index + 1]?.length ?? 0);
        index += 2;
        continue;
      }
      if (at.text !== '') unread.push({ at, refuses: !isAside && (mayBeCondition(at.text) || now === 'conditions') });
      if (OPENS_CONDITION.test(at.text)) now = 'conditions';
    } else {
      parts.push(...found.parts);
      if (found.parts.some((each) => each.kind === 'who'))
        now = found.parts.some((each) => each.kind === 'who' && each.product) ? 'itself' : mode;
      const isDone = found.parts.some((each) => each.kind === 'event');
      if (now === 'all' && !isDone && OPENS_CONDITION.test(found.at.text)) now = 'conditions';
    }
    if (border.ends) now = mode;
    from = border.at + border.length;
    index += (found?.taken ?? 0) + 1;
  }
  return { parts, unread: joinedUnread(span, unread) };
}

/** "adjustments: supervisor only": people that are named for something that is not understood are not those of the whole way. */
function isNarrowed(span: Span, border: Border, next: Border | undefined, mode: Mode, speaking: Speaking): boolean {
  const sign = span.text.slice(border.at, border.at + border.length);
  if (!sign.includes(':') || next === undefined) return false;
  const behind = part(span, border.at + border.length, next.at);
  const parts = readWords({ text: plainWords(behind), at: behind }, mode, speaking);
  return parts?.some(({ kind }) => kind === 'who') === true;
}

/** Nobody says more in one sentence. */
const LONGEST = 1500;

/** What happens only so or so, in words that are not understood, does not happen: its parts are taken back. */
function withdrawn(parts: Heard[]): Span | null {
  const last = parts.at(-1);
  if (last?.kind !== 'effect' && last?.kind !== 'ask') return null;
  while (parts.at(-1)?.at.from === last.at.from) parts.pop();
  return last.at;
}

const FARTHEST = 6;

interface Found {
  readonly parts: readonly Heard[];
  readonly at: Span;
  /** How many borders it reaches over. */
  readonly taken: number;
}

function longest(span: Span, from: number, borders: readonly Border[], mode: Mode, speaking: Speaking): Found | null {
  for (let taken = borders.length - 1; taken >= 0; taken -= 1) {
    const at = part(span, from, borders[taken]?.at ?? span.text.length);
    const parts = at.text === '' ? [] : readWords({ text: plainWords(at), at }, mode, speaking);
    if (parts !== null) return { parts: parts.map((each) => ({ ...each, at })), at, taken };
  }
  return null;
}

interface Border {
  readonly at: number;
  readonly length: number;
  /** What was said of the words before it ends here. */
  readonly ends: boolean;
  /** Only a word that qualifies what stands before it: "after", "if", "with". */
  readonly qualifies: boolean;
}

const BORDER =
  /\s*;\s*|\s+\|\s+|\s*:\s+|\s+[–—-]\s+|\s*,\s+(?:and\s+|but\s+|or\s+)?|\s+(?:and|but|or)\s+|\s+(?=(?:if|only if|only when|when|while|as soon as|until|unless|provided|after|within|without|before|not earlier|with|who|at least|at most)\s)/giy;

/** "auto on …", "automatically at …": the product does it, whatever it waits for. */
const ITSELF = /^(?:auto|automatic(?:ally)?|by itself|by the system|system) (?=\S)/i;

/** Where a sentence may be cut, its end included; outside of backticks, quotes and brackets. */
function bordersOf(text: string): Border[] {
  const found: Border[] = [];
  const itself = ITSELF.exec(text)?.[0];
  const spans = codeSpans(text);
  let code = 0;
  let depth = 0;
  for (let at = 0; at < text.length && found.length < 40; at += 1) {
    while ((spans[code]?.to ?? Number.POSITIVE_INFINITY) <= at) code += 1;
    const char = text.charAt(at);
    const quote = char === '“' ? text.indexOf('”', at) : char === '"' ? text.indexOf('"', at + 1) : -1;
    if (at === spans[code]?.from) at = (spans[code]?.to ?? at + 1) - 1;
    else if (quote > 0) at = quote;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      BORDER.lastIndex = at;
      const isBehindItself = itself !== undefined && at === itself.length - 1;
      const sign = isBehindItself ? text.charAt(at) : BORDER.exec(text)?.[0];
      if (sign === undefined || at === 0) continue;
      found.push({
        at,
        length: sign.length,
        ends: sign.includes(';'),
        qualifies: sign.trim() === '',
      });
      at += Math.max(sign.length - 1, 0);
    }
  }
  return [...found, { at: text.length, length: 0, ends: true, qualifies: false }];
}

/** Parts that were not understood and stand next to one another are one. */
function joinedUnread(span: Span, unread: readonly { at: Span; refuses: boolean }[]): Sentence['unread'] {
  const joined: { at: Span; refuses: boolean }[] = [];
  for (const each of unread) {
    const last = joined.at(-1);
    const end = last === undefined ? 0 : last.at.from + last.at.text.length;
    const between = last === undefined ? '' : span.text.slice(end - span.from, each.at.from - span.from);
    if (last !== undefined && between.length <= 6) {
      const at = part(span, last.at.from - span.from, each.at.from + each.at.text.length - span.from);
      joined[joined.length - 1] = { at, refuses: last.refuses || each.refuses };
    } else joined.push(each);
  }
  return joined;
}

const OPENS_CONDITION =
  /^(?:and |but )?(?:(?:it is |is )?(?:allowed|possible|permitted|offered) )?(?:only )?(?:if|when|while|as long as|provided(?: that)?|unless)\s/i;

const CONDITIONAL =
  /\b(?:must|only|if|when|while|unless|until|till|provided|except|required?|requires|needs?|needed|has to|have to|cannot|can't|may not|not|never|nobody|no one|at least|at most|more than|less than|up to|within|before|after|since|earlier|later|earliest|latest|without|as long as|as soon as|with|same|once|twice|allowed|by)\b|[<>=≤≥]|^(?:every|all|each)\b|\b(?:valid|mandatory|necessary)\b|^(?:(?:with|and)\s)?(?:an?\s|the\s)?(?:\w+\s)?(?:reason|note|comment)$/i;

/** What happens otherwise, and what is to be seen, narrows nothing. */
const ASIDE = /^(?:otherwise|else)\b|\b(?:appears?|shown|displayed|visible|hidden|listed)\b/i;

/** Whether words that are not understood may narrow what stands beside them. */
export function mayBeCondition(text: string): boolean {
  return (
    (CONDITIONAL.test(text) || /(?:^|\s)w\//.test(text)) &&
    (!ASIDE.test(text) || /\b(?:must|only|if|unless|except|until|while|provided)\b/i.test(text))
  );
}

/** Whether words that are not understood may say who takes this way. */
export function mayBePeople(text: string): boolean {
  return (
    /\b(?:by|only)\b|^(?:the|an?|any|every|our) \S+(?: \S+)?$|^(?:the|an?|any|every|each|some|our)\s+(?:\S+\s+){1,3}?(?:may|can)\b|^(?:the|an?|any|every|each|some|our)\s+(?:\S+\s+){1,4}?(?!is\b|was\b|has\b)\w+s\b/i.test(
      text,
    ) && !ASIDE.test(text)
  );
}

const NOTHING =
  /^(?:at any time|any time|(?:this is |it is )?always(?: (?:possible|allowed|offered))?|at once|immediately|right away|straight away|manually|by hand|as usual|nobody else|no one else|also|too|(?:this|it|that) (?:cannot|can't|can not) be (?:undone|reversed|revoked|taken back))$/i;

function readWords(said: Said, mode: Mode, speaking: Speaking): Part[] | null {
  const text = said.text
    .replace(/^(?:or|and|also|then|but)\s+/i, '')
    .replace(/ (?:at any time|any time|at once|as well|too)$/i, '');
  const own: Said = { ...said, text };
  if (mode !== 'itself' && asksFirst(own, speaking)) return null;
  if (text === '' || NOTHING.test(text)) return [{ kind: 'nothing' }];
  if (mode === 'effects') return readHappening(own, speaking);
  if (mode === 'conditions') return refusedWith(text, speaking) ?? conditionOf(text, speaking);
  return (
    denied(text) ??
    notBy(text, speaking) ??
    refusedWith(text, speaking) ??
    otherwise(text, speaking) ??
    people(text, speaking) ??
    times(text) ??
    triggered(text, speaking) ??
    readEvent(own, speaking) ??
    readNotice(own, speaking) ??
    readHappening(own, speaking) ??
    conditionOf(text, speaking) ??
    readDoing(own, mode === 'itself', speaking)
  );
}

/** "The note must be filled and …": what is asked for is a part of its own. */
function asksFirst(said: Said, speaking: Speaking): boolean {
  const first = /^(.+?) and /i.exec(said.text);
  return first !== null && readHappening({ ...said, text: first[1] ?? '' }, speaking)?.[0]?.kind === 'ask';
}

function denied(text: string): Part[] | null {
  return /^(?:is |this is )?(?:not (?:offered|allowed|possible|permitted)|impossible|forbidden|never)$/i.test(text)
    ? [{ kind: 'denied' }]
    : null;
}

/** "not the counter": whom a field leads to does not do it. */
function notBy(text: string, { scope }: Speaking): Part[] | null {
  const match = /^(?:but )?not (?:by )?((?:the|its) [\w' -]{1,40})$/i.exec(text);
  const field = match === null ? null : matchField(match[1] ?? '', scope);
  const isPerson = field?.sort === 'record' && field.entity === personOf(scope.lexicon)?.name;
  return field !== null && isPerson ? [{ kind: 'condition', text: `${field.text} != me` }] : null;
}

function refusedWith(text: string, { scope }: Speaking): Part[] | null {
  const match = /^(?:\(?(?:else|otherwise|fails with|refused with|answers|error)[: ]+)(?:with )?([A-Z][\w-]*)\)?$/.exec(
    text,
  );
  const code = scope.lexicon.errors.find((each) => each === match?.[1]);
  return code === undefined ? null : [{ kind: 'error', code }];
}

function otherwise(text: string, speaking: Speaking): Part[] | null {
  const match = /^(?:above|beyond|over|below|under|else|otherwise)(?: that)?,? (?:only )?by (.+?)(?: only)?$/i.exec(
    text,
  );
  const found = match === null ? null : readPeople(match[1] ?? '', speaking.scope);
  return found === null || found.where !== null || found.product ? null : [{ kind: 'else', who: found.who }];
}

function people(text: string, { scope }: Speaking): Part[] | null {
  const found = readPeople(text, scope);
  if (found !== null) return [{ kind: 'who', ...found }];
  const noted = /^([^()]{1,60}) \(([^()]{1,40})\)$/.exec(text);
  const event = noted === null || mayBeCondition(noted[2] ?? '') ? null : eventInBrackets(noted[2] ?? '');
  const before = event === null ? null : readPeople(noted?.[1] ?? '', scope);
  if (event !== null && before !== null)
    return [
      { kind: 'who', ...before },
      { kind: 'event', event },
    ];
  const one = /^(?:only )?(?:by )?(?:only )?(?:the|its) ([\w -]{1,40})$/i.exec(text);
  const field = one === null ? null : matchField(one[1] ?? '', scope);
  const isPerson = field?.sort === 'record' && field.entity === personOf(scope.lexicon)?.name;
  return field !== null && isPerson
    ? [{ kind: 'who', who: [nameOfPath(field.text)], where: null, product: false }]
    : null;
}

const nameOfPath = (path: string): string => path.replace(/^this\["(.*)"\]$/, '$1');

function times(text: string): Part[] | null {
  const match = /^(.+?)(?: (?:per|for each|for every|in the life of) (?:the |an? )?\w+(?: \w+)?)?$/i.exec(text);
  const words = (match?.[1] ?? '').replace(/^only /i, '');
  if (!/\b(?:once|twice|thrice|times?)\b/i.test(words)) return null;
  const max = readCount(words)?.max ?? null;
  return max === null ? null : [{ kind: 'times', count: max }];
}

function triggered(text: string, speaking: Speaking): Part[] | null {
  const itself =
    /^(?:by itself|automatically|auto|on its own|(?:(?:set |done |made )?by )?(?:the )?(?:system|product|server))[,:]? (.+)$/i.exec(
      text,
    );
  const trigger = readTimer(
    (itself?.[1] ?? text)
      .replace(/^(?:when|once|as soon as) (?=\d|an? |one |half )/i, '')
      .replace(/^(?:for )?(?:longer|more) than (?=\d|an? |one |half )/i, 'after '),
    speaking,
  );
  if (trigger === null) return null;
  const product: Part = { kind: 'who', who: [], where: null, product: true };
  return itself === null ? [{ kind: 'trigger', trigger }] : [product, { kind: 'trigger', trigger }];
}

const BEFORE_CONDITION =
  /^(?:(?:it is |is |this is )?(?:allowed|possible|permitted|offered) )?(?:only )?(?:if|when|whenever|while|as long as|provided(?: that)?|as soon as|once|on condition that)\s+/i;

/** Cheap to see: no condition begins with who does it, and a longer one has a verb or a sign that compares. */
function mayHold(text: string): boolean {
  if (/^(?:only )?(?:by|with|who|on|via)\s/i.test(text)) return false;
  return (
    /[<>=≤≥≠!?.(]|^(?:from|only for)\s|\b(?:is|are|has|have|must|holds?|least|most|more|less|until|till|within|before|after|later|earlier|earliest|latest|no|not|all|every|each|any|exists?|there|equals?|between|contains?|belongs?|needs?|was|were|does|do|exceeds?|than|over|under|condition|only|lies|up|without|at)\b/i.test(
      text,
    ) || text.split(' ').length <= 4
  );
}

/** A condition as an expression; also "if A, B", "unless A" and "the approval must be granted". */
export function conditionOf(written: string, speaking: Speaking): Part[] | null {
  if (!mayHold(written)) return null;
  const text = written.replace(/^\((.*)\)$/, '$1').replace(/^condition (?!is\b|=|>|<|in\b|has\b)/i, 'condition is ');
  const implied = /^if (.+?), (?:then )?(.+)$/i.exec(text);
  if (implied !== null) {
    const [one, other] = [conditionText(implied[1] ?? '', speaking), conditionText(implied[2] ?? '', speaking)];
    if (one !== null && other !== null) return [{ kind: 'condition', text: `not (${one}) or ${other}` }];
  }
  const unless = /^unless (.+)$/i.exec(text);
  if (unless !== null) {
    const inner = conditionText(unless[1] ?? '', speaking);
    return inner === null ? null : [{ kind: 'condition', text: `not (${inner})` }];
  }
  const earliest = /^(.+?) at the earliest$/i.exec(text) ?? /^from (.+?)(?: on| onwards)?$/i.exec(text);
  const kind = forKind(text, speaking);
  if (kind !== null) return [{ kind: 'condition', text: kind }];
  const words = earliest === null ? text.replace(BEFORE_CONDITION, '') : `not earlier than ${earliest[1] ?? ''}`;
  if (/^all (?:the )?rules(?: [\w-]+ to [\w-]+)? (?:hold|are met|must hold)$/i.test(words))
    return [{ kind: 'nothing' }];
  const condition = conditionText(words, speaking);
  if (condition !== null && isBareName(condition, words)) return null;
  return condition === null ? null : [{ kind: 'condition', text: condition }];
}

/** "Not for emergencies", "only for urgent ones": what the one choice that has it is, or is not. */
function forKind(text: string, { scope }: Speaking): string | null {
  const match = /^(not|only) for (?:an? |the )?(.+?)(?: ones?)?$/i.exec(text);
  const fields = match === null ? [] : (scope.lexicon.entities.find(({ name }) => name === scope.entity)?.fields ?? []);
  const found = fields.flatMap(({ name, type }) => {
    const option = matchOption(match?.[2] ?? '', type);
    return option === null || (type.kind === 'choice' && type.several) ? [] : [{ name, option }];
  });
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const value = isPlainName(only.option) ? only.option : JSON.stringify(only.option);
  return `${memberText(only.name)} ${/^not$/i.test(match?.[1] ?? '') ? '!=' : '=='} ${value}`;
}

/** The name of a field alone does not say that it must be filled: it may as well be who does it. */
const isBareName = (condition: string, words: string): boolean =>
  / != null$/.test(condition) &&
  !/ (?:and|or) /.test(condition) &&
  !/\b(?:is|are|was|has|have|there|exists?|set|given|present|known|filled|entered|stated|chosen|with|an?|some|not|no)\b|[!=<>]/i.test(
    words,
  );

/** Only what the language can say: else it is not understood. */
function conditionText(words: string, speaking: Speaking): string | null {
  const text = conditionWords(words, speaking);
  return text === null || parseExpression(text).tree === null ? null : text;
}

function conditionWords(words: string, speaking: Speaking): string | null {
  const { scope } = speaking;
  const direct = readCondition(words, scope);
  if (direct !== null) return direct.text;
  const passed = /^(.+?) (?:passed|over|gone by|elapsed)$/i.exec(words);
  if (passed !== null) return readCondition(`${passed[1]} has passed`, scope)?.text ?? null;
  const other = /^(?:the|its|an?) (.+?) (?:must be|has to be|is) (\w+)$/i.exec(words);
  if (other === null || matchEntity(other[1] ?? '', scope) === null) return null;
  return readCondition(`there is a ${other[2]} ${other[1]}`, scope)?.text ?? null;
}
