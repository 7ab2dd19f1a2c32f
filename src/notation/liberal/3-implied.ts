import type { Type } from '../../model/types/types.ts';
import { entityIn, type Names } from './3-draft.ts';
import { TEXT } from './3-measured.ts';
import { nameKey, nameWords } from './phrases/fold.ts';

/** What nothing but a field's name says that it holds; null where the name does not say it. */
export function impliedType(field: string, names: Names): Type | null {
  const all = nameWords(field);
  const last = all.at(-1) ?? '';
  if (all.length === 1 && (last === 'email' || last === 'mail')) return { kind: 'email' };
  if (all.slice(-2).join('') === 'email' || (all.length <= 3 && all.slice(-3).join('') === 'emailaddress'))
    return { kind: 'email' };
  if (all.length > 1 && last === 'at') return { kind: 'date and time' };
  if (all.length > 1 && last === 'by')
    return names.people === null ? null : { kind: 'reference', entity: names.people };
  if ((all.length > 1 && last === 'on') || last === 'date' || last === 'birthday') return { kind: 'date' };
  if (all[0] === 'day' && all.length === 2) return { kind: 'date' };
  if (all[0] === 'size' && all.includes('bytes'))
    return { kind: 'integer', min: null, max: null, step: null, unit: 'B' };
  if (COUNTS.has(last) || NUMBER_OF.test(field))
    return { kind: 'integer', min: null, max: null, step: null, unit: null };
  if (all[0] === 'who' && all.length > 1)
    return names.people === null ? null : { kind: 'reference', entity: names.people };
  const narrowed = /^(.+?) that (?:is|was|are|were) /.exec(field)?.[1];
  if (narrowed !== undefined) return impliedType(narrowed, names);
  if (all.length === 1 && last === 'year') return { kind: 'integer', min: null, max: null, step: null, unit: null };
  const related = referenceOf(field, all, names);
  if (related !== null) return related;
  return WORDS.has(last) ? TEXT : null;
}

const COUNTS: ReadonlySet<string> = new Set(['count', 'minutes', 'version']);

/** `number of places`, `lowest number of students`; a `number of the order` is none. */
const NUMBER_OF = /^(?:\p{L}+ )?number of (?!the |an? |its )\p{L}/iu;

/** Words by which people name a text. */
const WORDS: ReadonlySet<string> = new Set(
  'name subject title description text note notes reason comment comments remark remarks label summary message address street city town line1 line2 phone telephone mobile file faculty purpose headline caption iban bic nickname surname motto postcode password'.split(
    ' ',
  ),
);

/** `ticket`, `clientId`, `person_id`, `borrowerId` where Borrower is a role of the people. */
function referenceOf(field: string, all: readonly string[], names: Names): Type | null {
  const isId = all.length > 1 && all.at(-1) === 'id';
  const own = entityIn(field, names) ?? (isId ? entityIn(all.slice(0, -1).join(' '), names) : null);
  if (own !== null && (isId || nameKey(own) === nameKey(field))) return { kind: 'reference', entity: own };
  const base = isId ? all.slice(0, -1) : all;
  const key = nameKey(base.join(' '));
  if (names.people !== null && names.roles.some((role) => nameKey(role) === key))
    return { kind: 'reference', entity: names.people };
  if (!isId) return lastOf(all, names);
  const ends = names.ending.get(key) ?? [];
  return ends.length === 1 && ends[0] !== undefined ? { kind: 'reference', entity: ends[0] } : null;
}

/** `Parent category`: an entity, and a word that says which. */
function lastOf(all: readonly string[], { keyed }: Names): Type | null {
  if (all.length < 2 || all.length > 3) return null;
  const found = [1, 2]
    .filter((count) => count < all.length)
    .flatMap((count) => keyed.get(nameKey(all.slice(-count).join(' '))) ?? []);
  const [only] = found.filter((name) => nameWords(name).at(-1) === all.at(-1));
  return found.length === 1 && only !== undefined ? { kind: 'reference', entity: only } : null;
}
