import type { Call, Field } from '../../model/types/model.ts';
import { isCallForRoles } from '../access/call-access.ts';
import { readPolicyFor } from '../access/read-policy.ts';
import type { CompiledEntity, CompiledFormula, CompiledModel, CompiledTransition } from '../compiled/compiled-model.ts';
import { fieldsReadableSomewhere, grantsOf, isGrantedSomewhere } from '../context/permissions.ts';
import type { Principal } from '../core/principal.ts';
import { callOfScreens, inputNames, isTyped, isTypeMissing, lineNames } from '../input/input-fields.ts';
import { mayRaiseSomewhere } from '../transitions/transition-refusals.ts';

/** What a set of roles may see or use of an entity on at least some record. */
export interface Access {
  readonly entity: CompiledEntity;
  /** Readable fields, states and built-ins. */
  readonly reads: readonly string[];
  /** Those that are readable on every record the roles can find, so that a formula over them reveals nothing hidden. */
  readonly always: ReadonlySet<string>;
  readonly createInputs: readonly string[];
  /** Fields of a new record that these roles could enter if their type were shown. */
  readonly typeMissing: readonly string[];
  readonly changeInputs: readonly string[];
  readonly mayRead: boolean;
  readonly mayCreate: boolean;
  readonly mayChange: boolean;
  readonly mayDelete: boolean;
  readonly mayRestore: boolean;
  readonly transitions: readonly CompiledTransition[];
  /** The calls of the document that these roles may use. */
  readonly calls: readonly Call[];
}

/** The fields of a line that these roles can enter; null if they may not create or change lines of the list. */
export interface LineInputs {
  readonly list: string;
  readonly create: readonly string[] | null;
  readonly change: readonly string[] | null;
}

/** Returns the access to every entity that these roles can see, including lines. */
export function accessOf(model: CompiledModel, principal: Principal): ReadonlyMap<string, Access> {
  const all = new Map<string, Access>();
  for (const entity of model.entities.values()) {
    if (entity.entity.belongsTo !== null) continue;
    const access = ownAccess(model, entity, principal);
    if (access.mayRead || access.mayCreate) all.set(entity.name, access);
  }
  for (const access of [...all.values()]) for (const field of listsIn(access)) addLines(model, all, field);
  return all;
}

/** Returns whether these roles may read everything that a formula reads, on every record they can find. */
export function readsOnlyReadable(formula: CompiledFormula, accesses: ReadonlyMap<string, Access>): boolean {
  return formula.fields.every(({ entity, field }) => accesses.get(entity)?.always.has(field) === true);
}

/** Returns the fields that these roles can see: to read, to enter or as an ask. */
export function readableFields(access: Access): ReadonlySet<string> {
  const askedFields = access.transitions.flatMap(({ asks }) => asks.map(({ field }) => field));
  return new Set([
    ...access.reads,
    ...access.createInputs,
    ...access.typeMissing,
    ...access.changeInputs,
    ...askedFields,
  ]);
}

function ownAccess(model: CompiledModel, entity: CompiledEntity, principal: Principal): Access {
  const { permissions } = entity;
  const may = (operation: keyof typeof permissions) => grantsOf(permissions[operation], principal).length > 0;
  const isUsable = ({ id }: Call) => isCallForRoles(model, principal, id);
  const own = model.model.calls.filter(({ does }) => 'entity' in does && does.entity === entity.entity.name);
  const calls = own.filter(isUsable);
  /** Whether some call that does this is usable, if there is any. */
  const isCalled = (does: (call: Call) => boolean) => calls.some(does) || !own.some(does);
  const isKind = (kind: Call['does']['kind']) => isCalled(({ does }) => does.kind === kind);
  const inputs = (operation: 'create' | 'change', isWanted = isTyped) =>
    [
      ...inputNames(
        model,
        entity,
        operation,
        principal,
        callOfScreens(model, operation, entity.name, isUsable)?.id ?? null,
        isWanted,
      ),
    ].filter((name) => isGrantedSomewhere(permissions[operation], principal, name));
  const mayRead = may('read');
  const started = entity.machines.every(({ machine }) => machine.initial !== null);
  const transitions = entity.machines.flatMap((machine) => machine.transitions);
  const raisable = (one: CompiledTransition) =>
    one.transition.event !== null &&
    isCalled(({ does }) => does.kind === 'event' && does.event === one.transition.event) &&
    mayRaiseSomewhere({ principal }, entity, one);
  const policy = readPolicyFor(model, entity, principal);
  return {
    entity,
    reads: fieldsReadableSomewhere(entity, principal),
    always: new Set([...policy.fields].flatMap(([name, gate]) => (gate === null ? name : []))),
    createInputs: may('create') ? inputs('create') : [],
    typeMissing: may('create') ? inputs('create', isTypeMissing) : [],
    changeInputs: may('change') && mayRead ? inputs('change') : [],
    mayRead,
    mayCreate: may('create') && started && isKind('create'),
    mayChange: mayRead && may('change') && isKind('change'),
    mayDelete: mayRead && may('delete') && isKind('delete'),
    mayRestore: mayRead && may('restore'),
    transitions: mayRead ? transitions.filter(raisable) : [],
    calls,
  };
}

/** Adds the line entities of a list: lines are visible with their list. */
function addLines(model: CompiledModel, all: Map<string, Access>, list: Field): void {
  const entity = list.type.kind === 'list' ? model.entities.get(list.type.entity) : undefined;
  if (entity === undefined || all.has(entity.name)) return;
  const states = entity.machines.flatMap(({ machine }) => (machine.stateless ? [] : machine.name));
  const names = [...entity.entity.fields.flatMap((field) => (field.writeOnly ? [] : field.name)), ...states];
  const typed = entity.entity.fields.filter(isTyped).map((field) => field.name);
  const access: Access = {
    entity,
    reads: names,
    always: new Set(names),
    createInputs: typed,
    typeMissing: [],
    changeInputs: entity.entity.fields.filter((field) => isTyped(field) && !field.fixed).map((field) => field.name),
    mayRead: true,
    mayCreate: false,
    mayChange: false,
    mayDelete: false,
    mayRestore: false,
    transitions: [],
    calls: [],
  };
  all.set(entity.name, access);
  for (const field of listsIn(access)) addLines(model, all, field);
}

/** Returns the lists whose calls accept only some fields of a line, with the fields that can be entered. */
export function lineInputsOf(model: CompiledModel, access: Access): readonly LineInputs[] {
  const { entity } = access;
  const calls = model.model.calls.filter(({ does }) => 'entity' in does && does.entity === entity.name);
  const taken = ({ name, type }: Field, through: readonly (string | undefined)[]): string[] | null => {
    const each = through.map((call) => (call === undefined ? null : lineNames(model, call, name)));
    if (type.kind !== 'list' || each.length === 0 || each.includes(null)) return null;
    const names = new Set(each.flatMap((one) => [...(one?.names ?? [])]));
    const fields = model.entities.get(type.entity)?.entity.fields ?? [];
    return fields.flatMap((field) => (names.has(field.name) && isTyped(field) ? field.name : []));
  };
  const by = (kind: 'create' | 'change', inputs: readonly string[], { name }: Field) =>
    inputs.includes(name) ? [calls.find(({ does }) => does.kind === kind)?.id] : [];
  const asking = ({ name }: Field) =>
    access.transitions
      .filter(({ asks }) => asks.some(({ field }) => field === name))
      .map(({ transition }) => calls.find(({ does }) => does.kind === 'event' && does.event === transition.event)?.id);
  return listsIn(access).flatMap((list) => {
    const create = taken(list, by('create', access.createInputs, list));
    const change = taken(list, [...by('change', access.changeInputs, list), ...asking(list)]);
    return create === null && change === null ? [] : [{ list: list.name, create, change }];
  });
}

function listsIn(access: Access): Field[] {
  const visible = readableFields(access);
  return access.entity.entity.fields.filter((field) => field.type.kind === 'list' && visible.has(field.name));
}
