import { part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { rolesAtStart } from './bearers.ts';

/** A role that holds the rights of others. */
export interface Inclusion {
  readonly role: string;
  readonly includes: readonly string[];
}

const INCLUDES =
  /^(?:(?:may|can)\s+do\s+|does\s+|do\s+|has\s+|have\s+)?(?:also\s+)?(?:every(?:thing|\s+right)|all(?:\s+(?:rights?|things))?|whatever|the same(?:\s+rights)?\s+as|the rights\s+of)\s+(?:that\s+|which\s+)?(?:of\s+|the\s+rights\s+of\s+)?(.+?)(?:\s+(?:may|can|does|do|has|have)(?:\s+do)?)?\.?$/i;

/** "Everything an agent may do" in the list of a role, "Tutors may do all that teachers may do"; null for anything else. */
export function inclusionIn(span: Span, role: string | null, lexicon: Lexicon): Inclusion | null {
  const named = holderOf(span, lexicon);
  const owner = named?.role ?? role;
  const match = INCLUDES.exec((named === null ? span : part(span, named.length)).text);
  if (match === null || owner === null) return null;
  const frame = frameOf({ entity: null, lexicon });
  const includes = (match[1] ?? '').split(/\s*,\s*|\s+and\s+/).map((each) => roleNamed(each, frame)?.name ?? null);
  const known = includes.filter((each) => each !== null);
  return known.length === includes.length ? { role: owner, includes: known } : null;
}

/** The one role that the sentence begins with. */
function holderOf(span: Span, lexicon: Lexicon): { readonly role: string; readonly length: number } | null {
  const found = rolesAtStart(span, lexicon);
  const [first, ...more] = found?.bearers ?? [];
  if (found === null || first === undefined || more.length > 0 || first.roles === 'everyone') return null;
  const [only, ...others] = first.roles;
  return only === undefined || others.length > 0 ? null : { role: only, length: found.length };
}

const BROAD = /\b(?:everything|anything|every right|all rights|all that|whatever|the same (?:as|rights))\b/i;
const DENIES = /^(?:(?:may|can|must|do|does)\s*(?:not|n't)|cannot|can't|never)\b/i;

/** The roles to which a sentence that was not understood may give more than is stated: "everything …, but not …". */
export function openRoles(span: Span, role: string | null, lexicon: Lexicon): readonly string[] {
  const found = rolesAtStart(span, lexicon);
  const rest = found === null ? span : part(span, found.length);
  if (!BROAD.test(rest.text) || DENIES.test(rest.text)) return [];
  const named = found?.bearers.flatMap((each) =>
    each.roles === 'everyone' ? lexicon.roles.map(({ name }) => name) : each.roles,
  );
  return named ?? (role === null ? [] : [role]);
}
