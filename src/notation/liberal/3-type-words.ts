import { fieldType } from '../../fields/registry/lookup.ts';
import { parseType } from '../../fields/registry/type-parse.ts';
import { isCurrency } from '../../fields/text/currency.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import { choice } from './3-choice.ts';
import { entityIn, isPlural, type Names } from './3-draft.ts';
import {
  bound,
  coded,
  just,
  measured,
  type Reading,
  series,
  shaped,
  sized,
  TEXT,
  type TypeWords,
} from './3-measured.ts';
import { INTEGER, MINOR, PLAIN, SIGNS } from './3-plain-types.ts';
import { nameKey } from './phrases/fold.ts';
import { readCount, readNumber } from './phrases/quantity.ts';

export const unknownType = (text: string): Type => ({ kind: 'unknown', text });

/** What a type in the document's own words states; null where the words are not wholly those of a type. */
export function typeWords(written: string, field: string, names: Names): TypeWords | null {
  if (written.length > 300) return null;
  const text = tidy(written);
  if (text === '') return null;
  const empty = EMPTY.exec(text);
  if (empty !== null) {
    const rest = typeWords(text.slice(0, empty.index), field, names);
    return rest && { ...rest, changes: { ...rest.changes, required: false } };
  }
  const optional = /^(?:an? )?(?:optional|nullable) (?=\S)/i.exec(text);
  if (optional !== null) {
    const rest = typeWords(text.slice(optional[0].length), field, names);
    return rest && { ...rest, changes: { ...rest.changes, required: false } };
  }
  for (const reader of READERS) {
    const found = reader(text, field, names);
    if (found !== null) return found;
  }
  return null;
}

/** `a user with the desk role`, `date and time by which it is needed`: the type that words begin with; null where they go on otherwise. */
export function leadingType(text: string, field: string, names: Names): TypeWords | null {
  const found =
    /^(.+?),? (?:(?:by|at|on|from|until|in|to) which|that|which|who|whose|of|for|with|between|per) .+$/i.exec(
      text,
    )?.[1];
  return found === undefined ? null : typeWords(found, field, names);
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

const aliased: Reading = (text, _, { aliases }) => {
  const type = aliases.get(text);
  return type === undefined ? null : just(type);
};

/** `Person`, `another person`, `persons`, `-> Item type`, `Client's id`, `Pick<Client, 'id'>`. */
const related: Reading = (text, field, names) => {
  const key = /^([\p{L}_]\w*)\[['"]([\p{L}_]\w*)['"]\]$/u.exec(text);
  if (key !== null) {
    const entity = entityIn(key[1] ?? '', names);
    const isKey = entity !== null && (key[2] === 'id' || entityIn(field, names) === entity);
    return isKey ? just({ kind: 'reference', entity }) : null;
  }
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
  const counted = /^(\d{1,4}) ?(?:\.\.|–|-|to) ?(\d{1,4}|\*|n) ?(?:x|×|\*)? ?(\p{L}.*)$/iu.exec(written);
  const many = counted === null ? null : entityIn(counted[3] ?? '', names);
  if (counted !== null && many !== null) {
    const most = /^\d/.test(counted[2] ?? '') ? { value: Number(counted[2]) } : null;
    return just({ kind: 'references', entity: many, ordered: false, min: { value: Number(counted[1]) }, max: most });
  }
  // `several passed courses` are courses.
  const entity =
    entityIn(several ?? written, names) ??
    (several === undefined ? null : entityIn(several.replace(/^\p{L}+ed /u, ''), names));
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

const MONEY_WORDS = /(?:price|cost|costs|amount|fee|total|sum|rate|charge|salary|budget|value|pay|payment|wage|rent)$/i;
const WORDS_OF_MONEY: ReadonlyMap<string, string> = new Map([
  ['pounds', 'GBP'],
  ['pounds sterling', 'GBP'],
  ['dollars', 'USD'],
  ['us dollars', 'USD'],
]);

/** `€`, `amount in EUR`, `money in €`; `pounds` of a price; `pence` of any field. */
const money: Reading = (text, field) => {
  const minor = MINOR.exec(text);
  if (minor?.[0].length === text.length)
    return just(fieldType('money').typeFrom(minor[1] === undefined ? null : 'GBP') ?? TEXT);
  const spoken = MONEY_WORDS.test(field) ? WORDS_OF_MONEY.get(text.toLowerCase()) : undefined;
  if (spoken !== undefined) return just(fieldType('money').typeFrom(spoken) ?? TEXT);
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
  const isWord = unit !== undefined && /^(?:each|long|only|inclusive|incl|in)$/.test(unit);
  return just({ kind: 'integer', min, max, step: null, unit: isWord ? null : (found[2] ?? null) });
};

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
  const bracket = FILE_LIST.exec(text);
  if (bracket !== null) return limited(bracket[1] ?? bracket[2] ?? '', bracket[3]);
  const ending = /^(?:(?:one|an?|a single) )?(PDF|PNG|JPE?G|CSV|XLSX|DOCX|ZIP)(?: file| document)?$/i.exec(text)?.[1];
  if (ending !== undefined) return files([ending.toLowerCase()], false);
  return /^(?:one|an?|a single) (?:file|attachment|document)$/i.test(text) ? files([], false) : null;
};

/** `File (PDF, DWG), max. 10 MB`, `JPG or PNG up to 2 MB`. */
const FILE_LIST =
  /^(?:(?:files?|attachments?|documents?|uploads?) ?\(([A-Za-z0-9]{2,5}(?:(?:, ?| ?\/ ?| or )[A-Za-z0-9]{2,5}){0,9})\)|((?:PDF|PNG|JPE?G|CSV|XLSX|DOCX|ZIP|GIF|TXT)(?:(?:, ?| ?\/ ?| or )(?:PDF|PNG|JPE?G|CSV|XLSX|DOCX|ZIP|GIF|TXT)){0,9}))(?:,? (?:max\.?|maximum|at most|up to) (\d{1,4} ?(?:kB|MB|GB)))?$/i;

function limited(list: string, size: string | undefined): TypeWords {
  const found = files(list.toLowerCase().split(/, ?| ?\/ ?| or /), false);
  const [, count = '', unit = ''] = /^(\d+) ?([kmg]b)$/i.exec(size ?? '') ?? [];
  const factor = { kb: 1e3, mb: 1e6, gb: 1e9 }[unit.toLowerCase()];
  if (factor === undefined || found.type.kind !== 'file') return found;
  return just({ ...found.type, maxSize: { value: Number(count) * factor } });
}

/** `number` says neither whole nor how many digits; a name or a default may. */
const number: Reading = (text, field) => {
  const scale =
    /^(?:an? )?(?:number|decimal|amount)(?:,| with) (?:up to |at most )?(\S+) decimals?(?: places?)?$/i.exec(text)?.[1];
  const digits = scale === undefined ? null : readNumber(scale);
  if (digits !== null && /^[1-9]$/.test(digits))
    return just({ kind: 'decimal', precision: 15, scale: Number(digits), min: null, max: null, unit: null });
  if (!/^(?:an? )?(?:number|numeric|float|double|real|decimal|Number|BigInt)$/i.test(text)) return null;
  return just(
    isCounting(field) ? INTEGER : { kind: 'decimal', precision: 15, scale: 4, min: null, max: null, unit: null },
  );
};

/** Names of what is counted. */
export function isCounting(field: string): boolean {
  if (/(?:price|cost|fee|rate|amount|wage|salary)(?:_?per|Per| per)/i.test(field)) return false;
  return (
    /(?:count|number|version|days?|hours?|minutes|seconds|months|years?|index|position|order|sent|size|length|capacity|seats|attempts|stars|rank|level|age|quantityInStock|stock|percent)$/i.test(
      field,
    ) || /^(?:number|count|num|max|min)/i.test(field)
  );
}

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

/** `text up to 40 characters`, `free text of 3 to 40 characters`; `markdown(1..2000)`. */
const worded: Reading = (text, field, names) => {
  const [, head = '', min = '', max = ''] = /^(\S+(?: \S+){0,2}?) ?\((\d{0,6})\.\.(\d{0,6})\)$/.exec(text) ?? [];
  const [, before = '', tail = ''] =
    head !== ''
      ? []
      : (/^(\S+(?: \S+){0,4}?),? (?:of )?((?:up to|at most|max\.?|from|between|\d).{0,30} (?:characters|chars|signs)(?: long)?)$/i.exec(
          text,
        ) ?? []);
  const plain =
    head === '' ? (before === '' ? undefined : typeWords(before, field, names)?.type) : PLAIN.get(head.toLowerCase());
  if (plain?.kind !== 'text' && plain?.kind !== 'long text') return null;
  if (head !== '') return just({ ...plain, min: bound(numberIn(min)), max: bound(numberIn(max)) });
  const size = counted(tail.replace(/ long$/i, ''), field, names)?.type;
  return size?.kind !== 'text' ? null : just({ ...plain, min: size.min, max: size.max });
};

const numberIn = (digits: string): number | null => (digits === '' ? null : Number(digits));

/** `Person[1..4]`, `string[0..8]`: how many there may be, as developers write it. */
const arrayed: Reading = (text, field, names) => {
  const [, item = '', min = '', max = ''] = /^(\S+?)\[(\d{0,4})\.\.(\d{0,4})\]$/.exec(text) ?? [];
  const several = item === '' ? undefined : listed(`${item}[]`, field, names)?.type;
  const [least, most] = [bound(numberIn(min)), bound(numberIn(max))];
  if (several?.kind === 'texts') return just({ ...several, min: least, max: most });
  return several?.kind !== 'list'
    ? null
    : just({ kind: 'references', entity: several.entity, ordered: false, min: least, max: most });
};

const READERS: readonly Reading[] = [
  worded,
  arrayed,
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
export function roleTypeOf(type: Type, { roles, people }: Names, entity: string, field: string): Type {
  if (type.kind !== 'choice' || roles.length === 0 || (people !== null && people !== entity)) return type;
  if (/(?:\bby|By)$/.test(field)) return type;
  // Elsewhere than in the people, words that roles are called by may as well say who did something.
  if (people === null && !/roles?$/i.test(field)) return type;
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
