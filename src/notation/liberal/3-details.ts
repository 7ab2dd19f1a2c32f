import type { Field } from '../../model/types/model.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import type { Span } from '../markdown/span.ts';
import { readNoteAlone } from '../points/3-notes.ts';
import type { About, Reader } from '../reader.ts';
import { endings, FACTORS, long, onePer, sized } from './3-brief.ts';
import { computedOf } from './3-computed.ts';
import { defaulted } from './3-default.ts';
import { entityIn, type Names } from './3-draft.ts';
import { TEXT } from './3-measured.ts';
import { signs } from './3-signs.ts';
import { leadingType, typeWords } from './3-type-words.ts';
import { readPattern } from './phrases/pattern.ts';
import { readCount, readNumber, readPercent, readSize } from './phrases/quantity.ts';
import { plainWords } from './phrases/scope.ts';

/** What is being said of one field, as far as it was read. */
export interface Said {
  /** Whose field it is. */
  readonly entity: string;
  readonly field: string;
  readonly names: Names;
  type: Type | null;
  changes: { -readonly [K in keyof Field]?: Field[K] };
  /** Fields that the value is unique together with, in the words of the document. */
  uniqueWith: string[];
  /** Plain numbers are none of its values: it is counted in a smaller unit. */
  readonly isMinor?: boolean;
}

/** `all`: every word of it has its effect. `kept`: it explains, and decides nothing. `no`: it is not, or not wholly, read. */
export type Read = 'all' | 'kept' | 'no';

/** Reads one more thing that is said of a field. */
export function readDetail(reader: Reader, detail: Span, said: Said, about: About): Read {
  const text = plainWords(detail).replace(/^(?:and|but|also|it is|is|are|all|[–—-])\s+/i, '');
  if (text === '' || text.length > 300) return text === '' ? 'all' : 'no';
  if (said.isMinor === true && /[1-9]/.test(text)) return 'no';
  const pattern = readRegex(detail.text.replace(/^`(.*)`$/, '$1'), said);
  if (pattern !== null) return pattern;
  for (const read of READERS) {
    const found = read(text, said);
    if (found !== null) return found;
  }
  const inWords = (told: Span) => computedOf(reader, told, said, said.entity).formula;
  if (said.type !== null && readNoteAlone(reader, detail, said.type, said.changes, about, inWords)) {
    said.type = said.changes.type ?? said.type;
    return 'all';
  }
  if (said.type === null) {
    const found = typeWords(text, said.field, said.names);
    if (found !== null && found.type.kind !== 'choice') {
      said.type = found.type;
      Object.assign(said.changes, found.changes);
      return 'all';
    }
  }
  return 'no';
}

export type Reading = (text: string, said: Said) => Read | null;

function flag(pattern: RegExp, changes: Partial<Field>): Reading {
  return (text, said) => {
    if (!pattern.test(text)) return null;
    Object.assign(said.changes, changes);
    return 'all';
  };
}

/** Which begins with the keyword and says more: it has the effect, and the rest is kept and reported. */
function half(pattern: RegExp, changes: Partial<Field>): Reading {
  return (text, said) => {
    if (!pattern.test(text)) return null;
    Object.assign(said.changes, changes);
    return 'no';
  };
}

const PRODUCT = '(?:server|system|product|application|app|backend|database|software)';

const uniqueTogether: Reading = (text, said) => {
  const found = /^unique (?:under|within|per|in|for|together with|with)(?: each| every)? (?:the same )?(.+)$/i.exec(
    text,
  )?.[1];
  if (found === undefined) return null;
  said.uniqueWith.push(...found.split(/\s*(?:,| and )\s*/));
  return 'all';
};

/** `must be a valid address` of what can be nothing else. */
const valid: Reading = (text, said) =>
  said.type?.kind === 'email' &&
  /^(?:must be |has to be )?(?:an? )?valid(?: (?:e-?mail )?(?:address|e-?mail))?$/i.test(text)
    ? 'all'
    : null;

/** `No two courses have the same`: of the entity that the field is of. */
const noTwo: Reading = (text, said) => {
  const of =
    /^no two (\p{L}+(?: \p{L}+){0,2}) (?:have|share|may have|can have|may share|can share|with) (?:the same|an equal)(?: one| value)?$/iu.exec(
      text,
    )?.[1];
  if (of === undefined || (entityIn(of, said.names) !== said.entity && !/^(?:records|of them)$/i.test(of))) return null;
  said.changes.unique = true;
  return 'all';
};

/** `YYYY-MM-DD` of a text: a day. */
const dated: Reading = (text, said) => {
  if (/^date (?:\+|and|&|with) time(?: of day)?$/i.test(text) && said.type?.kind === 'date') {
    said.type = { kind: 'date and time' };
    return 'all';
  }
  if (!/^(?:(?:as|in the form) )?YYYY-MM-DD$/.test(text) || said.type?.kind !== 'text') return null;
  said.type = { kind: 'date' };
  return 'all';
};

/** `6 digits` of a text. */
const shaped: Reading = (text, said) => {
  if (said.type?.kind !== 'text' || said.changes.pattern !== undefined) return null;
  const source = readPattern(text);
  if (source === null) return null;
  said.changes.pattern = source.replace(/^\^|\$$/g, '');
  return 'all';
};

/** `several`, of a type of which there may be. */
const several: Reading = (text, said) => {
  const { type } = said;
  if (
    !/^(?:(?:can be |may be )?several|more than one|multiple|one or more|any number)(?: possible| allowed)?$/i.test(
      text,
    )
  )
    return null;
  if (type?.kind === 'choice' || type?.kind === 'role' || type?.kind === 'file') said.type = { ...type, several: true };
  else if (type?.kind === 'reference')
    said.type = { kind: 'references', entity: type.entity, ordered: false, min: null, max: null };
  else return null;
  return 'all';
};

/** `/^[A-Z]{3}$/`: the whole text, as a developer writes it. */
function readRegex(text: string, said: Said): Read | null {
  const source = /^(?:(?:matches|pattern|regex|format)(?: is)?:? )?\/\^((?:[^/\\]|\\.)+)\$\/u?$/.exec(text)?.[1];
  if (source === undefined || source.includes('|') || (said.type !== null && said.type.kind !== 'text')) return null;
  if (!isPattern(source)) return null;
  said.type ??= TEXT;
  said.changes.pattern = source.replaceAll('\\/', '/');
  return 'all';
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(`^(?:${source})$`, 'u').source !== '';
  } catch {
    return false;
  }
}

/** `max 40`, `at most 80 characters`, `3–12 characters`, `10 to 300`, `up to 5 MB`, `0 to 100 %`. */
const bounded: Reading = (text, said) => {
  const { type } = said;
  const size =
    type?.kind === 'file'
      ? /^(?:at most|up to|max\.?|maximum|not over|<=) (.+?)(?: each| per file| in size)?$/i.exec(text)?.[1]
      : undefined;
  const bytes = size === undefined ? null : readSize(size);
  if (type?.kind === 'file' && bytes !== null) {
    const [digits = '', unit = ''] = bytes.split(' ');
    said.type = { ...type, maxSize: { value: Number(digits) * (FACTORS.get(unit) ?? 1) } };
    return 'all';
  }
  const found =
    /^(?:of )?(?:length |long )?(.*?\d[\d,_]*)(?: (?:or (?:more|less|fewer)))?(?: (characters?|chars?|signs|letters|long|in length|files?|pictures|photos|items|entries|lines|units?|times|%|percent|\p{L}{1,12}))?(?: long)?$/iu.exec(
      text,
    );
  const count = found === null ? null : readCount(found[1] ?? '');
  if (count === null || (count.min === null && count.max === null)) return null;
  // More than 0 is at least 1 of what is counted alone.
  if (
    /^(?:of )?(?:[<>](?!=)|above|over|below|under|more than|less than|fewer than|positive|greater)/i.test(text) &&
    type?.kind !== 'integer' &&
    type?.kind !== 'text' &&
    type?.kind !== 'long text'
  )
    return above(text, said);
  const exact = count.min === count.max;
  const unit = (found?.[2] ?? '').toLowerCase();
  const signs = /^(?:characters?|chars?|signs|long|in length)$/.test(unit);
  const [min, max] = [bound(count.min), bound(count.max)];
  if (type === null && signs) said.type = { kind: 'text', min, max };
  else if (type === null || (type.kind !== 'text' && type.kind !== 'long text' && exact)) return null;
  else if (type.kind === 'text' || type.kind === 'long text') {
    if (!signs && unit !== '') return null;
    if (exact && !signs) return null;
    said.type = { ...type, min: min ?? type.min, max: max ?? type.max };
  } else if (type.kind === 'integer') {
    said.type = {
      ...type,
      min: min ?? type.min,
      max: max ?? type.max,
      unit: unit === '' ? type.unit : (found?.[2] ?? null),
    };
  } else if ('min' in type) {
    if (type.kind === 'file' && !type.several) return null;
    said.type = { ...type, min: min ?? type.min, max: max ?? type.max };
  } else return null;
  return 'all';
};

/** `> 0` of a number with decimals: at least the least that it can be. */
function above(text: string, said: Said): Read {
  const limit = /^(?:>|above|over|more than|greater than) ?(\d[\d.,_]*)$/i.exec(text)?.[1];
  const least = limit === undefined ? null : readNumber(limit);
  const { type } = said;
  if (least === null || (type?.kind !== 'decimal' && type?.kind !== 'money') || type.scale > 4) return 'no';
  said.type = { ...type, min: { value: Number((Number(least) + 10 ** -type.scale).toFixed(type.scale)) } };
  return 'all';
}

const bound = (value: number | null): Bound | null => (value === null ? null : { value });

/** `up to 2 decimals` of a number. */
const digits: Reading = (text, said) => {
  const count =
    /^(?:(?:up to|at most|max\.?|with|to) )?(\S+) (?:decimals?|decimal places?|digits? after the point|places)$/i.exec(
      text,
    )?.[1];
  const scale = count === undefined ? null : readNumber(count);
  const { type } = said;
  if (scale === null || !/^\d$/.test(scale) || (type?.kind !== 'decimal' && type?.kind !== 'integer')) return null;
  said.type =
    scale === '0'
      ? { kind: 'integer', min: type.min, max: type.max, step: null, unit: type.unit }
      : { kind: 'decimal', precision: 15, scale: Number(scale), min: type.min, max: type.max, unit: type.unit };
  return 'all';
};

/** `in €`, `in minutes`, `in minor units`. */
const united: Reading = (text, said) => {
  const unit =
    /^(?:measured |counted |given |stored |amount )?(?:in )(?:whole )?(.{1,20})$/i.exec(text)?.[1] ??
    (/^[€$£%]$/.test(text) ? text : undefined);
  if (unit === undefined) return null;
  const money = typeWords(unit, said.field, said.names)?.type;
  if (money?.kind === 'money' && (said.type === null || said.type.kind === 'money' || said.type.kind === 'decimal')) {
    said.type = money;
    return 'all';
  }
  const { type } = said;
  if (
    !/^(?:%|percent|(?:milli)?seconds|minutes|hours|days|weeks|months|years|bytes|kB|MB|k?g|k?m|[cm]m|km|litres|liters|°C|pieces)$/i.test(
      unit,
    )
  )
    return null;
  if (type?.kind === 'integer' || type?.kind === 'decimal')
    said.type = { ...type, unit: UNIT_WORDS.get(unit.toLowerCase()) ?? unit };
  else if (type === null && /^(?:bytes|(?:milli)?seconds|minutes)$/i.test(unit))
    said.type = { kind: 'integer', min: null, max: null, step: null, unit: UNIT_WORDS.get(unit.toLowerCase()) ?? unit };
  else return null;
  return 'all';
};

const UNIT_WORDS: ReadonlyMap<string, string> = new Map([
  ['minutes', 'min'],
  ['seconds', 's'],
  ['milliseconds', 'ms'],
  ['hours', 'h'],
  ['percent', '%'],
]);

/** `a person`, `its author` where a type is said in a sentence of its own. */
const example: Reading = (text) =>
  /^(?:e\.g\.?|for example|for instance|such as|example:?)\s/i.test(text) ? 'kept' : null;

/** `Text like "LT-004711"`. */
const like: Reading = (text, said) => {
  const found = /^(.+?) like .+$/i.exec(text);
  const type = found === null || said.type !== null ? null : typeWords(found[1] ?? '', said.field, said.names);
  if (type === null) return null;
  said.type = type.type;
  return 'kept';
};

/** `"HD-" and at least five digits`; `K + 5 digits`, which is a series only where the product gives it. */
const prefixed: Reading = (text, said) => {
  const found =
    /^(?:["“']([A-Z]{1,6}[-/]?)["”'],?|([A-Z]{1,6}-?)) (?:and|plus|then|followed by|\+) (?:at least )?(\S+) digits$/i.exec(
      text,
    );
  const count = found === null ? null : readNumber(found[3] ?? '');
  if (found === null || count === null || !/^\d{1,2}$/.test(count) || count === '0') return null;
  if (said.type !== null && said.type.kind !== 'text') return null;
  if (found[1] === undefined) {
    said.type ??= TEXT;
    said.changes.pattern = `${found[2]?.toUpperCase()}[0-9]{${count}${/at least/i.test(text) ? ',' : ''}}`;
    return 'all';
  }
  said.type = { kind: 'number series', pattern: `${found[1]}${'0'.repeat(Number(count))}` };
  return 'all';
};

/** `a whole number that goes up with every change`, `a person who …`: the type, and a clause about it. */
const typed: Reading = (text, said) => {
  const type = said.type === null ? leadingType(text, said.field, said.names) : null;
  if (type === null) return null;
  said.type = type.type;
  Object.assign(said.changes, type.changes);
  return 'no';
};

/** `exactly one`, `always one of the second level`. */
const one: Reading = (text, said) => {
  if (!/^(?:exactly|always) one(?: (.+))?$/i.test(text)) return null;
  said.changes.required = true;
  const of = /^(?:exactly|always) one (.+)$/i.exec(text)?.[1];
  if (of === undefined) return 'all';
  const entity = entityIn(of, said.names);
  if (entity === null || said.type !== null) return 'no';
  said.type = { kind: 'reference', entity };
  return 'all';
};

const percent: Reading = (text, said) => {
  if (said.type !== null || readPercent(text) !== null || !/^(?:percent|percentage|%)$/i.test(text)) return null;
  said.type = { kind: 'decimal', precision: 7, scale: 2, min: null, max: null, unit: '%' };
  return 'all';
};

const READERS: readonly Reading[] = [
  flag(
    /^(?:required|mandatory|obligatory|compulsory|not (?:null|empty)|never empty|must (?:not be empty|be (?:given|set|filled(?: in)?|present))|always (?:set|there|filled(?: in)?)|NOT NULL|Pflicht(?:feld)?)$/i,
    { required: true },
  ),
  flag(
    /^(?:optional|(?:may|can) (?:be|stay|remain) (?:empty|null|left empty|blank|missing|omitted)|may be left (?:empty|blank|out)|nullable|not required|if (?:any|known|given)|or empty|possibly empty|freiwillig)$/i,
    { required: false },
  ),
  half(/^(?:empty|null|blank|missing|unset) (?:until|while|when|for|unless|if|at|before|as long as|in)\b/i, {
    required: false,
  }),
  half(/^(?:optional|may be empty|can be empty)\b/i, { required: false }),
  flag(/^(?:unique|must be unique|no two (?:are )?alike|UNIQUE)$/i, { unique: true }),
  uniqueTogether,
  valid,
  flag(
    /^(?:used (?:to|for) (?:sign|log)(?:ing)?[ -]?in|(?:people |one )?(?:sign|log)s?[ -]in with (?:it|this)|login(?: name)?)$/i,
    { signIn: true },
  ),
  flag(
    new RegExp(
      `^(?:(?:given|set|filled(?: in)?|assigned|generated|created|written|kept|made|numbered|maintained|stamped) (?:out )?by (?:the )?${PRODUCT}|by (?:the )?${PRODUCT}|(?:set |given |generated |filled )?automatic(?:ally)?(?: (?:set|filled|generated))?|read[- ]?only(?: (?:from|for) the (?:server|client))?|(?:server|system|auto)-?generated|system|computed,? see (?:below|above)|auto-?increment)$`,
      'i',
    ),
    { byProduct: true },
  ),
  // Nothing says how.
  half(/^(?:computed|calculated|derived|worked out)$/i, { byProduct: true }),
  half(/^(?:that |which )?(?:goes|counts) up with every (?:change|save|update)$|^(?:copied|taken over) from\b/i, {
    byProduct: true,
  }),
  flag(
    /^(?:(?:it )?(?:never|can(?:not|'t)(?: be)?|does not|may not(?: be)?) changed?s?(?: afterwards| later)?|immutable|unchangeable|set once|fixed)$/i,
    { fixed: true },
  ),
  flag(/^(?:write[- ]only|(?:is )?never (?:shown|sent|given|displayed|returned)(?: back| out| again)?)$/i, {
    writeOnly: true,
  }),
  half(new RegExp(`^(?:the )?${PRODUCT} (?:fills|sets|gives|assigns|writes|computes|generates|creates)\\b`, 'i'), {
    byProduct: true,
  }),
  flag(/^primary key$/i, { unique: true }),
  flag(/^1 ?[:-] ?1$|^one[- ]to[- ]one$/i, { unique: true }),
  noTwo,
  long,
  onePer,
  endings,
  sized,
  dated,
  shaped,
  several,
  defaulted,
  digits,
  bounded,
  united,
  signs,
  prefixed,
  example,
  like,
  one,
  percent,
  typed,
];
