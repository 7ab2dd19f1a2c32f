import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Formula } from '../../model/types/formula.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import { computedOf } from './3-computed.ts';
import type { Said } from './3-details.ts';
import { readCondition } from './phrases/condition.ts';
import { nameKey } from './phrases/fold.ts';
import { matchField } from './phrases/match.ts';
import { negated } from './phrases/predicate.ts';
import { type PhraseScope, plainWords } from './phrases/scope.ts';

/**
 * What is said of a field and needs the other fields to be understood: when it is filled in, when it must be, and, of one
 * that nobody types (`isSet`), how it is computed. False: nothing of that kind, or it is not wholly understood.
 */
export function readFormula(reader: Reader, told: Span, said: Said, isSet: boolean): boolean {
  if (isSet && isSum(told.text)) return readComputed(reader, told, said);
  const lead = LEAD.exec(told.text);
  if (lead === null) return false;
  const [whole, isShown, word = ''] = lead;
  const when = conditionOf(reader, part(told, whole.length), said.entity, word.toLowerCase());
  if (when === null) return false;
  if (isShown === undefined) said.changes.requiredWhen = when;
  else said.changes.shownWhen = when;
  return true;
}

const LEAD =
  /^(?:(only|only shown|shown|visible|only visible|shown only|visible only)|required|mandatory|obligatory|must be (?:given|filled(?: in)?|set))(?: only)? (if|when|while|for|where|unless|except(?: for| if| when)?) (?=\S)/i;

/**
 * What a cell that is neither yes nor no says of whether a field must be filled in, as a note says it: `if insured`,
 * `yes, except for visitors`. Null: it says nothing of that kind.
 */
export function requiredNote(cell: Span): Span | null {
  const bare = part(cell, /^(?:yes|required|mandatory)\b,?\s*/i.exec(cell.text)?.[0].length ?? 0);
  const text = `required ${bare.text}`;
  return LEAD.test(text) ? { text, from: bare.from } : null;
}

/** `onHand - reserved` */
function isSum(text: string): boolean {
  const parts = text.split(/ [-+*/] /);
  return parts.length > 1 && parts.length < 10 && parts.every((one) => /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(one));
}

function readComputed(reader: Reader, told: Span, said: Said): boolean {
  const { formula } = computedOf(reader, told, said, said.entity);
  if (formula === null) return false;
  said.changes.computed = formula;
  said.changes.byProduct = false;
  return true;
}

/** A condition, or behind `for` those whose field says yes: `only for companies`; behind `unless` and `except` its opposite. */
function conditionOf(reader: Reader, told: Span, entity: string, lead: string): Formula | null {
  const scope = { entity, lexicon: reader.lexicon() };
  const those = () => {
    const words = plainWords(told);
    return yesOf(words, scope) ?? choiceOf(words, scope);
  };
  const whole = () => readCondition(told, scope)?.text ?? stateOf(plainWords(told), scope);
  const found = lead.endsWith('for') ? those() : (whole() ?? (lead === 'except' ? those() : null));
  const text = found !== null && /^(?:unless|except)/.test(lead) ? negated(found) : found;
  const tree = text === null ? null : parseExpression(text).tree;
  return text === null || tree === null ? null : { text, at: null, tree };
}

/** `if closed`, of a field that says how far a record has come. */
function stateOf(words: string, scope: PhraseScope): string | null {
  return choiceOf(words.replace(/^(?:it is|the record is) /i, ''), scope, /(?:status|state|stage|phase)$/i);
}

/** `only for applicants`, `for cash and cards`: those whose one choice of such a name says so. */
function choiceOf(words: string, scope: PhraseScope, called: RegExp = /./): string | null {
  const entity = scope.lexicon.entities.find(({ name }) => name === scope.entity);
  const wanted = words.split(/, (?:and |or )?| and | or /).map((each) => nameKey(each.replace(/^(?:the|all) /i, '')));
  const found = (entity?.fields ?? []).flatMap(({ name, type }) => {
    if (!called.test(name)) return [];
    const options = type.kind === 'choice' ? type.options : type.kind === 'role' ? scope.lexicon.roles : [];
    const chosen = wanted.flatMap((key) => options.find((each) => nameKey(each.name) === key) ?? []);
    return chosen.length < wanted.length ? [] : [`${name} is ${chosen.map((each) => each.name).join(' or ')}`];
  });
  const [only] = found;
  return found.length === 1 && only !== undefined
    ? (readCondition({ text: only, from: 0 }, scope)?.text ?? null)
    : null;
}

function yesOf(words: string, scope: Parameters<typeof matchField>[1]): string | null {
  const field = matchField(words, scope);
  return field?.sort === 'boolean' ? field.text : null;
}
