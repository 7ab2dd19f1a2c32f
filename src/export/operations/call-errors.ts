import type { CompiledCall, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { STANDARD, type StandardCode } from '../../engine/compiled/standard-errors.ts';
import type { Failure, Refusal, Situation } from '../../engine/core/refusal.ts';
import { entryOf, hasEntry } from '../../engine/errors/catalogue-entries.ts';
import {
  failure,
  fill,
  invalid,
  type MessageValues,
  refuse,
  refuseWithCode,
} from '../../engine/errors/error-catalogue.ts';
import { callIn } from '../../model/lookups/call-refusals.ts';
import { type Deed, deedOf, hasBody, isOfRecord, isWriting } from '../../model/types/deed.ts';
import type { ErrorEntry, Field } from '../../model/types/model.ts';
import { affectedEntities } from './affected-entities.ts';
import { exampleValues } from './example-values.ts';
import { raisableCodes } from './raisable-codes.ts';

const OF_EVERY_CALL: readonly StandardCode[] = [
  'NOT_SIGNED_IN',
  'TOO_MANY_REQUESTS',
  'UNREADABLE',
  'UNKNOWN_PARAMETER',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'UNAVAILABLE',
];

/** Codes that replace another one of every call if the catalogue has them. */
const IF_STATED: readonly StandardCode[] = ['TOKEN_NOT_VALID', 'PARAMETER_NOT_VALID', 'NOT_A_KEY'];

const OF_WRITES: readonly StandardCode[] = [
  'WRONG_STATE',
  'NOT_MET',
  'IN_USE',
  'CIRCLE',
  'DOCUMENT_CHANGED',
  'IDEMPOTENCY_MISMATCH',
  'INVALID',
  'NOT_SHOWN',
  'TOO_MANY_RECORDS',
  'LIMIT_NOT_SHOWN',
];

const OF_BODIES: readonly StandardCode[] = ['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** What may be wrong with the members of a body, each a failure. */
const OF_MEMBERS: readonly StandardCode[] = [
  'NOT_VALID',
  'REQUIRED',
  'WRONG_TYPE',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_SMALL',
  'TOO_BIG',
  'TOO_FEW_LINES',
  'TOO_MANY_LINES',
  'LINE_STAYS',
  'NOT_A_CHOICE',
  'WRONG_FILE',
  'GIVEN_TWICE',
  'NO_SUCH_VALUE',
  'NOT_OFFERED',
  'NOT_UNIQUE',
  'NOT_AN_INPUT',
  'NUMBER_TOO_LARGE',
];

/** A refusal with which a call may answer. `isStated`: the document names its code. */
export interface PossibleRefusal {
  readonly refusal: Refusal;
  readonly isStated: boolean;
}

/** Returns the refusals with which a call may answer: each code and status once, stated ones first. */
export function possibleRefusals(model: CompiledModel, call: CompiledCall): readonly PossibleRefusal[] {
  const { does, errors, name } = call.call;
  const deed = deedOf(does);
  if (deed === null) return only(model, ['NOT_SIGNED_IN', 'TOO_MANY_REQUESTS', 'UNREADABLE', 'NOT_SHOWN']);
  const isWrite = isWriting(deed);
  const entities = affectedEntities(model, deed).flatMap((each) => model.entities.get(each) ?? []);
  const names = entities.map(({ entity }) => entity.name);
  const own = isWrite ? codesOfEntities(model, names) : [];
  const mayRaise = raisableCodes({ model, call, deed, entities });
  const member = entities[0]?.entity.fields[0] ?? null;
  const source = { model, entities: names, call: name, values: exampleValues(model, deed, entities, member), member };
  const all: PossibleRefusal[] = [
    ...errors.flatMap((error) => stated(source, error.name, 'INVALID')),
    ...own.flatMap(({ code, as }) => stated(source, code, as)),
    ...codesOf(model, deed, call).flatMap((code) => (mayRaise(code) ? variants(source, code) : [])),
    ...memberCodes(deed).flatMap((code) => (mayRaise(code) ? ofMembers(source, code) : [])),
    ...(deed.kind === 'sign in' || deed.kind === 'change password' ? [tooManyAttempts(source)] : []),
  ];
  const unique = new Map<string, PossibleRefusal>();
  for (const each of all) {
    const key = `${each.refusal.status} ${each.refusal.code}`;
    if (!unique.has(key)) unique.set(key, each);
  }
  return [...unique.values()];
}

/** What the examples of one call have in common. */
interface Source {
  readonly model: CompiledModel;
  /** The names of the entities whose rules may refuse the call. */
  readonly entities: readonly string[];
  readonly call: string;
  readonly values: MessageValues;
  /** The field about which an example is that is about one. */
  readonly member: Field | null;
}

/** Returns the errors about single members of the body. Who signs in sends a name and a password, which are compared. */
function memberCodes(deed: Deed): readonly StandardCode[] {
  if (deed.kind === 'sign in') return ['REQUIRED', 'WRONG_TYPE', 'NOT_AN_INPUT'];
  return isWriting(deed) || hasBody(deed) ? OF_MEMBERS : [];
}

/** Returns the standard errors of a call that are not about one member of its body. */
function codesOf(model: CompiledModel, deed: Deed, { options }: CompiledCall): readonly StandardCode[] {
  const { ifMatch } = options;
  return [
    ...OF_EVERY_CALL,
    ...IF_STATED.filter((code) => hasEntry(model, code)),
    ...(isWriting(deed) ? OF_WRITES : (['TOO_MANY_RECORDS'] as const)),
    ...(hasBody(deed) ? OF_BODIES : []),
    ...(isOfRecord(deed) && ifMatch !== 'not used' ? (['CHANGED_MEANWHILE'] as const) : []),
    ...(isOfRecord(deed) && (ifMatch ?? 'required') === 'required' ? (['PRECONDITION_REQUIRED'] as const) : []),
    ...(comparesPassword(deed) ? (['NOT_RECOGNISED'] as const) : []),
  ];
}

const comparesPassword = ({ kind, isOfCaller }: Deed): boolean =>
  kind === 'sign in' || kind === 'change password' || (kind === 'create' && isOfCaller);

/** The refusal of somebody who tries many passwords. */
function tooManyAttempts({ model, values }: Source): PossibleRefusal {
  const usual = refuse(model, 'TOO_MANY_REQUESTS', values);
  return { refusal: { ...usual, code: 'TOO_MANY_ATTEMPTS', status: 429 }, isStated: false };
}

/** Values for the examples of a call that does nothing with an entity. */
const GENERAL: MessageValues = { wait: '5 s', n: 5, reason: 'its body is not JSON', what: 'what the call does' };

const only = (model: CompiledModel, codes: readonly StandardCode[]): PossibleRefusal[] =>
  codes.map((code) => ({ refusal: refuse(model, code, GENERAL), isStated: false }));

/** Returns the codes that rules, keys and transitions of entities state, each with the error that it replaces. */
function codesOfEntities(
  { model }: CompiledModel,
  entities: readonly string[],
): { readonly code: string; readonly as: StandardCode }[] {
  const isOfThese = ({ entity }: { readonly entity: string }) => entities.includes(entity);
  const rules = model.rules.filter(isOfThese).flatMap(({ error }) => error?.name ?? []);
  const keys = model.entities
    .filter(({ name }) => entities.includes(name))
    .flatMap(({ unique }) => unique.flatMap(({ error }) => error?.name ?? []));
  const transitions = model.machines
    .filter(isOfThese)
    .flatMap((machine) => machine.transitions.flatMap(({ error }) => error?.name ?? []));
  const wrongStates = model.machines
    .filter(isOfThese)
    .flatMap((machine) => machine.transitions.flatMap(({ wrongState }) => wrongState?.name ?? []));
  return [
    ...[...rules, ...keys].map((code) => ({ code, as: 'INVALID' as const })),
    ...transitions.map((code) => ({ code, as: 'NOT_MET' as const })),
    ...wrongStates.map((code) => ({ code, as: 'WRONG_STATE' as const })),
  ];
}

/** Returns the refusals of a code that the document names: one for each of its entries. */
function stated({ model, values }: Source, code: string, as: StandardCode): PossibleRefusal[] {
  const entries = model.model.errors.filter((entry) => entry.code === code);
  const isStandard = Object.hasOwn(STANDARD, code);
  const usual = isStandard ? refuse(model, code as StandardCode, values) : refuseWithCode(model, code, as, values, []);
  return [usual, ...entries.map((entry) => withEntry(model, usual, entry, values))].map((refusal) => ({
    refusal,
    isStated: true,
  }));
}

/** Returns the refusals of a standard code: with its usual entry, and with those for certain causes. */
function variants(source: Source, code: StandardCode): PossibleRefusal[] {
  const { model, values } = source;
  const usual = refuse(model, code, values);
  const isStated = entryOf(model, code, []) !== null;
  const others = entriesFor(source, code).map((entry) => withEntry(model, usual, entry, values));
  return [{ refusal: usual, isStated }, ...others.map((refusal) => ({ refusal, isStated: true }))];
}

/** Returns the entries that may answer for a code, without those that are only about other entities or calls. */
function entriesFor({ model, entities, call }: Source, code: StandardCode): readonly ErrorEntry[] {
  const known = model.schema.entities;
  const entityIn = (cause: string) =>
    [...known.keys()].find((name) => new RegExp(`^${escaped(name)}(?:$|[.:])`).test(cause));
  return model.model.errors
    .filter((entry) => entry.code === code || entry.standsFor.includes(code))
    .filter(({ causes }) => {
      const calls = causes.map(({ name }) => callIn(name));
      if (calls.includes(call)) return true;
      if (calls.length > 0 && !calls.includes(null)) return false;
      const about = causes.map(({ name }) => entityIn(name));
      return about.length === 0 || about.some((name) => name === undefined || entities.includes(name));
    });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns the refusals of a body in which one member is wrong. */
function ofMembers(source: Source, code: StandardCode): PossibleRefusal[] {
  const { model, values, member } = source;
  const failed = (of: Failure): PossibleRefusal => ({
    refusal: invalid(model, [of]),
    isStated: of.entry !== undefined || of.status !== undefined,
  });
  const usual = failure(model, [member?.name ?? 'name'], code, values, []);
  const others = entriesFor(source, code).map((entry): Failure => {
    const { code: own, message, status } = withEntry(model, invalid(model, [usual]), entry, values);
    return { ...usual, code: own, message, status, entry: entry.id };
  });
  return [usual, ...others].map(failed);
}

function withEntry(model: CompiledModel, usual: Refusal, entry: ErrorEntry, values: MessageValues): Refusal {
  const { code, message, next, status } = entry;
  const texts = { message: fill(model, message, values), next: fill(model, next, values) };
  return { ...usual, code, ...texts, status: status ?? usual.status, entry: entry.id };
}

/** The name of a situation for people. */
export const situationTitle = (model: CompiledModel, situation: Situation): string => model.sentences.titles[situation];
