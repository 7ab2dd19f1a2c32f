import type { Operation } from '../../../model/types/model.ts';
import { part, type Span } from '../../markdown/span.ts';
import type { Lexicon } from '../lexicon.ts';
import { nounOf } from './nouns.ts';
import { ownCondition } from './owner.ts';
import type { Said } from './sentence.ts';
import type { Statement } from './statement.ts';

/** A role of a record of rights in code: `clerk: ['stock:read', 'order:*', 'order:read:own']`. */
export interface CodeRights {
  readonly role: Span;
  readonly rights: readonly Span[];
}

const LINE = /^[ \t]*(?:'([^'\n]{1,40})'|"([^"\n]{1,40})"|([\w$]{1,40}))[ \t]*:[ \t]*\[([^\]\n]*)\]/gm;
const OPENS = /\b(?:permissions?|rights|can|allowed|grants?|roles?|access|policy|policies)\b[^\n]{0,120}=\s*\{/i;

/** The roles of such a record, a line for each; null where the code holds none. */
export function rightsInCode(code: Span): CodeRights[] | null {
  const opens = OPENS.exec(code.text);
  if (opens === null) return null;
  const lines = [...code.text.matchAll(LINE)].filter(({ index }) => index >= opens.index);
  const found = lines.map((match): CodeRights => {
    const name = match[1] ?? match[2] ?? match[3] ?? '';
    const at = match.index + match[0].indexOf(name);
    const list = match.index + match[0].length - 1 - (match[4] ?? '').length;
    const rights = [...(match[4] ?? '').matchAll(/'([^']*)'|"([^"]*)"/g)].map((each) =>
      part(code, list + each.index + 1, list + each.index + each[0].length - 1),
    );
    return { role: part(code, at, at + name.length), rights };
  });
  return found.length > 1 ? found : null;
}

const ALL: readonly Operation[] = ['read', 'create', 'change', 'delete'];
const OPERATIONS: ReadonlyMap<string, readonly Operation[]> = new Map<string, readonly Operation[]>([
  ['*', ALL],
  ['manage', ALL],
  ['read', ['read']],
  ['view', ['read']],
  ['list', ['read']],
  ['create', ['create']],
  ['add', ['create']],
  ['write', ['change']],
  ['update', ['change']],
  ['edit', ['change']],
  ['change', ['change']],
  ['delete', ['delete']],
  ['remove', ['delete']],
]);

/** What the strings give; one that names no entity or no operation is not read. */
export function statementsInCode({ role, rights }: CodeRights, lexicon: Lexicon): Said {
  const statements: Statement[] = [];
  const notRead: Span[] = [];
  for (const right of rights) {
    const found = statementsOf(right, role.text, lexicon);
    if (found === null) notRead.push(right);
    else statements.push(...found);
  }
  return { statements, notRead };
}

function statementsOf(right: Span, role: string, lexicon: Lexicon): Statement[] | null {
  const base = {
    roles: [role],
    fields: null,
    events: [],
    only: true,
    rowOf: 'record',
    restricts: null,
    limits: 'no',
    at: right,
  } as const;
  if (right.text === '*' || right.text === '*:*')
    return lexicon.entities.map(({ name }) => ({ ...base, entity: name, operations: ALL, answer: 'yes', where: null }));
  const [thing = '', deed = '', whose, ...more] = right.text.split(/[:.]/);
  const [noun, ...others] = nounOf({ text: thing, from: right.from }, lexicon) ?? [];
  const operations = OPERATIONS.get(deed.toLowerCase());
  if (noun === undefined || others.length > 0 || noun.fields !== null || operations === undefined) return null;
  const isOwn = whose !== undefined && /^own$/i.test(whose);
  if (more.length > 0 || (whose !== undefined && !isOwn && !/^(?:all|any|\*)$/i.test(whose))) return null;
  const own = isOwn ? ownCondition(noun.entity, lexicon, role) : null;
  const answer = isOwn && own === null ? 'unknown' : 'yes';
  return [{ ...base, entity: noun.entity, operations, answer, where: own }];
}
