import type { Effect, Field, Rule } from '../../model/types/model.ts';
import { attributeNamed, entityNamed, machinesOf, setState } from '../evaluator/names.ts';
import { numberLines } from '../evaluator/numbers.ts';
import { nextNumber } from '../evaluator/placeholder-values.ts';
import { fieldsOfCall } from '../evaluator/shape.ts';
import type { Row } from '../evaluator/value.ts';
import { member } from '../evaluator/wire.ts';
import type { Fault, Json, Refused, Request, Stored, Warnings } from '../evaluator/world.ts';
import { authorityOf } from '../oracle-rules/authority.ts';
import { readableStored } from '../oracle-rules/callers.ts';
import { choiceFaults } from '../oracle-rules/choices.ts';
import {
  assignDefaults,
  assignExpression,
  callOf,
  compute,
  type Draft,
  draftOf,
  membersOf,
  removeDefaults,
  requireFields,
  rowOfDraft,
  sendableFields,
  stamp,
  writeInput,
} from '../oracle-rules/draft.ts';
import { lineAsRecord } from '../oracle-rules/lines.ts';
import { readsOtherRecords } from '../oracle-rules/other-records.ts';
import { may, mayAtAll, mayChangeField, mayField } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, rowOf } from '../oracle-rules/request-context.ts';
import { duplicateFaults, failingRules, warningsOf } from '../oracle-rules/rules.ts';
import {
  differByPerson,
  isEditable,
  type Move,
  mayTake,
  mayTakeSomewhere,
  meetsPersonGuard,
  meetsRecordGuard,
  movesFrom,
  movesOf,
  refusalWithoutMove,
} from '../oracle-rules/states.ts';
import { content, isAnother } from './changed-content.ts';
import { readsOneOf, requireFitting, unknownNames } from './fit-bounds.ts';
import { grantsTooMuch, isForeignPassword } from './granted-roles.ts';
import { initialMoves, movesOrRefusal, setInitialStates } from './initial-states.ts';
import { movesOfDraft } from './operations.ts';
import { authorityRefusal, changesOwnAuthority, ownEffects } from './role-changes.ts';
import { versionRefusal } from './version-refusal.ts';

type RequestOf<Kind extends Request['kind']> = Extract<Request, { readonly kind: Kind }>;

/** The record after the request. */
export type WriteResult =
  | {
      readonly allowed: true;
      readonly draft: Draft;
      readonly warned?: Warnings;
      /** Faults of rules over other records, judged on the stored data; the outcome is only known after writing. */
      readonly doubts?: readonly Fault[];
    }
  | Refused;

/** An id that no record has. */
const NO_RECORD = '00000000-0000-7000-8000-000000000000';

/** A new record. */
export function create(context: RequestContext, request: RequestOf<'create'>): WriteResult {
  const { model } = context;
  const body = membersOf(request.input);
  const { within } = request;
  const fields = entityNamed(model, request.entity)?.fields ?? [];
  const byPath = fields.filter(({ name }) => within?.fields.has(name) === true);
  if (body === null) return refusal(model, 'UNREADABLE');
  if (!mayAtAll(context, 'create', request.entity)) return refusal(model, 'NOT_ALLOWED');
  if (within?.areReadable === false) return refusal(model, 'NOT_FOUND');
  // Under the path, there is no other record than the one that it names.
  const named = ([name, id]: readonly [string, Json]) =>
    [name, (body.get(name) ?? id) === id ? id : NO_RECORD] as const;
  const sent = new Map([...body, ...[...(within?.fields ?? [])].map(named)]);
  const draft = draftOf({ entity: request.entity, id: request.id, values: new Map() });
  const listed = sendableFields(context, request.entity, request.call, 'create');
  const inputs = [...listed, ...byPath.filter((field) => !listed.includes(field))];
  for (const name of within?.fields.keys() ?? []) draft.inPath.add(name);
  writeInput(context, draft, sent, inputs);
  draft.isPasswordDue = true;
  assignDefaults(context, draft, fields);
  for (const { name, type } of fields)
    if (type.kind === 'number series') draft.values.set(name, nextNumber(type.pattern));
  startMachines(context, draft);
  enterLines(context, draft);
  stamp(context, draft, true);
  removeDefaults(context, draft, new Set(sent.keys()));
  const found = initialMoves(context, asAllowed(context, draft), false);
  setInitialStates(draft, found);
  const before = new Map(draft.values);
  const moves = movesOrRefusal(found);
  const entered = 'allowed' in moves ? [] : enter(context, draft, moves);
  const effects = ownEffects([...entered, ...operate(context, draft, 'create', null)]);
  compute(context, draft);
  requireFields(draft, typedFields(context, request.entity));
  const row = asAllowed(context, draft);
  if (!may(context, 'create', row)) return refusal(model, 'NOT_ALLOWED');
  const given = inputs.filter((field) => sent.has(field.name));
  const forbidden = given.filter(
    (field) =>
      !mayField(context, 'create', request.entity, field.name, row) ||
      grantsTooMuch(context, 'create', field, draft, null, row),
  );
  if (forbidden.length > 0) return notAllowed(context, forbidden);
  if ('allowed' in moves) return moves;
  const rights = authorityRefusal(context, draft, { operation: 'create', before, effects });
  return rights ?? checked(context, draft, null, { event: 'create', editable: true });
}

/** Returns the record as permissions see it: invalid values count as not sent. */
function asAllowed(context: RequestContext, draft: Draft): Row {
  const senseless = new Set(
    draft.faults.flatMap(({ path, hasKnownValue }) => (hasKnownValue === true ? [] : (path.split(/[.[]/)[0] ?? []))),
  );
  const sane: Draft = { ...draft, values: new Map(draft.values), faults: [], follow: [], later: [] };
  for (const field of entityNamed(context.model, draft.entity)?.fields ?? []) {
    if (!senseless.has(field.name) || field.computed !== null) continue;
    sane.values.delete(field.name);
    if (field.default !== null) assignExpression(context, sane, field, { tree: field.default }, null);
  }
  compute(context, sane);
  return rowOf(context.model, sane);
}

/** Returns the fields that people fill in. */
export function typedFields({ model }: RequestContext, entity: string): readonly Field[] {
  return (entityNamed(model, entity)?.fields ?? []).filter(
    (field) => !field.byProduct && field.computed === null && field.askedOn.length === 0,
  );
}

/** Sets the initial state of each machine. */
export function startMachines(context: RequestContext, draft: Draft): void {
  for (const machine of machinesOf(context.model, draft.entity)) setState(machine, draft.values, machine.initial);
}

/** Applies the effects of the creation and returns them. */
export function enter(context: RequestContext, draft: Draft, moves: readonly Move[]): readonly Effect[] {
  return enterFrom(context, draft, moves, null);
}

function enterFrom(context: RequestContext, draft: Draft, moves: readonly Move[], old: Row | null): readonly Effect[] {
  return moves.flatMap((move) => {
    takeEffect(context, draft, move, old);
    return move.transition.effects;
  });
}

/** Applies what the document adds to a plain operation, and returns the effects. */
export function operate(
  context: RequestContext,
  draft: Draft,
  operation: 'create' | 'change',
  old: Row | null,
): readonly Effect[] {
  compute(context, draft);
  return enterFrom(context, draft, movesOfDraft(context, operation, draft, old), old);
}

/** Applies the effects of the creation to new lines, which have no id. */
function enterLines(context: RequestContext, draft: Draft): void {
  for (const { name, type } of entityNamed(context.model, draft.entity)?.fields ?? []) {
    const lines = draft.values.get(name) ?? null;
    if (type.kind !== 'list' || !Array.isArray(lines)) continue;
    if (machinesOf(context.model, type.entity).length === 0) continue;
    const entered = lines.map((line: Json, index): Json => {
      if ((member(line, 'id') ?? null) !== null) return line;
      const inner = draftOf(lineAsRecord(type.entity, line));
      const found = initialMoves(context, rowOfDraft(context, inner), true);
      setInitialStates(inner, found);
      const moves = movesOrRefusal(found);
      if ('allowed' in moves) inner.faults.push({ path: '', code: moves.code });
      else enter(context, inner, moves);
      draft.follow.push(...inner.follow);
      draft.faults.push(
        ...inner.faults.map((fault) => ({
          ...fault,
          path: fault.path === '' ? `${name}[${index}]` : `${name}[${index}].${fault.path}`,
        })),
      );
      return Object.fromEntries(inner.values);
    });
    draft.values.set(name, entered);
  }
}

/** New values for a record. */
export function change(context: RequestContext, request: RequestOf<'change'>): WriteResult {
  const { model, world } = context;
  const sent = membersOf(request.input);
  if (sent === null) return refusal(model, 'UNREADABLE');
  if (!mayAtAll(context, 'read', request.entity) || !mayAtAll(context, 'change', request.entity))
    return refusal(model, 'NOT_ALLOWED');
  const stored = readableStored(context, request.entity, request.id, request.call);
  if (stored === null) return refusal(model, 'NOT_FOUND');
  const row = rowOf(model, stored);
  if (!may(context, 'change', row)) return refusal(model, 'NOT_ALLOWED');
  const inputs = sendableFields(context, request.entity, request.call, 'change');
  const draft = draftOf(stored);
  writeInput(context, draft, sent, inputs);
  const forbidden = inputs
    .filter((field) => sent.has(field.name))
    .filter(
      (field) =>
        !mayChangeField(context, field.name, row) ||
        isOwnAuthority(context, field, stored, draft) ||
        isForeignPassword(context, field, stored, draft) ||
        grantsTooMuch(context, 'change', field, draft, stored, row),
    );
  if (forbidden.length > 0) return notAllowed(context, forbidden);
  const late = versionRefusal(context, request.match, request.call);
  if (late !== null) return late;
  if (!isEditable(context, world.get(stored.id) ?? stored)) return refusal(model, 'WRONG_STATE');
  enterLines(context, draft);
  stamp(context, draft, false);
  const typed = new Map(draft.values);
  const isChange = draft.passwords.size > 0 || isAnother(draft, stored);
  const effects = isChange ? ownEffects(operate(context, draft, 'change', row)) : [];
  compute(context, draft);
  requireFields(
    draft,
    inputs.filter((field) => sent.has(field.name)),
  );
  const rights =
    effects.length > 0 ? authorityRefusal(context, draft, { operation: 'change', before: typed, effects }) : null;
  return rights ?? checked(context, draft, row, { event: 'change', editable: true });
}

/** Whether the person may change the field: readable, granted, and not their own authority. */
export function mayEditField(context: RequestContext, field: Field, row: Row): boolean {
  const own = context.person !== null && row.id === context.person.id;
  return mayChangeField(context, field.name, row) && !(own && authorityOf(context.model).has(field.name));
}

/** Whether the person sets a new, valid value for their own authority field. */
function isOwnAuthority(context: RequestContext, field: Field, stored: Stored, draft: Draft): boolean {
  if (context.person?.id !== stored.id || !authorityOf(context.model).has(field.name)) return false;
  if (draft.faults.some((fault) => fault.path === field.name)) return false;
  return JSON.stringify(draft.values.get(field.name) ?? null) !== JSON.stringify(stored.values.get(field.name) ?? null);
}

/** Raises an event. `can`: a test before input, so asked values are unknown. */
export function raise(context: RequestContext, request: RequestOf<'event'>, can = false): WriteResult {
  const { model } = context;
  const sent = membersOf(request.input);
  if (sent === null) return refusal(model, 'UNREADABLE');
  const moves = movesOf(context, request.entity, request.event);
  if (!mayAtAll(context, 'read', request.entity) || !moves.some((move) => mayTakeSomewhere(context, move)))
    return refusal(model, 'NOT_ALLOWED');
  const stored = readableStored(context, request.entity, request.id, request.call);
  if (stored === null) return refusal(model, 'NOT_FOUND');
  const row = rowOf(model, stored);
  const here = movesFrom(moves, stored);
  const near = here.length > 0 ? here : moves;
  const isTheirs = (move: Move) => mayTake(context, move, row) && !changesOwnAuthority(context, move, row);
  const mine = near.filter((move) => isTheirs(move) && meetsPersonGuard(context, move, row));
  const [first] = near;
  if (mine.length === 0) {
    const stated =
      differByPerson(
        context.model,
        here.filter((each) => mayTake(context, each, row)),
      ) &&
      first !== undefined &&
      isTheirs(first)
        ? first.transition.error?.name
        : undefined;
    return refusal(model, stated ?? 'NOT_ALLOWED', [], 403);
  }
  const late = versionRefusal(context, request.match, request.call);
  if (late !== null) return late;
  if (here.length === 0) return refusalWithoutMove(context, moves, here);
  const move = mine.find((each) => meetsRecordGuard(context, each, row));
  if (move === undefined) return refusal(model, mine[0]?.transition.error?.name ?? 'NOT_MET', [], 409);
  return perform(context, request, { move, stored, row, sent, can });
}

interface Raised {
  readonly move: Move;
  readonly stored: Stored;
  readonly row: Row;
  readonly sent: ReadonlyMap<string, Json>;
  readonly can: boolean;
}

/** Applies asked values first, then effects from left to right, then the rules. */
function perform(context: RequestContext, request: RequestOf<'event'>, raised: Raised): WriteResult {
  const { move, stored, row, sent, can } = raised;
  const asks = move.transition.effects.flatMap((effect) => (effect.kind === 'ask' ? [effect] : []));
  const draft = draftOf(stored, can ? asks.map((ask) => ask.field) : []);
  const sends = fieldsOfCall(context.model, callOf(context, request.call));
  const fields = asks
    .filter((ask) => sends === null || sends.includes(ask.field))
    .flatMap((ask) => fieldNamed(context, request.entity, ask.field));
  writeInput(context, draft, sent, fields);
  enterLines(context, draft);
  for (const ask of asks) {
    const missing = (sent.get(ask.field) ?? null) === null || draft.values.get(ask.field) === null;
    const known = draft.faults.some((fault) => fault.path === ask.field);
    if (!can && !ask.optional && missing && !known) draft.faults.push({ path: ask.field, code: 'REQUIRED' });
  }
  takeEffect(context, draft, move, row);
  setState(move.machine, draft.values, move.transition.to);
  stamp(context, draft, false);
  compute(context, draft);
  const effects = ownEffects(move.transition.effects);
  const rights = authorityRefusal(context, draft, { operation: 'change', before: stored.values, effects });
  if (rights !== null) return rights;
  const editable = isEditable(context, stored);
  if (editable)
    requireFields(
      draft,
      typedFields(context, request.entity).filter((field) => !draft.open.has(field.name)),
    );
  return checked(context, draft, row, { event: request.event, editable }, can ? draft.open : undefined);
}

/** Applies the effects of a transition. A new value must fit its field, unless it is unknown. */
export function takeEffect(context: RequestContext, draft: Draft, { transition }: Move, old: Row | null): void {
  const before = context.world.get(draft.id)?.values ?? new Map(draft.values);
  const unknown = unknownNames(context, draft);
  // A value that depends on missing input is unknown too.
  const missing = new Set(draft.faults.flatMap(({ code, path }) => (code === 'REQUIRED' ? [path] : [])));
  const filled: string[] = [];
  for (const effect of transition.effects) {
    if (effect.kind === 'set' && effect.on === null) {
      for (const field of fieldNamed(context, draft.entity, effect.field))
        assignExpression(context, draft, field, { tree: effect.value }, old, effect.change);
      filled.push(effect.field);
      if (readsOneOf(effect.value.tree, unknown) || readsOneOf(effect.value.tree, missing)) {
        unknown.add(effect.field);
        draft.open.add(effect.field);
      }
    } else draft.follow.push({ effect, of: draft, there: new Map(draft.values), old });
  }
  // The record itself is deleted last.
  const isEnd = ({ effect, of }: Draft['follow'][number]) =>
    of === draft && effect.kind === 'delete' && effect.on === null;
  draft.follow.sort((one, other) => Number(isEnd(one)) - Number(isEnd(other)));
  const isAnew = (name: string) => content(draft.values.get(name) ?? null) !== content(before.get(name) ?? null);
  requireFitting(
    context,
    draft,
    filled.filter((name) => !unknown.has(name) && isAnew(name)),
  );
}

function fieldNamed({ model }: RequestContext, entity: string, name: string): readonly Field[] {
  const thing = attributeNamed(model, entity, name);
  return thing?.kind === 'field' ? [thing.field] : [];
}

/** `asked`: fields whose value is not known yet; rules that read one of them are not judged. */
export function checked(
  context: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: { readonly event: string | null; readonly editable: boolean },
  asked: ReadonlySet<string> = new Set(),
): WriteResult {
  // Lines get their numbers before rules read them.
  numberLines(context.model, draft.values, draft.entity, context.world.get(draft.id));
  const isElsewhere = (rule: Rule) => readsOtherRecords(context.model, rule);
  const isJudged = (rule: Rule) => !readsOneOf(rule.condition?.tree ?? null, asked);
  const near = failingRules(context, draft, old, occasion, (rule) => isJudged(rule) && !isElsewhere(rule));
  const doubts = failingRules(context, draft, old, occasion, (rule) => isJudged(rule) && isElsewhere(rule));
  const faults = [...draft.faults, ...near, ...choiceFaults(context, draft, old), ...duplicateFaults(context, draft)];
  if (faults.length > 0)
    return refusal(context.model, 'INVALID', [
      ...faults,
      ...doubts.map((fault) => ({ ...fault, afterOthers: true as const })),
    ]);
  const certain = occasion.event !== 'change' || isAnother(draft, context.world.get(draft.id));
  draft.later.push({ old, occasion });
  const warned = { faults: warningsOf(context, draft, old, occasion, (rule) => !isElsewhere(rule)), certain };
  return { allowed: true, draft, warned, doubts };
}

function notAllowed({ model }: RequestContext, fields: readonly Field[]): Refused {
  const faults = fields.map(({ name }) => ({ path: name, code: 'NOT_ALLOWED' }));
  return refusal(model, 'NOT_ALLOWED', faults);
}
