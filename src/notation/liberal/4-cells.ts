import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import type { Effect, Reference } from '../../model/types/model.ts';
import { say } from '../codes.ts';
import type { Cells } from '../columns.ts';
import { codeOf, type Span, split } from '../markdown/span.ts';
import { isBlank, isNotShown, type Reader, words } from '../reader.ts';
import { allOf, wordFormula } from './4-formula.ts';
import { readHappening } from './4-happens.ts';
import type { Speaking, TimerWords } from './4-parts.ts';
import { readSentence } from './4-said.ts';
import { conditionSince, readTimer } from './4-timers.ts';
import { sentences } from './cut.ts';
import { quotation } from './kept.ts';
import type { Lexicon } from './lexicon.ts';
import { namesProduct, type People, readPeople } from './phrases/people.ts';
import { plainWords } from './phrases/scope.ts';

/** Where a cell stands, for words in it: what the document states is only asked for where there are any. */
export interface CellPlace {
  readonly reader: Reader;
  readonly entity: string;
  /** The state that the row leaves; null: the creation of a record. */
  readonly source: string | null;
  readonly target: string;
  readonly lexicon: () => Lexicon;
}

const speaking = ({ reader, entity, source, target, lexicon }: CellPlace): Speaking => ({
  reader,
  scope: { entity, lexicon: lexicon() },
  source,
  target,
});

const ABOVE = /^(?:(?:the )?same )?as above$|^ditto$|^[″〃]$/i;

/** Rows in which "as above" stands for what the row above says there. */
export function withAbove(rows: readonly Cells[]): Cells[] {
  let above: Cells | null = null;
  return rows.map((row) => {
    const last = above;
    const cell = (column: string): Span | null => {
      const own = row.cell(column);
      return own !== null && last !== null && ABOVE.test(own.text) ? last.cell(column) : own;
    };
    above = { at: row.at, cell };
    return above;
  });
}

const WORDS = /\s(?:or|and)\s|^(?:the|an?|any|only|by|every|all)\s|\s(?:only|of)\b/i;

/** "The assignee or a lead" in the column Who; null where the cell holds names, or is not understood. */
export function whoInWords(cell: Span, place: CellPlace): { readonly who: Reference[] } | null {
  if ((!WORDS.test(cell.text) && !place.reader.inWords) || cell.text.includes('`')) return null;
  const { scope, reader } = speaking(place);
  if (split(cell, ',').every((name) => isBlank(name) || isNamed(words(name), scope))) return null;
  const people = readPeople(cell, scope);
  if (people === null || people.where !== null || people.product) return null;
  return { who: people.who.map((name) => ({ name, at: reader.place(cell) })) };
}

/** A role or field just as it is stated, or a path from one. */
function isNamed(name: string, { entity, lexicon }: Speaking['scope']): boolean {
  const fields = lexicon.entities.find((each) => each.name === entity)?.fields ?? [];
  return [...lexicon.roles, ...fields].some((each) => each.name === name || name.startsWith(`${each.name}.`));
}

/**
 * A condition in words in the column Only if; null where it is an expression, or is not wholly understood. Beside words
 * `≥` in backticks is written as people write it.
 */
export function guardInWords(cell: Span, place: CellPlace): Formula | null {
  if (parseExpression(words(cell)).tree !== null) return null;
  if (codeOf(cell) !== null) {
    const text = plainWords(cell);
    const isRead = place.reader.inWords && text !== words(cell) && parseExpression(text).tree !== null;
    return isRead ? wordFormula(place.reader, text, cell) : null;
  }
  const own = speaking(place);
  const conditions: string[] = [];
  for (const sentence of sentences(cell)) {
    const { parts, unread } = readSentence(sentence, 'conditions', own);
    if (unread.length > 0) return null;
    for (const part of parts) if (part.kind === 'condition') conditions.push(part.text);
  }
  return conditions.length === 0 ? null : wordFormula(place.reader, allOf(conditions), cell);
}

/** "Resolved at is set" in the column Then; null where that is no effect in words. */
export function effectsInWords(span: Span, place: CellPlace): Effect[] | null {
  const parts = readHappening({ text: plainWords(span), at: span }, speaking(place));
  if (parts === null) return null;
  return parts.flatMap((part): Effect[] => {
    if (part.kind === 'effect') return [part.effect];
    return part.kind === 'ask'
      ? [{ kind: 'ask', field: part.field, optional: part.optional, at: place.reader.place(span) }]
      : [];
  });
}

/** "Automatically after 14 days", "5 days after the due date" in the column Event; null for an event. */
export function timerInWords(cell: Span, place: CellPlace): TimerWords | null {
  const text = plainWords(cell).replace(/^nothing(?: happens)?[,:]? (?=\S)/i, '');
  const match = /^(?:(?:automatic(?:ally)?|by itself|system|timer|scheduled)\b[:,]?\s*)(.+)$/i.exec(text);
  const bare = /^(.+?) (?:after|before|since) (?:the )?\S/i.exec(text);
  if (match === null && (bare === null || !/^(?:\d|an?\s|one\s|two\s|three\s)/i.test(bare[1] ?? ''))) return null;
  return readTimer(match?.[1] ?? text, speaking(place));
}

/** "By itself", "system at dueAt" in the column Who. */
export const actsByItself = (cell: Span): boolean => namesProduct(plainWords(cell));

interface Acting {
  readonly people: People;
  readonly trigger: TimerWords | null;
}

/** Who acts, the product also with its time. */
function actingIn(cell: Span, own: Speaking): Acting | null {
  const people = readPeople(cell, own.scope);
  if (people !== null) return { people, trigger: null };
  if (!actsByItself(cell)) return null;
  const { parts, unread } = readSentence(cell, 'all', own);
  const [product, moment, ...more] = parts;
  if (product?.kind !== 'who' || moment?.kind !== 'trigger' || unread.length + more.length > 0) return null;
  return { people: product, trigger: moment.trigger };
}

export interface PlainCells {
  readonly who: Reference[] | null;
  /** The product does it. */
  readonly product: boolean;
  /** When the product does it; null where only a condition says so. */
  readonly trigger: TimerWords | null;
  readonly guard: Formula | null;
  readonly guardShown: boolean;
  readonly effects: readonly Effect[];
  /** What was not read, as a quotation. */
  readonly help: string;
}

/**
 * Who and on what condition, in a table under headings of its author's own. People that are not understood are nobody; a
 * condition that is not understood is unknown. `isNew`: who makes a record stands in point 6.
 */
export function plainCells(who: Span | null, guard: Span | null, place: CellPlace, isNew: boolean): PlainCells {
  const { reader } = place;
  const own = speaking(place);
  const acting = who === null ? null : actingIn(who, own);
  const people = acting?.people ?? null;
  const product = people?.product === true && people.who.length === 0;
  const unread: Span[] = who !== null && people === null ? [who] : [];
  const conditions: string[] = people === null || people.where === null ? [] : [people.where];
  const effects: Effect[] = [];
  let trigger = acting?.trigger ?? null;
  for (const sentence of guard === null || isNotShown(guard) ? [] : sentences(guard)) {
    const found = readSentence(sentence, product ? 'itself' : 'all', own);
    for (const part of found.parts) {
      const since = part.kind === 'trigger' && !product ? conditionSince(part.trigger) : null;
      if (part.kind === 'condition') conditions.push(part.text);
      else if (since !== null) conditions.push(since);
      else if (part.kind === 'ask' && !isNew && !product)
        effects.push({ kind: 'ask', field: part.field, optional: part.optional, at: reader.place(sentence) });
      else if (part.kind === 'trigger' && product && trigger === null) trigger = part.trigger;
      else if (part.kind === 'effect' && /^with\s/i.test(part.at.text)) effects.push(part.effect);
      else if (part.kind !== 'nothing') unread.push(part.at);
    }
    unread.push(...found.unread.map(({ at }) => at));
  }
  for (const at of unread) reader.report(say.conditionNotRead(words(at)), at, { point: 4 });
  const isUnknown = unread.some((at) => at !== who) || isNotShown(guard);
  const at = guard ?? who;
  const names = people?.who.map((name) => ({ name, at: who === null ? null : reader.place(who) }));
  return {
    who: isNew || who === null ? [] : (names ?? null),
    product,
    trigger,
    guard: isUnknown || conditions.length === 0 || at === null ? null : wordFormula(reader, allOf(conditions), at),
    guardShown: !isUnknown,
    effects,
    help: unread.length === 0 ? '' : quotation([...new Set(unread.map(({ text }) => text))].join('; ')),
  };
}
