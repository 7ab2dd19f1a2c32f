import type { Attribute } from '../../../src/model/lookups/schema.ts';
import { type ListBase, listBases, literalOf, recordQuestions, type Way, waysFrom, withQuery } from './questions.ts';
import { attributesOf, fromUnits, type Mark, marksOf, type Watch } from './watch.ts';
import type { Answer, Question, Running } from './world.ts';

/** The same question twice: with a value that somebody has, and with one that nobody has. */
export interface Attack {
  readonly hit: Question;
  readonly miss: Question;
  /** In what the two questions differ: all spellings of the value, as they may come back in an answer. */
  readonly needles: readonly (readonly [hit: string, miss: string])[];
}

/**
 * Asks every list for values that this person may not read: of each field one hidden value on a record that they read
 * and one on a record that they do not, in one of `share` ways, all picked by the seed.
 */
export function listAttacks(running: Running, watch: Watch, share: number): Attack[] {
  const { make } = running;
  const hidden = marksOf(running).filter(({ form, asked }) => asked !== null && watch.hidden.has(form));
  const groups = Map.groupBy(hidden, ({ at, row }) => `${at} ${watch.open.has(row.id)}`);
  const picked = Map.groupBy([...groups.values()].map(make.pick), ({ at }) => at);
  return listBases(running).flatMap((base) =>
    waysFrom(running, base.entity).flatMap((way) => {
      const marks = picked.get(`${way.entity}.${way.attribute.name}`) ?? [];
      const attacks = marks.flatMap((mark) => wayAttacks(running, base, way, mark));
      return attacks.filter(({ hit }) => isSearch(hit) || make.next(isLabels(base) ? 3 * share : share) === 0);
    }),
  );
}

const isSearch = ({ path }: Question) => /[?&]q=/.test(path);
const isLabels = ({ path }: ListBase) => path.startsWith('/_/labels/');

function wayAttacks(running: Running, base: ListBase, way: Way, { asked }: Mark): Attack[] {
  if (asked === null) return [];
  const { attribute, parameter } = way;
  const other = otherThan(running, attribute);
  const pair = (query: (value: string) => Readonly<Record<string, string>>, miss = other): Attack => ({
    hit: withQuery(base, query(asked)),
    miss: withQuery(base, query(miss)),
    needles: [[asked, miss]],
  });
  const beside = neighbours(attribute, asked);
  const conditions = conditionsOn(way, asked, other, beside).map(({ hit, miss }) => ({
    hit: withQuery(base, { filter: hit }),
    miss: withQuery(base, { filter: miss }),
    needles: [[hit, miss], [asked, other], ...beside.map((near) => [asked, near] as const)] as const,
  }));
  if (parameter === null) return conditions;
  const ranges = beside.flatMap((near, index) => [
    pair((value) => ({ [`${parameter}.${index === 0 ? 'max' : 'min'}`]: value }), near),
    pair((value) => ({ [`${parameter}.${index === 0 ? 'max' : 'min'}`]: value, sort: parameter, limit: '1' }), near),
  ]);
  return [
    ...conditions,
    ...ranges,
    pair((value) => ({ [parameter]: value })),
    pair((value) => ({ [parameter]: value, sort: `-${parameter}`, total: 'exact' })),
    pair((value) => ({ [`${parameter}.in`]: value })),
    pair((value) => ({ q: value })),
    pair((value) => ({ q: value.slice(0, 9), total: 'exact' })),
    pair((value) => ({ sort: value })),
    pair((value) => ({ page: value })),
  ];
}

/** Conditions in the document's own notation. Of a range, the value beside it parts the same records. */
function conditionsOn({ attribute, asks }: Way, asked: string, other: string, beside: readonly string[]) {
  const literal = literalOf(attribute, asked);
  const decoy = literalOf(attribute, other);
  if (literal === null || decoy === null) return [];
  const both = (write: (value: string) => string, hit = literal, miss = decoy) => ({
    hit: write(hit),
    miss: write(miss),
  });
  const [below, above] = beside.map((near) => literalOf(attribute, near) ?? '');
  const compare = (operator: string) => (value: string) => asks(value).replace('==', operator);
  const isText = literal.startsWith('"');
  return [
    both(asks),
    both(compare('!=')),
    both((value) => `not (${asks(value)})`),
    ...(isText ? [both((value) => asks(value).replace(/ == ("[^"]*")/, '.contains($1)'))] : []),
    ...(below === undefined ? [] : [both(compare('<='), literal, below)]),
    ...(above === undefined ? [] : [both(compare('>='), literal, above)]),
  ];
}

/** A value that no record has. */
function otherThan({ make }: Running, { type }: Attribute): string {
  switch (type.kind) {
    case 'money':
    case 'decimal':
      return fromUnits(make.money(), type.scale);
    case 'integer':
      return String(make.integer());
    case 'date':
      return make.date();
    case 'date and time':
      return new Date(make.instant()).toISOString();
    case 'email':
      return make.email();
    default:
      return make.text();
  }
}

/** The value before and after; none where values have no such order. */
function neighbours({ type }: Attribute, asked: string): string[] {
  const around = (value: number, write: (value: number) => string) => [write(value - 1), write(value + 1)];
  switch (type.kind) {
    case 'money':
    case 'decimal':
      return around(Number(asked.replace('.', '')), (value) => fromUnits(value, type.scale));
    case 'integer':
      return around(Number(asked), String);
    case 'date':
      return around(Date.parse(asked) / 86_400_000, (value) => new Date(value * 86_400_000).toISOString().slice(0, 10));
    case 'date and time':
      return around(Date.parse(asked), (value) => new Date(value).toISOString());
    default:
      return [];
  }
}

/** Asks for every record that this person may not read as for one that never was. */
export function recordAttacks(running: Running, watch: Watch): Attack[] {
  const unread = running.made.rows.filter(({ id }) => watch.hidden.has(id));
  return unread.flatMap(({ entity, id }) => {
    const absent = running.make.id();
    const misses = recordQuestions(running, entity, absent);
    const asked = recordQuestions(running, entity, id).map((hit, index) => ({
      hit,
      miss: misses[index] ?? hit,
      needles: [[id, absent]] as const,
    }));
    return [...asked, ...referenceAttacks(running, entity, id, absent)];
  });
}

/** Gives the id as the value of each field that refers to such a record; something else is wrong, so that nothing is written. */
function referenceAttacks(running: Running, entity: string, id: string, absent: string): Attack[] {
  const { model } = running.runtime.current();
  return model.calls.flatMap(({ does, method, path }) => {
    if (does.kind !== 'create') return [];
    return attributesOf(running, does.entity).flatMap(({ name, type }): Attack[] => {
      const inLines = type.kind === 'list' ? attributesOf(running, type.entity).map((inner) => inner.name) : [];
      const bodies = (value: string): unknown[] => [
        ...(type.kind === 'reference' && type.entity === entity ? [{ [name]: value }] : []),
        ...(type.kind === 'list' ? [{ [name]: [{ id: value }] }] : []),
        ...inLines.map((inner) => ({ [name]: [{ [inner]: value }] })),
      ];
      const misses = bodies(absent);
      return bodies(id).map((body, index) => ({
        hit: { method, path, body: { ...(body as object), bogus: 1 } },
        miss: { method, path, body: { ...(misses[index] as object), bogus: 1 } },
        needles: [[id, absent]],
      }));
    });
  });
}

/**
 * An answer with the value that was asked for blotted out, so that two answers can be compared to the letter. A cursor
 * is signed together with the question, so its signature is left out. An answer that holds either of them has a tag of
 * its own, which is left out too.
 */
export function blotted({ status, headers, text }: Answer, needles: readonly string[]): string {
  const spellings = needles
    .flatMap((needle) => [needle, JSON.stringify(needle).slice(1, -1), encodeURIComponent(needle)])
    .sort((one, other) => other.length - one.length);
  const unsigned = text.replace(/("next":"[\w-]+)\.[\w-]+"/g, '$1"');
  const answer = spellings.reduce((whole, needle) => whole.replaceAll(needle, '•'), unsigned);
  const tagged = answer === text ? headers : headers.replace(/^etag: .*$/m, '');
  return `${status}\n${tagged}\n${answer}`;
}
