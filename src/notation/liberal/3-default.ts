import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Type } from '../../model/types/types.ts';
import type { Read, Reading, Said } from './3-details.ts';
import { nameKey } from './phrases/fold.ts';
import { readAmount, readNumber } from './phrases/quantity.ts';

/** `default 5`, `starts at 0`, `no at first`, `24 unless the registrar says otherwise`, `At first it is.` */
export const defaulted: Reading = (text, said) => {
  const it = IT_IS.exec(text);
  if (it !== null && said.type?.kind === 'boolean')
    return setDefault(said, (it[1] ?? it[2]) === undefined ? 'true' : 'false');
  const until = /^(\p{L}[\p{L} -]{0,30}?|-?\d+) until \S.*$/u.exec(text)?.[1];
  const first = until === undefined || EXPLAINS.test(until) ? null : defaultOf(until, said.type);
  if (first !== null && setDefault(said, first) === 'all') return 'no';
  const found =
    /^(?:by )?default(?:s|ed)?(?: to| value| is|:| =)* (.+)$/i.exec(text) ??
    UNLESS.exec(text) ??
    /^(.+) (?:by default|at first|initially|when new|as default|is the default)$/i.exec(text) ??
    /^(?:starts?|begins?|initially|at first|preset)(?: at| with| as| to| off at)? (.+)$/i.exec(text);
  if (found === null) return null;
  const value = defaultOf(found[1] ?? '', said.type);
  return value === null ? 'no' : setDefault(said, value);
};

const UNLESS =
  /^(.+) unless (?:(?:the |an? )?\p{L}+ (?:\p{L}+ )?(?:says|chooses|states|sets|decides|enters|picks|selects) (?:otherwise|something else|another(?: one)?)|(?:chosen|stated) otherwise|otherwise (?:stated|chosen|given)|something else is (?:chosen|given|stated))$/iu;
const IT_IS =
  /^(?:at first|by default|initially|when new|normally),? (?:it|this) is(?: (not))?$|^(?:it )?is(?: (not))? (?:at first|by default|initially)$/i;
const EXPLAINS = /^(?:empty|null|blank|not|only|hidden|open to)\b/i;

function setDefault(said: Said, value: string): Read {
  const { tree } = parseExpression(value);
  if (tree === null) return 'no';
  said.changes.default = { text: value, at: null, tree };
  return 'all';
}

/** A literal of the type as an expression. */
export function defaultOf(written: string, type: Type | null): string | null {
  const text = written
    .trim()
    .replace(/^`(.*)`$/, '$1')
    .trim();
  const bare = text.replace(/^(['"“‘])(.*)['"”’]$/, '$2');
  if (type === null) return null;
  switch (type.kind) {
    case 'boolean':
      return /^(?:yes|y|true|on|ja)$/i.test(bare) ? 'true' : /^(?:no|n|false|off|nein)$/i.test(bare) ? 'false' : null;
    case 'choice': {
      const option =
        type.options.find(({ name }) => name === bare) ??
        onlyOne(type.options.filter(({ name }) => nameKey(name) === nameKey(bare)));
      return option === null || type.several
        ? null
        : /^[\p{L}_][\p{L}\p{N}_]*$/u.test(option.name)
          ? option.name
          : JSON.stringify(option.name);
    }
    case 'integer':
    case 'decimal': {
      const digits = /^(-?[\d.,_]+|\p{L}+)(?: \p{L}+)?$/u.exec(bare)?.[1];
      return digits === undefined ? null : readNumber(digits);
    }
    case 'money':
      return type.currency === null
        ? readAmount(bare)
        : (readAmount(bare) ?? suffixed(readNumber(bare), type.currency));
    case 'text':
    case 'long text':
      return bare === text ? null : JSON.stringify(bare);
    case 'date':
      return /^today$/i.test(bare) ? 'today' : null;
    case 'date and time':
      return /^now$/i.test(bare) ? 'now' : null;
    default:
      return null;
  }
}

const suffixed = (digits: string | null, unit: string): string | null => (digits === null ? null : `${digits} ${unit}`);

function onlyOne<T>(things: readonly T[]): T | null {
  return things.length === 1 ? (things[0] ?? null) : null;
}
