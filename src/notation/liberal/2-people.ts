import type { Reference, Role, Screen } from '../../model/types/model.ts';
import type { Span } from '../markdown/span.ts';
import { named, type Reader } from '../reader.ts';
import type { KnownRole, Lexicon } from './lexicon.ts';
import { nameKey, nameWords, withoutArticle } from './phrases/fold.ts';
import { frameOf, roleNamed } from './phrases/match.ts';
import { plainWords } from './phrases/scope.ts';

/** Whom a screen is for. Empty: everyone who signs in. Null: it is said, and not understood. */
export type Roles = readonly Reference[] | null;

const EVERYONE =
  /^(?:(?:for |visible to |open to )?(?:every(?:one|body)|anyone|anybody|all(?: (?:users|roles|people))?|every (?:role|user|person)|any (?:role|user))(?: (?:(?:who is |who are )?(?:signed|logged)[ -]in|who signs in))?(?: (?:may|can) (?:look|see|open|use|reach)(?: (?:it|this))?)?|(?:all )?(?:signed|logged)[ -]in (?:users|people)|any (?:signed|logged)[ -]in (?:user|person)|authenticated(?: users?)?|sign[ -]?in (?:is )?(?:needed|required))$/i;
const PUBLIC =
  /^(?:public(?:ly)?(?: page| screen| route)?|no (?:sign[ -]?in|log[ -]?in|account)(?: (?:is )?(?:needed|required))?|without (?:sign[ -]?in|signing in|log[ -]?in|a session|an account)|open to (?:the public|visitors)|not signed in|guests?(?: only)?|anonymous|(?:every(?:one|body)|any(?:one|body)|all)(?: people)?,? (?:also |even |including )?(?:without (?:an account|a session|sign(?:ing)?[ -]?in|log(?:ging)?[ -]?in)|(?:people )?(?:who (?:is|are) )?(?:not signed in|signed out)|guests|visitors))$/i;
const LEAD =
  /^(?:(?:and |it (?:is|was) |this is |they are )?(?:only |just )?(?:for|by|opened by|open to|visible to|shown to|available to|restricted to|accessible (?:to|by)|who|roles?|access|allowed(?: roles)?|permission|seen by|used by))(?: ?:)? (?:only )?(?:the )?/i;
const ONLY =
  /^only (?:the |an? )?(.+?)(?: (?:(?:can|may) (?:open|see|use|reach|get to)|have|has|gets?|sees?|opens?|uses?|reach(?:es)?) (?:it|this(?: screen| page)?|there))?$/i;
const OPENS =
  /^only .+ (?:can|may|have|has|gets?|sees?|opens?|uses?|reach(?:es)?)\b.* (?:it|this|there)(?: screen| page)?$/i;
const TAIL = /^(.+?) only$/i;
const ALL_BUT =
  /^(?:for |only )?(?:all|every(?:one|body)|anyone|all roles|every role)(?: signed in)? (?:but|except(?: for)?|other than|apart from) (?:the )?(.+)$/i;

/** The name of the role of whoever has not signed in, where no document states one. */
export const GUEST = 'Guest';

/**
 * Whom words say that a screen is for: "Leads only", "For agents, leads and admins", "public", "all but borrowers".
 * Undefined: they say nothing of that. A role that point 6 does not know stays as it is written, beside one that it knows.
 */
export function screenRoles(reader: Reader, span: Span, isCell = false): Roles | undefined {
  const text = plainWords({ ...span, text: span.text.replaceAll(/[*_]/g, '') })
    .replace(/^\((.*)\)$|^\[(.*)\]$/, '$1$2')
    .trim();
  if (text === '' || text.length > 200) return undefined;
  const at = reader.place(span);
  if (EVERYONE.test(text)) return [];
  if (PUBLIC.test(text)) return [{ name: guestIn(reader), at }];
  const guard = /^(?:same |the )?(?:guard(?:ed by)?:? )?(?:`)?(!?can[A-Z]\w*)(?:`)?(?: guard| only)?$/.exec(text);
  if (guard !== null && (isCell || /guard|only/i.test(text))) return rolesOfRight(reader, guard[1] ?? '', span);
  const allBut = ALL_BUT.exec(text);
  if (allBut !== null) {
    const without = namesIn(reader, allBut[1] ?? '', 'known');
    if (without === null) return undefined;
    const others = reader.lexicon().roles.filter(({ name, guest }) => !guest && !without.includes(name));
    return others.map(({ name }) => ({ name, at }));
  }
  const lead = LEAD.exec(text);
  const list = TAIL.exec(text)?.[1] ?? ONLY.exec(text)?.[1] ?? (lead === null ? null : text.slice(lead[0].length));
  const bare = (list ?? text).replace(LEAD, '').replace(/ only$/i, '');
  // A column for whom it is, or "only … have it", says who it is, though point 6 may not know them.
  const mode = isCell || OPENS.test(text) ? 'as written' : list === null ? 'known' : 'some known';
  return namesIn(reader, bare, mode)?.map((name) => ({ name, at }));
}

const DOING =
  /\b(?:sees?|may|can|cannot|must|shall|should|will|have|has|is|are|does?|gets?|keeps?|picks?|chooses?|with|per|shows?)\b/i;

/**
 * "The student, the tutor of the student and the registrar": people, though nobody can say which. Then the screen is not
 * for everyone.
 */
export function speaksOfPeople(reader: Reader, span: Span): boolean {
  const text = plainWords({ ...span, text: span.text.replaceAll(/[*_]/g, '') }).replace(/^[([](.*)[)\]]$/, '$1');
  if (text.length > 200) return false;
  if (/^all (?:the )?(?:staff|employees|colleagues|members)\b[^,.;:]{0,20}$/i.test(text)) return true;
  const list = text.replace(LEAD, '').replace(/ only$/i, '');
  const parts = partsOf(list).map((each) => withoutArticle(each));
  if (list === '' || parts.length === 0 || DOING.test(list) || parts.some((each) => each.split(/\s+/).length > 6))
    return false;
  const frame = frameOf({ entity: null, lexicon: reader.lexicon() });
  const beginning = (words: readonly string[]) =>
    [1, 2, 3].some((count) => {
      const name = words.slice(0, count).join(' ');
      return roleNamed(name, frame) !== null || isOfAudience(reader.lexicon(), name);
    });
  return beginning((parts[0] ?? '').split(/\s+/));
}

/** The roles that have a right of point 6: `canSeeReports`. Null: nobody knows which. */
export function rolesOfRight(reader: Reader, right: string, span: Span): Roles {
  const name = right.replace(/^!?can/, '');
  const known = reader.lexicon().predicates.find((each) => each.name === name);
  if (known === undefined || right.startsWith('!') || known.grants.some(({ where }) => where !== null)) return null;
  const at = reader.place(span);
  return [...new Set(known.grants.map(({ role }) => role))].map((role) => ({ name: role, at }));
}

/** The role of whoever has not signed in, where screens are public and point 6 states roles, but none for that. */
export function guestOf(reader: Reader, screens: readonly Screen[], roles: readonly Role[]): Role[] {
  if (roles.length === 0 || roles.some(({ guest, name }) => guest || name === GUEST)) return [];
  const opened = screens.flatMap((screen) => screen.roles ?? []).find(({ name }) => name === GUEST);
  if (opened === undefined || !reader.inWords) return [];
  const id = reader.id('role', GUEST);
  const holders = { everyone: false, guest: true, includes: [], relation: [] };
  return [
    {
      id,
      point: 6,
      standing: 'stated',
      at: opened.at,
      assumption: null,
      help: 'not signed in',
      ...named(GUEST),
      ...holders,
    },
  ];
}

/** The name of the role of whoever has not signed in. */
export function guestIn(reader: Reader): string {
  return reader.lexicon().roles.find(({ guest }) => guest)?.name ?? GUEST;
}

/** Whether all, or one, of the names have to be known to point 6; a name that is not is then kept as it is written. */
export type Knowing = 'known' | 'some known' | 'as written';

/** The roles that a list of people names; null where it is about something else. */
export function namesIn(reader: Reader, text: string, mode: Knowing): string[] | null {
  const lexicon = reader.lexicon();
  const names: string[] = [];
  let known = 0;
  for (const each of partsOf(text)) {
    const role = roleOf(lexicon, each);
    if (role !== null || isOfAudience(lexicon, each)) known += 1;
    else if (mode === 'known' || !NAME.test(each) || NOBODY.test(each)) return null;
    const name = role?.name ?? withoutArticle(each);
    if (!names.includes(name)) names.push(name);
  }
  return known > 0 || (mode === 'as written' && names.length > 0) ? names : null;
}

/** A role by its name, or as point 1 calls those of the one role whose name is its last word: "front desk" is `Desk`. */
function roleOf(lexicon: Lexicon, written: string): KnownRole | null {
  const found = roleNamed(written, frameOf({ entity: null, lexicon }));
  const last = nameWords(withoutArticle(written)).at(-1);
  if (found !== null || last === undefined || !isOfAudience(lexicon, written)) return found;
  const ending = lexicon.audience.filter((each) => nameWords(each).at(-1) === last);
  const roles = lexicon.roles.filter(({ name }) => nameWords(name).at(-1) === last);
  return ending.length === 1 && roles.length === 1 && nameWords(roles[0]?.name ?? '').length === 1
    ? (roles[0] ?? null)
    : null;
}

const isOfAudience = (lexicon: Lexicon, written: string): boolean =>
  lexicon.audience.some((each) => nameKey(each) === nameKey(withoutArticle(written)));

const NAME = /^\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*){0,2}$/u;
const NOBODY =
  /^(?:read|write|view|here|it|drafts?|yes|no|own|none|nobody|all|some|others?|as above|same|tbd|open|unknown)$/i;

const partsOf = (text: string): string[] =>
  text.split(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|&|\+)\s+|\s*\/\s*/i).filter((each) => each !== '');
