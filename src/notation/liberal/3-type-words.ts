import { optionOf } from '../../fields/choice.ts';
import { isCurrency } from '../../fields/currency.ts';
import { fieldType } from '../../fields/lookup.ts';
import { splitNames } from '../../fields/names.ts';
import { parseType } from '../../fields/type-parse.ts';
import type { Field } from '../../model/model.ts';
import type { Bound, Type } from '../../model/types.ts';
import { entityIn, isPlural, type Names } from './3-draft.ts';
import { nameKey } from './phrases/fold.ts';
import { readPattern } from './phrases/pattern.ts';
import { readCount } from './phrases/quantity.ts';

/** What words say that a field holds, and what they say besides. */
export interface TypeWords {
  readonly type: Type;
  readonly changes: Partial<Field>;
}

export const TEXT: Type = { kind: 'text', min: null, max: null };
const INTEGER: Type = { kind: 'integer', min: null, max: null, step: null, unit: null };
export const unknownType = (text: string): Type => ({ kind: 'unknown', text });

const just = (type: Type): TypeWords => ({ type, changes: {} });

/** What a type in the document's own words states; null where the words are not wholly those of a type. */
export function typeWords(written: string, field: string, names: Names): TypeWords | null {
  if (written.length > 300) return null;
  const text = tidy(written);
  if (text === '') return null;
  const empty = EMPTY.exec(text);
  if (empty !== null) {
    const rest = typeWords(text.slice(0, empty.index), field, names);
    return rest && { type: rest.type, changes: { ...rest.changes, required: false } };
  }
  for (const reader of READERS) {
    const found = reader(text, field, names);
    if (found !== null) return found;
  }
  return null;
}

function tidy(written: string): string {
  const line = written
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\\([|<>[\]_*])/g, '$1')
    .trim();
  const code = /^`([^`]+)`$/.exec(line)?.[1] ?? line;
  return code
    .trim()
    .replace(/[.;,]$/, '')
    .trim();
}

const EMPTY = /\s*(?:\|\s*(?:null|undefined)|,? or (?:empty|null|nothing|blank|none)|,? \(?(?:optional|nullable)\)?)$/i;

type Reading = (text: string, field: string, names: Names) => TypeWords | null;

const aliased: Reading = (text, _, { aliases }) => {
  const type = aliases.get(text);
  return type === undefined ? null : just(type);
};

/** `Person`, `another person`, `persons`, `-> Item type`, `Client's id`, `Pick<Client, 'id'>`. */
const related: Reading = (text, _, names) => {
  const arrow =
    /^(?:->|→|⟶|FK(?: to)?|fk(?: to)?|ref(?:erence)?(?:s)?(?: to)?|foreign key(?: to| of)?|links? to|points? to|id of|belongs to)\s+(.+)$/iu.exec(
      text,
    );
  const inner = /^(?:Pick|Omit|Partial|Readonly|Required)<\s*([\p{L}\p{N}_]+)/u.exec(text)?.[1];
  if (inner !== undefined) return null;
  const written = (arrow?.[1] ?? text).replace(/(?:\s+id|\.id)$/i, '').replace(/^an?\s+id of\s+/i, '');
  const several = /^(?:(?:set|list|array) of|several|many|zero or more|one or more|any number of|some)\s+(.+)$/i.exec(
    written,
  )?.[1];
  const entity = entityIn(several ?? written, names);
  if (entity === null) return null;
  if (several === undefined && (arrow !== null || !isPlural(written, entity)))
    return just({ kind: 'reference', entity });
  return just({ kind: 'references', entity, ordered: false, min: null, max: null });
};

/** `LineItem[]`, `Array<LineItem>`, `list of lines`. */
const listed: Reading = (text, field, names) => {
  const inner =
    /^(.+)\[\]$/.exec(text)?.[1] ??
    /^(?:readonly\s+)?(?:Readonly)?(?:Array|Set|List)<(.+)>$/.exec(text)?.[1] ??
    /^(?:an? )?(?:lists?|arrays?|sets?|collections?) of (.+)$/i.exec(text)?.[1];
  if (inner === undefined) return null;
  const isSet = /^(?:a )?sets?\b/i.test(text);
  const item = inner.trim().replace(/^\((.*)\)$/, '$1');
  const entity = entityIn(item, names);
  if (entity !== null && isSet) return just({ kind: 'references', entity, ordered: false, min: null, max: null });
  if (entity !== null) return just({ kind: 'list', entity, min: null, max: null });
  const of = typeWords(item.replace(/^(texts|strings|words|tags|names)$/i, 'text'), field, names)?.type;
  if (of === undefined) return null;
  if (of.kind === 'text' && of.max === null) return just({ kind: 'texts', min: null, max: null });
  if (of.kind === 'choice') return just({ ...of, several: true });
  if (of.kind === 'file') return just({ ...of, several: true });
  return of.kind === 'role' ? just({ kind: 'role', several: true }) : null;
};

const PLAIN: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...[
    'free text',
    'some text',
    'plain text',
    'one line of text',
    'uuid',
    'guid',
    'uuid v4',
    'nanoid',
    'ulid',
    'url',
    'uri',
    'link',
    'web address',
    'phone',
    'phone number',
    'telephone number',
    'colour',
    'color',
    'char',
    'nvarchar',
    'citext',
    'name',
    'slug',
    'iban',
    'bic',
  ].map((word): [string, Type] => [word, TEXT]),
  ...['several lines', 'several lines of text', 'multi-line', 'markdown', 'rich text', 'html', 'clob'].map(
    (word): [string, Type] => [word, { kind: 'long text', min: null, max: null }],
  ),
  ...[
    'a whole number',
    'whole number',
    'bigint',
    'smallint',
    'serial',
    'int4',
    'int8',
    'long',
    'natural number',
    'counter',
    'positive integer',
  ].map((word): [string, Type] => [word, INTEGER]),
  ...['iso date', 'iso 8601 date', 'calendar day', 'a date', 'a day', 'localdate', 'yyyy-mm-dd', 'dd.mm.yyyy'].map(
    (word): [string, Type] => [word, { kind: 'date' }],
  ),
  ...[
    'iso timestamp',
    'iso datetime',
    'iso 8601',
    'iso 8601 timestamp',
    'timestamptz',
    'timestamp with time zone',
    'offsetdatetime',
    'point in time',
    'moment in time',
    'date & time',
    'date/time',
    'date / time',
    'date and time of day',
    'date + time',
    'planned time',
    'planned times',
    'actual time',
    'actual times',
  ].map((word): [string, Type] => [word, { kind: 'date and time' }]),
  ...['ja/nein', 'yes or no', 'yes / no', 'y / n', 'y/n', 'tick', 'tick box', 'switch'].map((word): [string, Type] => [
    word,
    { kind: 'boolean' },
  ]),
  ...['texts', 'tags', 'several texts', 'list of words', 'list of tags'].map((word): [string, Type] => [
    word,
    { kind: 'texts', min: null, max: null },
  ]),
]);

const plain: Reading = (text) => {
  const type = PLAIN.get(text.toLowerCase().replace(/^(?:an?|the) (?=iso|url|uuid|link|phone|tick|switch|slug)/, ''));
  return type === undefined ? null : just(type);
};

/** A `time` that happened is an instant, and one on the clock a time of day. */
const timed: Reading = (text, field) => {
  if (!/^(?:(?:a|the) )?(?:times?|Date)$/.test(text)) return null;
  if (text === 'Date')
    return just(/(?:At|_at| at|[Tt]ime|[Tt]imestamp)$/.test(field) ? { kind: 'date and time' } : { kind: 'date' });
  return /(?:At|_at|\bat)$/.test(field) ? just({ kind: 'date and time' }) : just({ kind: 'time' });
};

/** `varchar(255)`, `char(3)`. */
const sized: Reading = (text) => {
  const most = /^(?:n?varchar2?|char|character varying|string|text)\s*\(\s*(\d{1,6})\s*\)$/i.exec(text)?.[1];
  if (most !== undefined) return just({ kind: 'text', min: null, max: { value: Number(most) } });
  const found = /^(?:numeric|decimal|number)\s*\(\s*(\d{1,2})\s*,\s*(\d{1,2})\s*\)$/i.exec(text);
  const type = found === null ? null : fieldType('decimal').typeFrom(`${found[1]},${found[2]}`);
  return type === null ? null : just(type);
};

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
]);

/** `€`, `amount in EUR`, `money in €`. */
const money: Reading = (text) => {
  const word = text.replace(/^(?:(?:an? )?(?:amount|money|sum|price)(?: of money)?,? ?)?(?:in )?/i, '');
  const currency = SIGNS.get(word.toLowerCase()) ?? word;
  const type = isCurrency(currency) ? fieldType('money').typeFrom(currency) : null;
  return type === null ? null : just(type);
};

/** `1–28 days`, `1 to 5 stars`, `0-100 %`, `a number from 1 to 10`; `1 to 5 files`; `3–12 characters`. */
const counted: Reading = (text) => {
  const found =
    /^(?:(?:an? )?(?:whole )?(?:number|integer|int|count)s?,? )?((?:at most|at least|up to|max\.?|min\.?|from|between)? ?\d[\d,_]*(?: ?(?:–|—|-|\.\.|to|and) ?\d[\d,_]*)?)(?: (?:in )?(%|[\p{L}°]+))?$/iu.exec(
      text,
    );
  if (found === null) return null;
  const count = readCount((found[1] ?? '').trim());
  if (count === null) return null;
  const [min, max] = [bound(count.min), bound(count.max)];
  const unit = found[2]?.toLowerCase();
  if (unit !== undefined && /^(?:characters?|chars?|signs)$/.test(unit)) return just({ kind: 'text', min, max });
  if (unit !== undefined && /^(?:files?|attachments?|documents?)$/.test(unit)) return files([], true, min, max);
  if (unit !== undefined && /^(?:photos?|pictures?|images?)$/.test(unit)) return files(PICTURES, true, min, max);
  if (unit !== undefined && /^(?:digits?|letters?|lines?|decimals?|places?)$/.test(unit)) return null;
  // A number alone states no type, but for a range of them.
  if (unit === undefined && (count.min === null || count.max === null || count.min === count.max)) return null;
  return just({ kind: 'integer', min, max, step: null, unit: found[2] ?? null });
};

const bound = (value: number | null): Bound | null => (value === null ? null : { value });

const PICTURES: readonly string[] = ['jpg', 'png', 'gif', 'webp'];

function files(
  endings: readonly string[],
  several: boolean,
  min: Bound | null = null,
  max: Bound | null = null,
): TypeWords {
  return just({ kind: 'file', endings, maxSize: null, several, min, max });
}

/** `one picture`, `a PDF`, `PDF file`. */
const file: Reading = (text) => {
  if (/^(?:(?:one|an?|a single) )?(?:picture|photo|image|photograph)$/i.test(text)) return files(PICTURES, false);
  if (/^(?:pictures|photos|images)$/i.test(text)) return files(PICTURES, true);
  const several =
    /^(?:files?,? )?((?:PDF|PNG|JPE?G|CSV|XLSX|DOCX|ZIP|GIF|TXT)(?:(?: ?[/,|] ?| or )(?:PDF|PNG|JPE?G|CSV|XLSX|DOCX|ZIP|GIF|TXT))+)$/i.exec(
      text,
    )?.[1];
  if (several !== undefined) return files(several.toLowerCase().split(/ ?[/,|] ?| or /), false);
  const ending = /^(?:(?:one|an?|a single) )?(PDF|PNG|JPE?G|CSV|XLSX|DOCX|ZIP)(?: file| document)?$/i.exec(text)?.[1];
  if (ending !== undefined) return files([ending.toLowerCase()], false);
  return /^(?:one|an?|a single) (?:file|attachment|document)$/i.test(text) ? files([], false) : null;
};

/** `L-YY-NNNNN`: letters that stand for digits which are counted. */
const series: Reading = (text) => {
  const found = /^([A-Z]{0,6}[-/]?)((?:YYYY|YY)[-/.]?)?(N{3,}|#{3,}|0{3,})$/.exec(text);
  if (found === null || (found[1] === '' && found[2] === undefined)) return null;
  const pattern = `${found[1] ?? ''}${found[2] ?? ''}${'0'.repeat(found[3]?.length ?? 0)}`;
  return just({ kind: 'number series', pattern });
};

/** `km`, `minutes, 0 to 15`, `km, 0..999999`: a whole number of something, with its bounds behind it. */
const measured: Reading = (text) => {
  const found =
    /^(km|miles|m|cm|mm|kg|g|minutes|mins?|hours|days|weeks|months|years|pieces|pcs|qty)\.?(?:, ?(.+))?$/i.exec(text);
  if (found === null) return null;
  const count =
    found[2] === undefined
      ? { min: null, max: null }
      : /^[\d\s.,_–—-]+$|\bto\b/.test(found[2])
        ? readCount(found[2])
        : null;
  if (count === null) return null;
  const unit = /^(?:qty|pcs|pieces)$/i.test(found[1] ?? '') ? null : (found[1] ?? null);
  return just({ kind: 'integer', min: bound(count.min), max: bound(count.max), step: null, unit });
};

/** `10 digits`, `3 letters, hyphen, 4 digits`, `letter + 2 digits`. */
const shaped: Reading = (text) => {
  const source = readPattern(text);
  return source === null ? null : { type: TEXT, changes: { pattern: source.replace(/^\^|\$$/g, '') } };
};

const CODES: readonly (readonly [RegExp, string])[] = [
  [/^ISO 3166(?:-1)?(?: alpha-2)?(?: country code)?$/i, '[A-Z]{2}'],
  [/^ISO 4217(?: currency)?(?: code)?$/i, '[A-Z]{3}'],
  [/^ISO 639(?:-1)?(?: language)?(?: code)?$/i, '[a-z]{2}'],
];

const coded: Reading = (text) => {
  const source = CODES.find(([known]) => known.test(text))?.[1];
  return source === undefined ? null : { type: TEXT, changes: { pattern: source } };
};

/** `number` says neither whole nor how many digits; a name or a default may. */
const number: Reading = (text, field) => {
  if (!/^(?:an? )?(?:number|numeric|float|double|real|decimal|Number|BigInt)$/i.test(text)) return null;
  return just(
    isCounting(field) ? INTEGER : { kind: 'decimal', precision: 15, scale: 4, min: null, max: null, unit: null },
  );
};

/** Names of what is counted. */
export function isCounting(field: string): boolean {
  return (
    /(?:count|number|version|days?|hours?|minutes|seconds|months|years?|index|position|order|sent|size|length|capacity|seats|attempts|stars|rank|level|age|quantityInStock|stock|percent)$/i.test(
      field,
    ) || /^(?:number|count|num|max|min)/i.test(field)
  );
}

/** `London, Leeds or Dublin`, `student | staff`, `'draft' | 'sent'`, `0 | 7 | 19`. */
const choice: Reading = (text) => {
  const names = text.includes('|') || /^['"‘“`]/.test(text) ? splitNames(text) : listOf(text);
  if (names === null || names.length < 2 || new Set(names).size < names.length) return null;
  const isCode = text.includes('|') || /^['"‘“`]/.test(text);
  if (
    !names.every(isOption) ||
    names.some((name) => SAYS_MORE.test(name)) ||
    (!isCode && names.some((name) => (STARTS.test(name) && !/^\p{Lu}$/u.test(name)) || isTypeWord(name)))
  )
    return null;
  return just({ kind: 'choice', options: names.map(optionOf), several: false });
};

/** A word that is a type, so that what stands around it is no list of choices. */
function isTypeWord(name: string): boolean {
  const type = parseType(name);
  return (
    PLAIN.has(name.toLowerCase()) ||
    SIGNS.has(name.toLowerCase()) ||
    (type !== null && type.kind !== 'choice' && type.kind !== 'reference')
  );
}

function listOf(text: string): string[] | null {
  if (!text.includes(',') && /\s\/\s/.test(text)) return text.split(/\s*\/\s*/);
  const parts = text.split(/\s*,\s*(?:or\s+)?|\s+or\s+/i);
  return parts.length < 2 ? null : parts.map((part) => part.trim());
}

const STARTS =
  /^(?:an?|the|see|computed|calculated|given|set|copied|filled|only|never|always|empty|optional|required|mandatory|default|max|min|at|up|from|if|when|while|until|not|no|unique|each|every|text|string|number|integer|date|null|undefined|by|in|as|for|e\.g\.?|like|must|may|can|is|are|has|shown|visible|exactly|always|any|either|and|or|both|entered|planned|actual)\b/i;

/** What is said of a field, or measures it, and is no name of a choice. */
const SAYS_MORE =
  /^(?:automatic(?:ally)?|system|mandatory|optional|required|unique|read-only|searchable|letters|digits?|spaces|hyphens?|[ym]|km|kg|minutes|min|hours|days)$|\d\s*(?:\.\.|–|to)\s*\d|\b(?:\d+|two|three|four|five|six|seven|eight) (?:\p{L}+ )?(?:digits?|letters?|characters?|chars?)\b|,\s*(?:mandatory|optional|required|unique|default\b.*|system|automatic)$|^[A-Z]{0,6}-?(?:YYYY|YY)-N{3,}$/iu;

const isOption = (name: string) =>
  name !== '' && name.length <= 40 && name.split(/\s+/).length <= 4 && /^[^:;=<>{}()]+$/.test(name);

/** The spellings of the notation, as far as a name that is no entity of the document is none of them. */
const canonical: Reading = (text, _, names) => {
  const type = parseType(text, names.entities);
  if (
    type === null ||
    type.kind === 'choice' ||
    (type.kind === 'money' && type.currency === null && !/^money$/i.test(text))
  )
    return null;
  if (type.kind === 'reference' || type.kind === 'references' || type.kind === 'list') {
    const entity = entityIn(type.entity, names);
    return entity === null ? null : just({ ...type, entity });
  }
  return just(type);
};

/** What can't be a type of the notation and says so: an object, or anything. */
const open: Reading = (text) =>
  /^(?:Record<.*>|Map<.*>|object|any|unknown|json|jsonb|\{.*\}|(?:Pick|Omit|Partial)<.*>|list of \{.*\})$/is.test(
    text,
  ) || /^(?:see|s\.|cf\.) ?(?:section|point|chapter|§|below|above)?\s*(?:\p{Lu}{1,4}-)?[\d.]*$/iu.test(text)
    ? just(unknownType(text))
    : null;

const READERS: readonly Reading[] = [
  aliased,
  open,
  timed,
  plain,
  listed,
  related,
  sized,
  series,
  canonical,
  money,
  counted,
  measured,
  file,
  shaped,
  coded,
  number,
  choice,
];

/** The option that stands for a role, folded. */
export function roleTypeOf(type: Type, { roles, people }: Names, entity: string): Type {
  if (type.kind !== 'choice' || roles.length === 0 || (people !== null && people !== entity)) return type;
  const found = new Set(type.options.map(({ name }) => roleNamed(name, roles, people !== null)));
  return found.size === type.options.length && !found.has(null) ? { kind: 'role', several: type.several } : type;
}

/** `desk` is the role "Desk assistant", and `manager` the "Store manager", where no other role begins or ends so. */
function roleNamed(written: string, roles: readonly string[], loosely: boolean): string | null {
  const key = nameKey(written);
  const exact = roles.filter((role) => nameKey(role) === key);
  const part =
    exact.length > 0 || !loosely
      ? exact
      : roles.filter((role) => [0, -1].some((at) => nameKey(role.split(/[\s-]+/).at(at) ?? '') === key));
  return part.length === 1 ? (part[0] ?? null) : null;
}
