import type { Role } from '../../../model/types/model.ts';
import type { Span } from '../../markdown/span.ts';
import { holdersOf } from '../../points/6-holders.ts';
import { named, type Reader, stated, words } from '../../reader.ts';
import { joinHelp } from '../kept.ts';
import type { Lexicon } from '../lexicon.ts';
import { nameKey } from '../phrases/fold.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { inclusionIn } from './holders.ts';

/** The role of this name, made where it is new. */
export function roleFor(reader: Reader, head: Span, roles: Role[]): Role {
  const name = words(head);
  const known = roles.find((role) => role.name === name) ?? roles.find((role) => nameKey(role.name) === nameKey(name));
  if (known !== undefined) return known;
  const id = reader.id('role', name);
  const role: Role = {
    ...stated(reader, 6, id, head),
    ...named(name),
    ...holdersOf(reader, null, { point: 6, element: id }),
  };
  roles.push(role);
  return role;
}

export function withRoles(lexicon: Lexicon, roles: readonly Role[]): Lexicon {
  return lexicon.roles.length > 0 ? lexicon : { ...lexicon, roles };
}

const EVERYONE =
  /^every(?:one|body)\s+(?:who\s+(?:is\s+)?)?sign(?:ed|s)[ -]in\W*\s+is\s+(?:also\s+)?an?\s+([\p{L} -]+?)(?:,.*)?\.?$/iu;

/** "Everything an agent may do", "Everyone signed in is a borrower": who holds a role, in the words of its description. */
export function isHolder(reader: Reader, span: Span, role: string | null, roles: Role[]): boolean {
  const plain = span.text.replaceAll('**', '');
  const everyone = EVERYONE.exec(plain);
  if (everyone !== null && role === null) {
    const name = everyone[1] ?? '';
    const known = roleNamed(name, frameOf({ entity: null, lexicon: withRoles(reader.lexicon(), roles) }));
    if (known === null) return false;
    const owner =
      roles.find((each) => each.name === known.name) ?? roleFor(reader, { text: known.name, from: span.from }, roles);
    describe(roles, owner, 'everyone who signs in', { everyone: true });
    return true;
  }
  const inclusion = inclusionIn({ text: plain, from: span.from }, role, withRoles(reader.lexicon(), roles));
  const owner = roles.find(({ name }) => name === inclusion?.role);
  if (inclusion === null || owner === undefined) return false;
  const known = new Set(owner.includes.map(({ name }) => name));
  const names = inclusion.includes.filter((each) => !known.has(each) && each !== owner.name);
  const at = reader.place(span);
  if (names.length > 0)
    describe(roles, owner, `includes ${names.join(', ')}`, {
      includes: [...owner.includes, ...names.map((name) => ({ name, at }))],
    });
  return true;
}

/** The first paragraph of a role's help is its description. */
export function describe(roles: Role[], role: Role, phrase: string, holders: Partial<Role>): void {
  const index = roles.indexOf(role);
  const [first = '', ...rest] = role.help.split('\n\n');
  const isDescription = first !== '' && !first.startsWith('>');
  const description = isDescription ? `${first}; ${phrase}` : phrase;
  roles[index] = { ...role, ...holders, help: joinHelp(description, ...(isDescription ? rest : [first, ...rest])) };
}
