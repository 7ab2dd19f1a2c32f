import { part, type Span } from '../../markdown/span.ts';

const VERBS: ReadonlyMap<string, string> = new Map([
  ...['see', 'read', 'view', 'look', 'list'].map((word) => [word, 'see'] as const),
  ...['add', 'create', 'write', 'new', 'book'].map((word) => [word, 'create'] as const),
  ...['edit', 'change', 'update', 'modify'].map((word) => [word, 'change'] as const),
  ...['delete', 'remove'].map((word) => [word, 'delete'] as const),
]);

/**
 * Notes in a few words as sentences: `own dogs: see, edit` in the list of a role, `fee: ops + walker, not owner` elsewhere.
 * Null: it is no such note.
 */
export function shortForms(span: Span, role: string | null): readonly Span[] | null {
  const colon = /:\s+/.exec(span.text);
  if (colon === null || colon.index === 0 || colon.index > 60 || span.text.length > 160) return null;
  const thing = part(span, 0, colon.index);
  const value = span.text.slice(colon.index + colon[0].length).replace(/\.$/, '');
  if (/[.;!?]/.test(thing.text) || thing.text.startsWith('**')) return null;
  return role === null ? onlyFor(thing, value) : doing(thing, value);
}

/** `see, create`, `all (see / add / edit / delete)`, `see; edit no`, `see (not the phone)`. */
function doing(thing: Span, value: string): Span[] | null {
  const [, all = '', inner] = /^(all|everything|full)?\s*(?:\(([^()]*)\))?$/i.exec(value) ?? [];
  const written = all !== '' && inner !== undefined ? inner : value;
  const except = /^(.*?)\s*\((?:but )?not (?:the )?([^()]{1,40})\)$/i.exec(written);
  const verbs = (except?.[1] ?? written).split(/\s*[,;/+&]\s*|\s+and\s+/i);
  const found = verbs.map((verb) => {
    const match = /^(\p{L}+)(?: (all|them|it))?(?: (no|not))?$|^no (\p{L}+)$/iu.exec(verb.trim());
    const word = VERBS.get((match?.[1] ?? match?.[4] ?? '').toLowerCase());
    return word === undefined ? null : { word, denied: match?.[3] !== undefined || match?.[4] !== undefined };
  });
  if (found.length === 0 || found.includes(null)) return null;
  const behind = except === null ? '' : `, but not the ${except[2]} of ${thing.text.replace(/^own /i, '')}`;
  return found.map((one) => ({
    text: `${one?.denied === true ? 'may not' : 'may'} ${one?.word} ${thing.text}${one?.word === 'see' ? behind : ''}`,
    from: thing.from,
  }));
}

const PEOPLE = /^(?:the )?[\p{L}_][\p{L}\p{N}_ -]{0,40}$/u;

/** Fields, and who alone sees them. */
function onlyFor(thing: Span, value: string): Span[] | null {
  const named = thing.text.split(/,| and |[/+&]/).map((one) => one.trim());
  if (!named.every((one) => /^`?[\p{L}_][\p{L}\p{N}_.]*`?$/u.test(one))) return null;
  const granted = value
    .replace(/,\s*(?:but )?not (?:the )?[\p{L}\p{N} ]{1,30}$/iu, '')
    .replace(/^only\s+|\s+only$/i, '');
  const people = granted.split(/\s*[,+&]\s*|\s+(?:and|or)\s+/);
  if (people.some((one) => !PEOPLE.test(one) || VERBS.has(one.toLowerCase()) || /^(?:not|no|all|yes|own)\b/i.test(one)))
    return null;
  const fields = thing.text.replaceAll(/\s*[/+&]\s*/g, ' and ');
  const verb = / and |,/.test(fields) ? 'are' : 'is';
  return [{ text: `${fields} ${verb} visible to ${people.join(' and ')} only`, from: thing.from }];
}
