import { parseExpression } from '../../expressions/parse.ts';
import type { Formula } from '../../model/formula.ts';
import { part, type Span } from '../markdown/span.ts';
import type { Reader } from '../reader.ts';
import { computedOf } from './3-computed.ts';
import type { Said } from './3-details.ts';
import { readCondition } from './phrases/condition.ts';
import { nameKey } from './phrases/fold.ts';
import { matchField } from './phrases/match.ts';
import type { PhraseScope } from './phrases/scope.ts';

/**
 * What is said of a field and needs the other fields to be understood: when it is filled in, when it must be, and, of one
 * that nobody types (`isSet`), how it is computed. False: nothing of that kind, or it is not wholly understood.
 */
export function readFormula(reader: Reader, told: Span, said: Said, isSet: boolean): boolean {
  if (isSet && isSum(told.text)) return readComputed(reader, told, said);
  const lead =
    /^(?:(only|only shown|shown|visible|only visible|shown only|visible only) (if|when|while|for)|(required|mandatory|obligatory|must be (?:given|filled(?: in)?|set)) (?:only )?(?:if|when|while|for)) (?=\S)/i.exec(
      told.text,
    );
  if (lead === null) return false;
  const when = conditionOf(reader, part(told, lead[0].length), said.entity, / for $/i.test(lead[0]));
  if (when === null) return false;
  if (lead[1] === undefined) said.changes.requiredWhen = when;
  else said.changes.shownWhen = when;
  return true;
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

/** A condition, or behind `for` those whose field says yes: `only for companies`. */
function conditionOf(reader: Reader, told: Span, entity: string, isFor: boolean): Formula | null {
  const scope = { entity, lexicon: reader.lexicon() };
  const found = isFor ? null : readCondition(told, scope);
  const text = found?.text ?? (isFor ? (yesOf(told.text, scope) ?? choiceOf(told.text, scope)) : null);
  const tree = text === null ? null : parseExpression(text).tree;
  return text === null || tree === null ? null : { text, at: null, tree };
}

/** `only for applicants`: those whose one choice of that name says so. */
function choiceOf(words: string, scope: PhraseScope): string | null {
  const entity = scope.lexicon.entities.find(({ name }) => name === scope.entity);
  const found = (entity?.fields ?? []).flatMap(({ name, type }) => {
    const options = type.kind === 'choice' ? type.options : type.kind === 'role' ? scope.lexicon.roles : [];
    const option = options.find((each) => nameKey(each.name) === nameKey(words.replace(/^(?:the|all) /i, '')));
    return option === undefined ? [] : [`${name} is ${option.name}`];
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
