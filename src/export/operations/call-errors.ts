import type { CompiledCall, CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { STANDARD, type StandardCode } from '../../engine/compiled/standard-errors.ts';
import type { Failure, Refusal, Situation } from '../../engine/core/refusal.ts';
import { entryOf, hasEntry } from '../../engine/errors/catalogue-entries.ts';
import { failure, invalid, refuse, refuseWithCode } from '../../engine/errors/error-catalogue.ts';
import { callIn } from '../../model/lookups/call-refusals.ts';
import { type Deed, deedOf, hasBody, isOfRecord, isWriting } from '../../model/types/deed.ts';
import type { ErrorEntry } from '../../model/types/model.ts';
import { affectedEntities } from './affected-entities.ts';

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
const IF_STATED: readonly StandardCode[] = ['TOKEN_NOT_VALID', 'PARAMETER_NOT_VALID'];

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
  'TARGET_DELETED',
  'NOT_UNIQUE',
  'NOT_AN_INPUT',
  'NUMBER_TOO_LARGE',
];

/** A refusal with which a call may answer. `isStated`: the document names its code. */
export interface PossibleRefusal {
  readonly refusal: Refusal;
  readonly isStated: boolean;
}

/** Values for the placeholders of messages in examples. */
const VALUES = { n: 5, count: 1, min: 1, max: 100, number: 1, wait: '5 seconds', limit: '1 MB', value: 'text' };

/** Returns the refusals with which a call may answer: each code and status once, stated ones first. */
export function possibleRefusals(model: CompiledModel, call: CompiledCall): readonly PossibleRefusal[] {
  const { does, errors } = call.call;
  const deed = deedOf(does);
  if (deed === null) return only(model, ['NOT_SIGNED_IN', 'TOO_MANY_REQUESTS', 'UNREADABLE', 'NOT_SHOWN']);
  const isWrite = isWriting(deed);
  const entities = affectedEntities(model, deed);
  const own = isWrite ? codesOfEntities(model, entities) : [];
  const all: PossibleRefusal[] = [
    ...errors.flatMap(({ name }) => stated(model, name, 'INVALID')),
    ...own.flatMap(({ code, as }) => stated(model, code, as)),
    ...codesOf(model, deed, call).flatMap((code) => variants(model, code, entities, call.call.name)),
    ...(isWrite || hasBody(deed) ? OF_MEMBERS.flatMap((code) => ofMembers(model, code, entities, call.call.name)) : []),
    ...(deed.kind === 'sign in' || deed.kind === 'change password' ? [tooManyAttempts(model)] : []),
  ];
  const unique = new Map<string, PossibleRefusal>();
  for (const each of all) {
    const key = `${each.refusal.status} ${each.refusal.code}`;
    if (!unique.has(key)) unique.set(key, each);
  }
  return [...unique.values()];
}

/** Returns the standard errors of a call that are not about one member of its body. */
function codesOf(model: CompiledModel, deed: Deed, { options, responseShape }: CompiledCall): readonly StandardCode[] {
  const { ifMatch } = options;
  return [
    ...OF_EVERY_CALL,
    ...IF_STATED.filter((code) => hasEntry(model, code)),
    ...(isWriting(deed) ? OF_WRITES : responseShape === null ? [] : (['TOO_MANY_RECORDS'] as const)),
    ...(hasBody(deed) ? OF_BODIES : []),
    ...(isOfRecord(deed) && ifMatch !== 'not used' ? (['CHANGED_MEANWHILE'] as const) : []),
    ...(isOfRecord(deed) && (ifMatch ?? 'required') === 'required' ? (['PRECONDITION_REQUIRED'] as const) : []),
    ...(deed.isOfCaller ? (['NOT_RECOGNISED'] as const) : []),
  ];
}

/** The refusal of somebody who tries many passwords. */
function tooManyAttempts(model: CompiledModel): PossibleRefusal {
  const usual = refuse(model, 'TOO_MANY_REQUESTS', VALUES);
  return { refusal: { ...usual, code: 'TOO_MANY_ATTEMPTS', status: 429 }, isStated: false };
}

const only = (model: CompiledModel, codes: readonly StandardCode[]): PossibleRefusal[] =>
  codes.map((code) => ({ refusal: refuse(model, code, VALUES), isStated: false }));

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
function stated(model: CompiledModel, code: string, as: StandardCode): PossibleRefusal[] {
  const entries = model.model.errors.filter((entry) => entry.code === code);
  const isStandard = Object.hasOwn(STANDARD, code);
  const usual = isStandard ? refuse(model, code as StandardCode, VALUES) : refuseWithCode(model, code, as, VALUES, []);
  return [usual, ...entries.map((entry) => withEntry(usual, entry))].map((refusal) => ({ refusal, isStated: true }));
}

/** Returns the refusals of a standard code: with its usual entry, and with those for certain causes. */
function variants(
  model: CompiledModel,
  code: StandardCode,
  entities: readonly string[],
  call: string,
): PossibleRefusal[] {
  const usual = refuse(model, code, VALUES);
  const isStated = entryOf(model, code, []) !== null;
  const others = entriesFor(model, code, entities, call).map((entry) => withEntry(usual, entry));
  return [{ refusal: usual, isStated }, ...others.map((refusal) => ({ refusal, isStated: true }))];
}

/** Returns the entries that may answer for a code, without those that are only about other entities or calls. */
function entriesFor(
  model: CompiledModel,
  code: StandardCode,
  entities: readonly string[],
  call: string,
): readonly ErrorEntry[] {
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
function ofMembers(
  model: CompiledModel,
  code: StandardCode,
  entities: readonly string[],
  call: string,
): PossibleRefusal[] {
  const failed = (of: Failure): PossibleRefusal => ({
    refusal: invalid(model, [of]),
    isStated: of.entry !== undefined || of.status !== undefined,
  });
  const usual = failure(model, [memberOf(model, entities)], code, VALUES, []);
  const others = entriesFor(model, code, entities, call).map((entry): Failure => {
    const { code: own, message, status } = withEntry(invalid(model, [usual]), entry);
    return { ...usual, code: own, message, status, entry: entry.id };
  });
  return [usual, ...others].map(failed);
}

function memberOf(model: CompiledModel, [entity = '']: readonly string[]): string {
  return model.entities.get(entity)?.entity.fields[0]?.name ?? 'name';
}

function withEntry(usual: Refusal, entry: ErrorEntry): Refusal {
  const { code, message, next, status } = entry;
  return { ...usual, code, message, next, status: status ?? usual.status, entry: entry.id };
}

/** The name of a situation for people. */
export const situationTitle = (model: CompiledModel, situation: Situation): string => model.sentences.titles[situation];
