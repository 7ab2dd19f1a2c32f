import type { Constant, LimitName } from '../../model/types/model.ts';
import { foldName } from '../columns.ts';
import { part, type Span } from '../markdown/span.ts';
import { hoursIn } from '../points/9-hours.ts';
import { type LimitValue, limitNamed, limitValue, NO_VALUE } from '../points/9-limit-words.ts';
import { words } from '../reader.ts';
import { soundsLikeRule } from '../rule-words.ts';
import type { Piece } from './9-pieces.ts';
import { cut } from './cut.ts';

/** What a text gives, before it has an id. */
export type Made =
  | {
      readonly kind: 'constant';
      readonly name: string;
      readonly value: string;
      readonly help: string;
      readonly at: Span;
    }
  | {
      readonly kind: 'table';
      readonly make: (id: string, name: string) => Constant;
      readonly name: string;
      readonly at: Span;
    }
  | {
      readonly kind: 'limit';
      readonly name: LimitName;
      readonly value: LimitValue;
      readonly at: Span;
      readonly isOwn: boolean;
    }
  | { readonly kind: 'unknown'; readonly name: string; readonly at: Span };

/** A value in quotes, an address, or one to three bare words, as a text. */
export function textIn(value: Span): string | null {
  const quoted = /^["“]([^"“”]*)["”]$/.exec(value.text)?.[1];
  if (quoted !== undefined) return JSON.stringify(quoted);
  const text = words(value);
  const isAddress = /^https?:\/\/\S+$/i.test(text) || /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text);
  return isAddress || isShort(text) ? JSON.stringify(text) : null;
}

const isShort = (text: string): boolean =>
  /^\p{L}[\p{L}\p{N}/.'-]*(?: [\p{L}\p{N}/.'-]+){0,2}$/u.test(text) && !soundsLikeRule(text);

/** `white, brown, dark brown`: a list of at least three texts of a word or two. */
export function shortTexts(value: Span): string | null {
  const parts = cut(value, (text, at) => (text[at] === ',' ? 1 : 0)).map(words);
  const isText = (part: string) => isShort(part) && !/^(?:and|or)\b/i.test(part) && part.split(' ').length < 3;
  return parts.length > 2 && parts.every(isText) ? `[${parts.map((part) => JSON.stringify(part)).join(', ')}]` : null;
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const CLOCK = new RegExp(
  `^(?:(?:[01]?\\d|2[0-3]):[0-5]\\d|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?)$`,
  'i',
);

/** `08:00`, `25 December`: times of day and days of each year are texts, as they are written; several are a list. */
export function clockTexts(value: Span): string | null {
  const all = cut(value, (text, at) => (text[at] === ',' ? 1 : 0));
  const parts = all.flatMap((each) => each.text.split(/\s+and\s+/));
  if (parts.length === 0 || !parts.every((each) => CLOCK.test(each))) return null;
  const [only, ...others] = parts.map((each) => JSON.stringify(each));
  return others.length === 0 ? (only ?? null) : `[${[only, ...others].join(', ')}]`;
}

const isAny = (text: string, pattern: RegExp) => pattern.test(text);

/** What a phrase says of the product itself, so that it is a limit. */
export function known(key: string, { value, before, behind, at }: Piece): Made | null {
  const limit = (name: LimitName): Made | null => {
    const found = limitValue(name, value);
    return found === null ? null : { kind: 'limit', name, value: found, at, isOwn: foldName(name) === foldName(key) };
  };
  const around = `${before} ${behind}`.trim();
  if (
    isAny(key, /^(?:all )?(?:files?|uploads?|attachments?)$/i) &&
    isAny(around, /^(?:at most|up to)?\s*(?:each|per file)?$/i)
  )
    return limit('upload size');
  if (isAny(key, /^(?:search|search text|searching|free text search)$/i)) {
    if (isAny(around, /^(?:at least|from)?\s*(?:characters?|chars?|letters?)$/i)) return limit('search from');
    if (isAny(around, /^(?:sent|starts|begins)\s+after (?:the )?last (?:key|keystroke|character)$/i))
      return limit('search delay');
  }
  if (
    isAny(key, /^(?:a )?search(?:es|ing)?(?: (?:starts|begins))?(?: (?:after|from|with|at))?$/i) &&
    isAny(around, /^(?:characters?|letters?)$/i)
  )
    return limit('search from');
  const named = limitNamed(key);
  if (
    named !== null &&
    isAny(around, /^(?:at most|up to|at least|from|every|is|are)?\s*(?:rows?|characters?|records?|times)?$/i)
  )
    return limit(named);
  return null;
}

/** A limit whose value stands there in words, and what of them it does not hold. */
export function limitIn(
  name: LimitName,
  value: Span,
): { readonly value: LimitValue; readonly left: Span | null } | null {
  const text = words(value);
  const whole = limitValue(name, text.replace(/^(?:every|at most|at least|up to|from)\s+/i, ''));
  if (whole !== null) return { value: whole, left: null };
  if (name !== 'working hours') return null;
  const found = hoursIn(text);
  if (found === null) return null;
  const at = value.text.indexOf(found.left);
  return { value: { ...NO_VALUE, hours: found.hours }, left: at < 0 ? value : part(value, at) };
}
