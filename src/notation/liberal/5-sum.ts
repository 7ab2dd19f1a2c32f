import type { Span } from '../markdown/span.ts';
import { memberText, type Required, textOf, within } from './5-count.ts';
import { recordOf } from './5-subject.ts';
import type { KnownEntity, Lexicon } from './lexicon.ts';
import { nameWords } from './phrases/fold.ts';
import { type Attribute, attributesOf } from './phrases/frame.ts';
import { attributeNamed, entityNamed } from './phrases/names.ts';
import { plainWords } from './phrases/scope.ts';

const BOOKED =
  /^(?:one|an?|each|every|no) (.{1,40}?) (?:cannot|can not|may not|must not|can|may) (?:\w+ )?(?:more than|over) (\d[\d,]*) (.{1,40}?) (?:on|in|for|per) (?:the same|one|an?|each) (.{1,40})$/i;
const PER =
  /^(?:the )?(?:sum of (?:the )?)?(.{1,40}?)(?: of (?:the |all )?(.{1,40}?))? per (.{1,40}?)(?: and (.{1,40}?))?:? (?:is |are )?(?:at most|max\.?|maximum|no more than|up to) (\d[\d,]*)(?: \p{L}{1,12})?$/iu;

/** "One agent cannot book more than 720 minutes on the same day", "Minutes per employee and day: max. 600". */
export function sumRule(span: Span, lexicon: Lexicon): Required | null {
  const text = plainWords(span);
  const booked = BOOKED.exec(text);
  const per = booked === null ? PER.exec(text) : null;
  if (booked === null && per === null) return null;
  const [field = '', number = ''] = booked === null ? [per?.[1], per?.[5]] : [booked[3], booked[2]];
  const keys = booked === null ? [per?.[3], per?.[4]] : [booked[1], booked[4]];
  const only = per?.[2] === undefined ? null : entityNamed(lexicon, per[2]);
  if (per?.[2] !== undefined && only === null) return null;
  const names = keys.filter((key) => key !== undefined);
  const found = (only === null ? lexicon.entities : [only]).flatMap((entity) =>
    conditionOf(entity, field, names, lexicon),
  );
  const [one] = found;
  if (one === undefined || found.length > 1) return null;
  const condition = `${one.sum} + ${one.own} <= ${number.replaceAll(',', '')}`;
  const stated = [{ condition, message: null, events: [], at: span }];
  return { subject: { ...recordOf(one.entity), field: one.field }, read: { stated, unread: [] } };
}

function conditionOf(entity: KnownEntity, field: string, keys: readonly string[], lexicon: Lexicon) {
  const summed = attributeNamed(lexicon, entity.name, field);
  if (summed === null || (summed.type.kind !== 'integer' && summed.type.kind !== 'decimal')) return [];
  const same = keys.map((key) => keyOf(entity, key, lexicon));
  if (same.length === 0 || same.some((each) => each === null)) return [];
  const where = same.flatMap((each) =>
    each === null ? [] : `${within(entity, each.name)} == this${memberText(each.name)}`,
  );
  return [
    {
      entity: entity.name,
      field: summed.name,
      sum: `sum(${textOf(entity.name)}${memberText(summed.name)} where ${where.join(' and ')})`,
      own: `this${memberText(summed.name)}`,
    },
  ];
}

/** The field that a word names: by its name, by what it leads to, or the one date that a day can be. */
function keyOf(entity: KnownEntity, word: string, lexicon: Lexicon): Attribute | null {
  const own = attributeNamed(lexicon, entity.name, word);
  if (own !== null) return own;
  const fields = attributesOf(lexicon, entity).filter((each) => each.field !== null);
  const target = entityNamed(lexicon, word);
  const found =
    target === null
      ? /^(?:calendar )?day$/i.test(word)
        ? fields.filter(({ type }) => type.kind === 'date')
        : fields.filter(({ name }) => nameWords(name)[0] === word.toLowerCase())
      : fields.filter(({ type }) => type.kind === 'reference' && type.entity === target.name);
  return found.length === 1 ? (found[0] ?? null) : null;
}
