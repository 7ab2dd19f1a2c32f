import { part, type Span } from '../markdown/span.ts';
import { movedBy, readConstraints, type Stated } from './5-constraints.ts';
import { countRule, type Required } from './5-count.ts';
import { withoutError } from './5-error.ts';
import { lastingRule } from './5-lasting.ts';
import { overlapRule } from './5-overlap.ts';
import { recordOf, subjectOf } from './5-subject.ts';
import { sumRule } from './5-sum.ts';
import { type Lexicon, made } from './lexicon.ts';
import { conditionIn } from './phrases/condition.ts';
import { nameKey } from './phrases/fold.ts';
import { entityNamed } from './phrases/names.ts';
import { negated } from './phrases/predicate.ts';

/** A number that the document gives a requirement, and what stands behind it. */
export function numberedOf(span: Span): { readonly name: string; readonly rest: Span } | null {
  const match = /^(?:\*\*)?([A-Za-z]{1,4}[- ]?\d{1,3}[a-z]?)(?:\*\*)?(?:[.):]\**| [–—-])\s+(?=\S)/.exec(span.text);
  return match?.[1] === undefined ? null : { name: match[1], rest: part(span, match[0].length) };
}

/** A requirement as a sentence: "purpose is required, 10 to 300 characters", "A loan has 1 to 8 lines". */
export function requirementOf(written: Span, entity: string | null, lexicon: Lexicon): Required | null {
  const begun = { text: written.text, from: 0 };
  const key = `requirement ${JSON.stringify([entity, written.text])}`;
  const found = made(lexicon, key, () => requirementIn(begun, entity, lexicon));
  return found === null ? null : { ...found, read: movedBy(found.read, written.from) };
}

function requirementIn(written: Span, entity: string | null, lexicon: Lexicon): Required | null {
  const { rest: said, error } = withoutError(written, lexicon);
  const rest = withoutShall(said);
  const found = sentenceOf(rest, entity, lexicon);
  if (found === null || error === null) return found;
  const stated = found.read.stated.map((one) => ({ ...one, error: one.error ?? error }));
  return { ...found, read: { ...found.read, stated } };
}

const BETWEEN =
  /^(.{1,60}?) ?(≥|>=|>|at least) ?(\d[^,]{0,30}?)( from now| ahead)?, ?(≤|<=|<|at most) ?(\d[^,]{0,30}?)(?: from now| ahead)?$/;

/** What shall be so must be so; `start ≥ 2h from now, ≤ 30d` says two things of one. */
function withoutShall(span: Span): Span {
  const both = BETWEEN.exec(span.text);
  if (both !== null) {
    const [, field = '', low = '', from = '', when = '', high = '', to = ''] = both;
    const behind = when === '' ? '' : ' from now';
    return {
      ...span,
      text: `${field} ${low} ${longTime(from)}${behind} and ${field} ${high} ${longTime(to)}${behind}`,
    };
  }
  const short = longTime(span.text);
  if (short !== span.text) return withoutShall({ ...span, text: short });
  return / shall /.test(span.text) ? { ...span, text: span.text.replaceAll(/ shall /g, ' must ') } : span;
}

const longTime = (text: string) =>
  text.replaceAll(
    /(?<![\p{L}\p{N}_.,:-])(\d{1,4})([hd])(?![\p{L}\p{N}_])/gu,
    (_, count, unit) => `${count} ${unit === 'h' ? 'hours' : 'days'}`,
  );

function sentenceOf(span: Span, entity: string | null, lexicon: Lexicon): Required | null {
  return (
    barred(span, entity, lexicon) ??
    countRule(span, lexicon) ??
    sumRule(span, lexicon) ??
    overlapRule(span, lexicon) ??
    lastingRule(span, entity, lexicon) ??
    aboutSubject(span, entity, lexicon) ??
    aboutRecord(span, entity, lexicon) ??
    ofAnyEntity(span, entity, lexicon)
  );
}

const VERB =
  / (?=(?:is|are|has|have|lies|must|may not|cannot|does not|starts|begins|ends|contains|equals|exceeds|needs)\b)/gi;

/** What stands before the verb names a field; the rest is said of it. */
function aboutSubject(span: Span, entity: string | null, lexicon: Lexicon) {
  let tries = 0;
  for (const match of span.text.matchAll(VERB)) {
    tries += 1;
    if (tries > 3) return null;
    const head = span.text.slice(0, match.index).replace(/,? (?:where|if|when) (?:given|set|present),?$/i, '');
    const subject = subjectOf(head.replace(/^(?:an?|the|every|each) /i, ''), entity, lexicon, 'entity');
    if (subject === null || subject.field === null) continue;
    const read = readConstraints(part(span, match.index), subject, lexicon);
    if (read.stated.length > 0) return { subject, read };
  }
  return null;
}

/** The sentence is a condition on the records of an entity that it names first. */
function aboutRecord(span: Span, entity: string | null, lexicon: Lexicon) {
  const named = entity ?? firstEntity(span.text, lexicon);
  if (named === null) return null;
  const condition = conditionIn(span.text, { lexicon, entity: named, prefix: '', subject: null });
  if (condition === null) return null;
  if (isState(condition)) return entity === null ? throughReference(span, named, condition, lexicon) : null;
  return { subject: recordOf(named), read: { stated: [plain(condition, span)], unread: [] } };
}

/** "walker must be vetted": of the one entity that has such a reference, that what it leads to is. */
function throughReference(span: Span, named: string, condition: string, lexicon: Lexicon): Required | null {
  if (!/ must /.test(span.text)) return null;
  const found = lexicon.entities.flatMap((entity) =>
    entity.fields.flatMap(({ name, type }) =>
      type.kind === 'reference' &&
      type.entity === named &&
      nameKey(name) === nameKey(named) &&
      /^[\p{L}_]\w*$/u.test(name)
        ? [{ entity: entity.name, name }]
        : [],
    ),
  );
  const [only] = found;
  if (found.length !== 1 || only === undefined) return null;
  return { subject: recordOf(only.entity), read: { stated: [plain(`${only.name}.${condition}`, span)], unread: [] } };
}

/** No record is in one state for ever: such words are about something that leads to it. */
const isState = (condition: string) =>
  /^(?:state|status) (?:==|!=|in) [^()&|]+$/.test(condition) && !/ (?:and|or) /.test(condition);

/** "salary from <= salary to": a condition that reads so of one entity alone, which no word names. */
function ofAnyEntity(span: Span, entity: string | null, lexicon: Lexicon): Required | null {
  if (entity !== null || span.text.length > 200 || !COMPARES.test(span.text)) return null;
  const found = lexicon.entities.slice(0, 60).flatMap(({ name }) => {
    const condition = conditionIn(span.text, { lexicon, entity: name, prefix: '', subject: null });
    return condition === null || !/[\p{L}_]/u.test(condition) ? [] : [{ name, condition }];
  });
  const [only] = found;
  if (found.length !== 1 || only === undefined) return null;
  return { subject: recordOf(only.name), read: { stated: [plain(only.condition, span)], unread: [] } };
}

const COMPARES = /[<>≤≥]|\b(?:below|under|above|over|before|after|than|most|least)\b/i;

const plain = (condition: string, at: Span, events: readonly string[] = []): Stated => ({
  condition,
  message: null,
  events,
  at,
});

function firstEntity(text: string, lexicon: Lexicon): string | null {
  const words = text.replace(/^(?:an?|the|every|each|all|no|for every|for each) /i, '').split(/[\s,:]+/, 4);
  for (let count = Math.min(3, words.length); count > 0; count -= 1) {
    const entity = entityNamed(lexicon, words.slice(0, count).join(' '));
    if (entity !== null) return entity.name;
  }
  return null;
}

const BARRED =
  /^(.+?) (?:cannot|can not|may not|must not|can no longer|may no longer) be (added|created|made|entered|booked|recorded|changed|edited|modified) (?:any more |any longer )?(?:once|when|while|if|as soon as|after|in) (.+?)\.?$/i;

/** "Work entries cannot be added once the ticket is Closed." */
function barred(span: Span, entity: string | null, lexicon: Lexicon) {
  const match = BARRED.exec(span.text);
  const named = match === null ? null : entityNamed(lexicon, match[1] ?? '');
  if (match === null || named === null || (entity !== null && named.name !== entity)) return null;
  const condition = conditionIn(match[3] ?? '', { lexicon, entity: named.name, prefix: '', subject: null });
  if (condition === null) return null;
  const event = /^(?:changed|edited|modified)$/i.test(match[2] ?? '') ? 'change' : 'create';
  return { subject: recordOf(named.name), read: { stated: [plain(negated(condition), span, [event])], unread: [] } };
}
