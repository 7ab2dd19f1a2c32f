import type { Place } from '../../../model/types/place.ts';
import { codeSpans } from '../../markdown/code.ts';
import { part, type Span } from '../../markdown/span.ts';
import type { Reader } from '../../reader.ts';
import type { Lexicon } from '../lexicon.ts';
import { nameKey } from '../phrases/fold.ts';
import { personOf } from '../phrases/frame.ts';
import { frameOf, roleNamed } from '../phrases/match.ts';
import { attributeNamed, entityNamed } from '../phrases/names.ts';
import { memberOf, ownCondition } from './owner.ts';

/** A right that a document gives a name: `canSend = role === 'owner' || (role === 'assistant' && …)`. */
export interface Predicate {
  /** Without its `can`: "Send". */
  readonly name: string;
  /** The role that has it, and under which condition; `where` undefined: there is one, and it was not understood. */
  readonly grants: readonly { readonly role: string; readonly where: string | null | undefined }[];
  /** While the text is read; afterwards `at` says where it stands. */
  readonly span: Span;
  readonly at: Place;
}

const NAMED = /^can([A-Z]\w*)\s*(?:=|:=|:)\s*(.+)$/s;

/** The named rights in an item; `known` are those before it, which may be named again: `canRemind = canSend`. */
export function predicatesIn(reader: Reader, item: Span, known: readonly Predicate[]): Predicate[] {
  const lexicon = reader.lexicon();
  const found: Predicate[] = [];
  for (const { innerFrom, innerTo } of codeSpans(item.text)) {
    const at = part(item, innerFrom, innerTo);
    const match = NAMED.exec(at.text);
    if (match === null) continue;
    const grants = grantsOf(match[2] ?? '', lexicon, [...known, ...found]);
    if (grants !== null) found.push({ name: match[1] ?? '', grants, span: at, at: reader.place(at) });
  }
  return found;
}

function grantsOf(expression: string, lexicon: Lexicon, known: readonly Predicate[]): Predicate['grants'] | null {
  const again = known.find(({ name }) => `can${name}` === expression.trim());
  if (again !== undefined) return again.grants;
  const parts = alternatives(expression).map((each) => grantOf(each, lexicon));
  return parts.some((each) => each === null) ? null : parts.flatMap((each) => each ?? []);
}

/** Cut at `||` outside of brackets. */
function alternatives(expression: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < expression.length; at += 1) {
    const char = expression[at];
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (depth === 0 && expression.startsWith('||', at)) {
      parts.push(expression.slice(from, at));
      from = at + 2;
    }
  }
  return [...parts, expression.slice(from)].map((each) => each.trim());
}

const ROLE_IS = /^(?:\w+\.)?role\s*={2,3}\s*(['"])(.+?)\1$/;

function grantOf(alternative: string, lexicon: Lexicon): Predicate['grants'] | null {
  const inner = /^\(([^()]*(?:\([^()]*\)[^()]*)*)\)$/.exec(alternative)?.[1] ?? alternative;
  const [first = '', ...rest] = inner.split('&&').map((each) => each.trim());
  const role = roleNamed(ROLE_IS.exec(first)?.[2] ?? '', frameOf({ entity: null, lexicon }))?.name;
  if (role === undefined) return null;
  if (rest.length === 0) return [{ role, where: null }];
  const wheres = rest.map((each) => conditionOf(each, lexicon));
  return [{ role, where: wheres.includes(undefined) ? undefined : wheres.join(' and ') }];
}

function conditionOf(condition: string, lexicon: Lexicon): string | undefined {
  const own = /^(\w+)\.\w+\s*={2,3}\s*(?:user|me|currentUser)\.id$/.exec(condition);
  const entity = own === null ? null : entityNamed(lexicon, own[1] ?? '');
  if (own !== null && entity !== null)
    return createdByMe(condition, entity.name, lexicon) ?? ownCondition(entity.name, lexicon) ?? undefined;
  return ofMyOne(condition, lexicon) ?? undefined;
}

/** `invoice.createdBy === user.id`. */
function createdByMe(condition: string, entity: string, lexicon: Lexicon): string | null {
  const field = /^\w+\.(\w+)/.exec(condition)?.[1] ?? '';
  const attribute = attributeNamed(lexicon, entity, field);
  if (attribute === null) return null;
  if (attribute.type.kind === 'reference') return `${attribute.name} == me`;
  return attribute.type.kind === 'text' ? `${attribute.name} == me.id` : null;
}

/** `workspace.assistantMaySend`: of the one that the person belongs to, by `workspaceId` or a reference. */
function ofMyOne(condition: string, lexicon: Lexicon): string | null {
  const match = /^(\w+)\.(\w+)$/.exec(condition);
  const entity = match === null ? null : entityNamed(lexicon, match[1] ?? '');
  const person = personOf(lexicon);
  if (match === null || entity === null || person === null) return null;
  const flag = attributeNamed(lexicon, entity.name, match[2] ?? '');
  if (flag?.type.kind !== 'boolean') return null;
  const link = attributeNamed(lexicon, person.name, entity.name);
  if (link?.type.kind === 'reference') return `me${memberOf(link.name)}${memberOf(flag.name)}`;
  const key = attributeNamed(lexicon, person.name, `${entity.name} id`) ?? link;
  if (key?.type.kind !== 'text') return null;
  return `exists(${entity.name} where id == me${memberOf(key.name)} and ${flag.name})`;
}

/** The right of this name, as an event or a guard writes it: `sendInvoice` of an Invoice is "Send". */
export function predicateFor(event: string, entity: string, predicates: readonly Predicate[]): Predicate | null {
  const keys = [nameKey(event), nameKey(event).replace(nameKey(entity), '')];
  return predicates.find(({ name }) => keys.includes(nameKey(name))) ?? null;
}

/** Whether a guard, `readCondition`'s way or as code, names one: `canEdit`, `!canEdit`. */
export function predicateNamed(name: string, predicates: readonly Predicate[]): Predicate | null {
  return predicates.find((predicate) => `can${predicate.name}` === name) ?? null;
}
