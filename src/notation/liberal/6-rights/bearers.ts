import { part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { attributesOf, personOf } from '../phrases/frame.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { pathOf } from '../phrases/operand.ts';
import { plainWords } from '../phrases/scope.ts';
import { listParts } from './nouns.ts';
import { memberText } from './owner.ts';

/** That the person is one of those meant; `isWhole` false: not all of them were understood. */
export interface People {
  readonly condition: string | null;
  readonly isWhole: boolean;
}

/** Whom a sentence gives something: roles, or whomever a record leads to. */
export interface Bearers {
  readonly roles: readonly string[] | 'everyone';
  /** For a record of an entity, that the person is meant; null for roles alone. Its answer is null where it can't be said. */
  readonly where: ((entity: string) => People) | null;
}

const EVERYONE =
  /^(?:every(?:one|body|[ -]person|[ -]user)|all (?:users|people|persons))(?:\s+(?:who (?:is |has )?)?(?:signed|logged)[ -]in)?$/i;

/** "agents, leads and admins", "the requester and leads", "the person who uploaded them": by roles, and by the record. */
export function bearersOf(span: Span, lexicon: Lexicon): Bearers[] {
  const parts = listParts(span).map((each) => plainWords(each).replace(/^(?:to|by|for)\s+/i, ''));
  if (parts.length === 1 && EVERYONE.test(parts[0] ?? '')) return [{ roles: 'everyone', where: null }];
  const roles = parts.flatMap((words) => roleOf(words, lexicon) ?? []);
  const people = parts.filter((words) => roleOf(words, lexicon) === null);
  const byRecord: Bearers = { roles: 'everyone', where: (entity) => personConditions(people, entity, lexicon) };
  return [...(roles.length === 0 ? [] : [{ roles, where: null }]), ...(people.length === 0 ? [] : [byRecord])];
}

function personConditions(parts: readonly string[], entity: string, lexicon: Lexicon): People {
  const conditions = parts.map((words) => personCondition(words, entity, lexicon));
  const known = conditions.filter((condition) => condition !== null);
  return { condition: known.length === 0 ? null : known.join(' or '), isWhole: known.length === conditions.length };
}

function personCondition(words: string, entity: string, lexicon: Lexicon): string | null {
  const person = personOf(lexicon);
  const doing = /^(?:the )?(?:person|one|user|author|people)(?: who)? (\w+)(?:ed|ote|ade) (?:it|them)$/i.exec(words);
  const stem = doing?.[1]?.toLowerCase() ?? '';
  const stated = lexicon.entities.find(({ name }) => name === entity);
  if (person === null || stated === undefined) return null;
  if (doing !== null) {
    const found = attributesOf(lexicon, stated).filter(
      ({ name, type }) => type.kind === 'reference' && type.entity === person.name && name.toLowerCase().includes(stem),
    );
    return found.length === 1 && stem.length > 2 ? `${memberText(found[0]?.name ?? '')} == me` : null;
  }
  const path = pathOf(words, frameOf({ entity, lexicon }), 0);
  if (path === null || path.entity !== person.name) return null;
  return path.sort === 'record' ? `${path.text} == me` : path.sort === 'records' ? `me in ${path.text}` : null;
}

function roleOf(words: string, lexicon: Lexicon): string | null {
  return roleNamed(words, frameOf({ entity: null, lexicon }))?.name ?? null;
}

/** The roles that a sentence begins with, and how far they reach: "Agents and leads see …". */
export function rolesAtStart(
  span: Span,
  lexicon: Lexicon,
): { readonly bearers: readonly Bearers[]; readonly length: number } | null {
  const verb =
    /\s+(?=(?:may|can|cannot|must|never|do|does|is allowed|are allowed|sees?|reads?|creates?|changes?|edits?|updates?|deletes?|removes?|adds?|keeps?|manages?|writes?|overrides?)\b)/i.exec(
      span.text,
    );
  if (verb === null || verb.index > 120) return null;
  const subject = part(span, 0, verb.index);
  const bearers = bearersOf(subject, lexicon);
  if (bearers.length === 0 || bearers.some(({ where }) => where !== null)) return null;
  return { bearers, length: verb.index };
}
