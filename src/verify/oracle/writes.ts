import type { Effect, Field, Rule } from '../../model/types/model.ts';
import { entityNamed, machinesOf, personEntity, thingNamed } from '../evaluator/names.ts';
import { numberLines } from '../evaluator/numbers.ts';
import { nextNumber } from '../evaluator/placeholder-values.ts';
import { fieldsTaken } from '../evaluator/shape.ts';
import type { Row } from '../evaluator/value.ts';
import { member } from '../evaluator/wire.ts';
import type { Fault, Json, Match, Refused, Request, Stored, Warned } from '../evaluator/world.ts';
import { authorityOf } from '../oracle-rules/authority.ts';
import {
  assign,
  callOf,
  compute,
  type Draft,
  draftOf,
  membersOf,
  requireFields,
  rowOfDraft,
  sendable,
  stamp,
  takeBackDefaults,
  writeInput,
} from '../oracle-rules/draft.ts';
import { lineStored } from '../oracle-rules/lines.ts';
import { looksElsewhere } from '../oracle-rules/other-records.ts';
import { may, mayAtAll, mayChangeField, mayField, mayGiveAny } from '../oracle-rules/permissions.ts';
import { type RequestContext, refusal, rowOf } from '../oracle-rules/request-context.ts';
import { failing, taken, warning } from '../oracle-rules/rules.ts';
import {
  differByPerson,
  isEditable,
  type Move,
  mayPerform,
  mightBe,
  movesFrom,
  movesOf,
  suitsMe,
  suitsRecord,
} from '../oracle-rules/states.ts';
import { readsOneOf, requireFitting, unknownNames } from './fit-bounds.ts';
import { beginIn, beginnings, begun } from './initial-states.ts';
import { atItself, movesOwn, namesIn, refusedRights } from './role-changes.ts';

type Asked<Kind extends Request['kind']> = Extract<Request, { readonly kind: Kind }>;

/** The record as it stands after what was asked; null: it is gone. */
export type Written =
  | {
      readonly allowed: true;
      readonly draft: Draft;
      readonly warned?: Warned;
      /** What looks elsewhere and fails over what is stored, with the record in its place: what will come of it shows later. */
      readonly doubts?: readonly Fault[];
    }
  | Refused;

/** The id of no record. */
const NO_RECORD = '00000000-0000-7000-8000-000000000000';

/** A new record. */
export function create(asking: RequestContext, asked: Asked<'create'>): Written {
  const { model } = asking;
  const body = membersOf(asked.input);
  const { within } = asked;
  const fields = entityNamed(model, asked.entity)?.fields ?? [];
  const byPath = fields.filter(({ name }) => within?.fields.has(name) === true);
  if (body === null) return refusal(model, 'UNREADABLE');
  if (!mayAtAll(asking, 'create', asked.entity)) return refusal(model, 'NOT_ALLOWED');
  if (within?.there === false) return refusal(model, 'NOT_FOUND');
  // Under the path there is no other record than the one that it names.
  const named = ([name, id]: readonly [string, Json]) =>
    [name, (body.get(name) ?? id) === id ? id : NO_RECORD] as const;
  const sent = new Map([...body, ...[...(within?.fields ?? [])].map(named)]);
  const draft = draftOf({ entity: asked.entity, id: asked.id, values: new Map() });
  const listed = sendable(asking, asked.entity, asked.call, 'create');
  const inputs = [...listed, ...byPath.filter((field) => !listed.includes(field))];
  writeInput(asking, draft, sent, inputs);
  for (const field of fields) {
    if (field.default !== null && !draft.values.has(field.name))
      assign(asking, draft, field, { tree: field.default }, null);
  }
  for (const { name, type } of fields)
    if (type.kind === 'number series') draft.values.set(name, nextNumber(type.pattern));
  start(asking, draft);
  enterLines(asking, draft);
  stamp(asking, draft, true);
  takeBackDefaults(asking, draft, new Set(sent.keys()));
  const found = beginnings(asking, asAllowed(asking, draft), false);
  beginIn(draft, found);
  const before = new Map(draft.values);
  const moves = begun(found);
  const effects = atItself('allowed' in moves ? [] : enter(asking, draft, moves));
  compute(asking, draft);
  requireFields(draft, typedFields(asking, asked.entity));
  const row = asAllowed(asking, draft);
  if (!may(asking, 'create', row)) return refusal(model, 'NOT_ALLOWED');
  const given = inputs.filter((field) => sent.has(field.name));
  const forbidden = given.filter(
    (field) =>
      !mayField(asking, 'create', asked.entity, field.name, row) ||
      grantsTooMuch(asking, 'create', field, draft, null, row),
  );
  if (forbidden.length > 0) return notAllowed(asking, forbidden);
  if ('allowed' in moves) return moves;
  const rights = refusedRights(asking, draft, { operation: 'create', before, effects });
  return rights ?? checked(asking, draft, null, { event: 'create', editable: true });
}

/** The record as permissions see it: what makes no sense counts as if it had not been sent. */
function asAllowed(asking: RequestContext, draft: Draft): Row {
  const senseless = new Set(
    draft.faults.flatMap(({ path, known }) => (known === true ? [] : (path.split(/[.[]/)[0] ?? []))),
  );
  const sane: Draft = { ...draft, values: new Map(draft.values), faults: [], follow: [], later: [] };
  for (const field of entityNamed(asking.model, draft.entity)?.fields ?? []) {
    if (!senseless.has(field.name) || field.computed !== null) continue;
    sane.values.delete(field.name);
    if (field.default !== null) assign(asking, sane, field, { tree: field.default }, null);
  }
  compute(asking, sane);
  return rowOf(asking.model, sane);
}

/** The fields that people fill in by themselves. */
export function typedFields({ model }: RequestContext, entity: string): readonly Field[] {
  return (entityNamed(model, entity)?.fields ?? []).filter(
    (field) => !field.byProduct && field.computed === null && field.askedOn.length === 0,
  );
}

/** The initial state of each machine. */
export function start(asking: RequestContext, draft: Draft): void {
  for (const machine of machinesOf(asking.model, draft.entity)) draft.values.set(machine.name, machine.initial);
}

/** What happens on the way into the states in which it begins; answers the effects. */
export function enter(asking: RequestContext, draft: Draft, moves: readonly Move[]): readonly Effect[] {
  return moves.flatMap((move) => {
    takeEffect(asking, draft, move, null);
    return move.transition.effects;
  });
}

/** The same of the lines that are new: those without an id. */
function enterLines(asking: RequestContext, draft: Draft): void {
  for (const { name, type } of entityNamed(asking.model, draft.entity)?.fields ?? []) {
    const lines = draft.values.get(name) ?? null;
    if (type.kind !== 'list' || !Array.isArray(lines)) continue;
    if (machinesOf(asking.model, type.entity).length === 0) continue;
    const entered = lines.map((line: Json, index): Json => {
      if ((member(line, 'id') ?? null) !== null) return line;
      const inner = draftOf(lineStored(type.entity, line));
      const found = beginnings(asking, rowOfDraft(asking, inner), true);
      beginIn(inner, found);
      const moves = begun(found);
      if ('allowed' in moves) inner.faults.push({ path: '', code: moves.code });
      else enter(asking, inner, moves);
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
export function change(asking: RequestContext, asked: Asked<'change'>): Written {
  const { model, world } = asking;
  const sent = membersOf(asked.input);
  if (sent === null) return refusal(model, 'UNREADABLE');
  if (!mayAtAll(asking, 'read', asked.entity) || !mayAtAll(asking, 'change', asked.entity))
    return refusal(model, 'NOT_ALLOWED');
  const stored = found(asking, asked.entity, asked.id);
  if (stored === null) return refusal(model, 'NOT_FOUND');
  const row = rowOf(model, stored);
  if (!may(asking, 'change', row)) return refusal(model, 'NOT_ALLOWED');
  const inputs = sendable(asking, asked.entity, asked.call, 'change');
  const draft = draftOf(stored);
  writeInput(asking, draft, sent, inputs);
  const forbidden = inputs
    .filter((field) => sent.has(field.name))
    .filter(
      (field) =>
        !mayChangeField(asking, field.name, row) ||
        isOwnAuthority(asking, field, stored, draft) ||
        grantsTooMuch(asking, 'change', field, draft, stored, row),
    );
  if (forbidden.length > 0) return notAllowed(asking, forbidden);
  const late = matched(asking, asked.match);
  if (late !== null) return late;
  if (!isEditable(asking, world.get(stored.id) ?? stored)) return refusal(model, 'WRONG_STATE');
  enterLines(asking, draft);
  stamp(asking, draft, false);
  compute(asking, draft);
  requireFields(
    draft,
    inputs.filter((field) => sent.has(field.name)),
  );
  return checked(asking, draft, row, { event: 'change', editable: true });
}

/** Readable, granted, and no authority of one's own. */
export function mayTouch(asking: RequestContext, field: Field, row: Row): boolean {
  const own = asking.person !== null && row.id === asking.person.id;
  return mayChangeField(asking, field.name, row) && !(own && authorityOf(asking.model).has(field.name));
}

/** A new value for what decides over one's own rights. The same value again changes nothing, nor does one that makes no sense. */
function isOwnAuthority(asking: RequestContext, field: Field, stored: Stored, draft: Draft): boolean {
  if (asking.person?.id !== stored.id || !authorityOf(asking.model).has(field.name)) return false;
  if (draft.faults.some((fault) => fault.path === field.name)) return false;
  return JSON.stringify(draft.values.get(field.name) ?? null) !== JSON.stringify(stored.values.get(field.name) ?? null);
}

/** Gives a role that the person does not hold, without a cell that says `(any)`. */
export function grantsTooMuch(
  asking: RequestContext,
  operation: 'create' | 'change',
  field: Field,
  draft: Draft,
  before: Stored | null,
  row: Row,
): boolean {
  if (field.type.kind !== 'role' || draft.entity !== personEntity(asking.model)?.name) return false;
  if (draft.faults.some((fault) => fault.path === field.name) || mayGiveAny(asking, operation, row, field.name))
    return false;
  const had = namesIn(before?.values.get(field.name));
  return namesIn(draft.values.get(field.name)).some((name) => !had.includes(name) && !asking.roles.includes(name));
}

/** An event. `can`: asked before anything was typed, so that what it asks for is not known yet. */
export function raise(asking: RequestContext, asked: Asked<'event'>, can = false): Written {
  const { model } = asking;
  const sent = membersOf(asked.input);
  if (sent === null) return refusal(model, 'UNREADABLE');
  const moves = movesOf(asking, asked.entity, asked.event);
  if (!mayAtAll(asking, 'read', asked.entity) || !moves.some((move) => mightBe(asking, move)))
    return refusal(model, 'NOT_ALLOWED');
  const stored = found(asking, asked.entity, asked.id);
  if (stored === null) return refusal(model, 'NOT_FOUND');
  const row = rowOf(model, stored);
  const here = movesFrom(moves, stored);
  const near = here.length > 0 ? here : moves;
  const isTheirs = (move: Move) => mayPerform(asking, move, row) && !movesOwn(asking, move, row);
  const mine = near.filter((move) => isTheirs(move) && suitsMe(asking, move, row));
  const [first] = near;
  if (mine.length === 0) {
    const stated =
      differByPerson(
        asking.model,
        here.filter((each) => mayPerform(asking, each, row)),
      ) &&
      first !== undefined &&
      isTheirs(first)
        ? first.transition.error?.name
        : undefined;
    return refusal(model, stated ?? 'NOT_ALLOWED', [], 403);
  }
  const late = matched(asking, asked.match);
  if (late !== null) return late;
  if (here.length === 0) return refusal(model, 'WRONG_STATE');
  const move = mine.find((each) => suitsRecord(asking, each, row));
  if (move === undefined) return refusal(model, mine[0]?.transition.error?.name ?? 'NOT_MET', [], 409);
  return perform(asking, asked, { move, stored, row, sent, can });
}

interface Raised {
  readonly move: Move;
  readonly stored: Stored;
  readonly row: Row;
  readonly sent: ReadonlyMap<string, Json>;
  readonly can: boolean;
}

/** Asked values first, then effects from left to right, then the rules. */
function perform(asking: RequestContext, asked: Asked<'event'>, { move, stored, row, sent, can }: Raised): Written {
  const asks = move.transition.effects.flatMap((effect) => (effect.kind === 'ask' ? [effect] : []));
  const draft = draftOf(stored, can ? asks.map((ask) => ask.field) : []);
  const sends = fieldsTaken(asking.model, callOf(asking, asked.call));
  const fields = asks
    .filter((ask) => sends === null || sends.includes(ask.field))
    .flatMap((ask) => fieldNamed(asking, asked.entity, ask.field));
  writeInput(asking, draft, sent, fields);
  enterLines(asking, draft);
  for (const ask of asks) {
    const missing = (sent.get(ask.field) ?? null) === null || draft.values.get(ask.field) === null;
    const known = draft.faults.some((fault) => fault.path === ask.field);
    if (!can && !ask.optional && missing && !known) draft.faults.push({ path: ask.field, code: 'REQUIRED' });
  }
  takeEffect(asking, draft, move, row);
  draft.values.set(move.machine.name, move.transition.to);
  stamp(asking, draft, false);
  compute(asking, draft);
  const effects = atItself(move.transition.effects);
  const rights = refusedRights(asking, draft, { operation: 'change', before: stored.values, effects });
  if (rights !== null) return rights;
  const editable = isEditable(asking, stored);
  if (editable)
    requireFields(
      draft,
      typedFields(asking, asked.entity).filter((field) => !draft.open.has(field.name)),
    );
  return checked(asking, draft, row, { event: asked.event, editable });
}

/** What an effect leaves in a field must fit there, but for what stood there before, and what is not known yet. */
export function takeEffect(asking: RequestContext, draft: Draft, { transition }: Move, old: Row | null): void {
  const before = asking.world.get(draft.id)?.values ?? new Map(draft.values);
  const unknown = unknownNames(asking, draft);
  // What an effect fills from something that is still to be given is not known either.
  const missing = new Set(draft.faults.flatMap(({ code, path }) => (code === 'REQUIRED' ? [path] : [])));
  const filled: string[] = [];
  for (const effect of transition.effects) {
    if (effect.kind === 'set' && effect.on === null) {
      for (const field of fieldNamed(asking, draft.entity, effect.field))
        assign(asking, draft, field, { tree: effect.value }, old);
      filled.push(effect.field);
      if (readsOneOf(effect.value.tree, unknown) || readsOneOf(effect.value.tree, missing)) {
        unknown.add(effect.field);
        draft.open.add(effect.field);
      }
    } else draft.follow.push({ effect, of: draft, there: new Map(draft.values), old });
  }
  const isAnew = (name: string) => content(draft.values.get(name) ?? null) !== content(before.get(name) ?? null);
  requireFitting(
    asking,
    draft,
    filled.filter((name) => !unknown.has(name) && isAnew(name)),
  );
}

function fieldNamed({ model }: RequestContext, entity: string, name: string): readonly Field[] {
  const thing = thingNamed(model, entity, name);
  return thing?.kind === 'field' ? [thing.field] : [];
}

export function checked(
  asking: RequestContext,
  draft: Draft,
  old: Row | null,
  occasion: { readonly event: string | null; readonly editable: boolean },
): Written {
  // A line has its number before rules look at it.
  numberLines(asking.model, draft.values, draft.entity, asking.world.get(draft.id));
  const isElsewhere = (rule: Rule) => looksElsewhere(asking.model, rule);
  const near = failing(asking, draft, old, occasion, (rule) => !isElsewhere(rule));
  const doubts = failing(asking, draft, old, occasion, isElsewhere);
  const faults = [...draft.faults, ...near, ...taken(asking, draft)];
  if (faults.length > 0)
    return refusal(asking.model, 'INVALID', [
      ...faults,
      ...doubts.map((fault) => ({ ...fault, later: true as const })),
    ]);
  const certain = occasion.event !== 'change' || isAnother(draft, asking.world.get(draft.id));
  draft.later.push({ old, occasion });
  const warned = { faults: warning(asking, draft, old, occasion, (rule) => !isElsewhere(rule)), certain };
  return { allowed: true, draft, warned, doubts };
}

/** Whether something is as it was not before, whoever looks: stamps aside. A list of lines without ids counts as the same. */
function isAnother({ values }: Draft, before: Stored | undefined): boolean {
  const isOurs = (name: string) => name === 'changedAt' || name === 'changedBy' || name.startsWith(' ');
  return [...values].some(
    ([name, value]) => !isOurs(name) && content(value) !== content(before?.values.get(name) ?? null),
  );
}

function content(json: Json): string {
  return JSON.stringify(json, (name, part: Json) => {
    if (name === 'id' || part === null || typeof part !== 'object') return name === 'id' ? undefined : part;
    return Array.isArray(part) ? part : Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1));
  });
}

function notAllowed({ model }: RequestContext, fields: readonly Field[]): Refused {
  return refusal(
    model,
    'NOT_ALLOWED',
    fields.map((field) => ({ path: field.name, code: 'NOT_ALLOWED' })),
  );
}

/** A record that this person reads. */
export function found(asking: RequestContext, entity: string, id: string): Stored | null {
  const stored = asking.world.get(id);
  return stored !== undefined && stored.entity === entity && may(asking, 'read', rowOf(asking.model, stored))
    ? stored
    : null;
}

export function matched({ model }: RequestContext, match: Match): Refused | null {
  if (match === 'none') return refusal(model, 'PRECONDITION_REQUIRED');
  return match === 'stale' ? refusal(model, 'CHANGED_MEANWHILE') : null;
}
