import type { Field } from '../../model/types/model.ts';
import { gatesOf } from '../access/read-policy.ts';
import type { App, Compiled, PreparedEntity, PreparedTransition } from '../compiled/compiled-model.ts';
import { admitsOnSome, grantsOf, readsOnSome } from '../context/permissions.ts';
import type { Who } from '../core/principal.ts';
import { callSent, inputNames, isTyped, isTypeMissing, lineNames } from '../input/input-fields.ts';
import { couldRaise } from '../transitions/possible-transitions.ts';

/** What a set of roles may see or use of an entity on some record. */
export interface Access {
  readonly entity: PreparedEntity;
  /** Fields, states, shown built-ins. */
  readonly reads: readonly string[];
  /** Those of them that they read on every record they find, so that a formula over them says nothing hidden. */
  readonly always: ReadonlySet<string>;
  readonly createInputs: readonly string[];
  /** Fields of a new record that they would type if their type were shown. */
  readonly typeMissing: readonly string[];
  readonly changeInputs: readonly string[];
  readonly mayRead: boolean;
  readonly mayCreate: boolean;
  readonly mayChange: boolean;
  readonly mayDelete: boolean;
  readonly mayRestore: boolean;
  readonly transitions: readonly PreparedTransition[];
}

/** Which fields of a line these roles type in; null where they may not create or change lines of the list. */
export interface LineInputs {
  readonly list: string;
  readonly create: readonly string[] | null;
  readonly change: readonly string[] | null;
}

/** The access to every entity that these roles see: their own, and the lines of those. */
export function accessOf(app: App, who: Who): ReadonlyMap<string, Access> {
  const all = new Map<string, Access>();
  for (const entity of app.entities.values()) {
    if (entity.entity.belongsTo !== null) continue;
    const access = ownAccess(app, entity, who);
    if (access.mayRead || access.mayCreate) all.set(entity.name, access);
  }
  for (const access of [...all.values()]) for (const field of listsIn(access)) addLines(app, all, field);
  return all;
}

/** Whether everything that a formula reads is read by these roles wherever they find the record. */
export function isOpen(formula: Compiled, accesses: ReadonlyMap<string, Access>): boolean {
  return formula.fields.every(({ entity, field }) => accesses.get(entity)?.always.has(field) === true);
}

/** Fields of the entity that these roles see at all: read, typed, or asked for. */
export function seenFields(access: Access): ReadonlySet<string> {
  const asked = access.transitions.flatMap(({ asks }) => asks.map(({ field }) => field));
  return new Set([...access.reads, ...access.createInputs, ...access.typeMissing, ...access.changeInputs, ...asked]);
}

function ownAccess(app: App, entity: PreparedEntity, who: Who): Access {
  const { permissions } = entity;
  const may = (operation: keyof typeof permissions) => grantsOf(permissions[operation], who).length > 0;
  const inputs = (operation: 'create' | 'change', isWanted = isTyped) =>
    [...inputNames(app, entity, operation, who, callSent(app, operation, entity.name)?.id ?? null, isWanted)].filter(
      (name) => admitsOnSome(permissions[operation], who, name),
    );
  const mayRead = may('read');
  const started = entity.machines.every(({ machine }) => machine.initial !== null);
  const transitions = entity.machines.flatMap((machine) => machine.transitions);
  const raisable = (one: PreparedTransition) => one.transition.event !== null && couldRaise({ who }, entity, one);
  const gates = gatesOf(app, entity, who);
  return {
    entity,
    reads: readsOnSome(entity, who),
    always: new Set([...gates.fields].flatMap(([name, gate]) => (gate === null ? name : []))),
    createInputs: may('create') ? inputs('create') : [],
    typeMissing: may('create') ? inputs('create', isTypeMissing) : [],
    changeInputs: may('change') && mayRead ? inputs('change') : [],
    mayRead,
    mayCreate: may('create') && started,
    mayChange: mayRead && may('change'),
    mayDelete: mayRead && may('delete'),
    mayRestore: mayRead && may('restore'),
    transitions: mayRead ? transitions.filter(raisable) : [],
  };
}

/** Lines are seen with the list that they stand in. */
function addLines(app: App, all: Map<string, Access>, list: Field): void {
  const entity = list.type.kind === 'list' ? app.entities.get(list.type.entity) : undefined;
  if (entity === undefined || all.has(entity.name)) return;
  const states = entity.machines.map(({ machine }) => machine.name);
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
  };
  all.set(entity.name, access);
  for (const field of listsIn(access)) addLines(app, all, field);
}

/** The lists of which the calls behind its forms take some fields of a line alone, with those that are typed. */
export function lineInputsOf(app: App, access: Access): readonly LineInputs[] {
  const { entity } = access;
  const calls = app.model.calls.filter(({ does }) => 'entity' in does && does.entity === entity.name);
  const taken = ({ name, type }: Field, through: readonly (string | undefined)[]): string[] | null => {
    const each = through.map((call) => (call === undefined ? null : lineNames(app, call, name)));
    if (type.kind !== 'list' || each.length === 0 || each.includes(null)) return null;
    const names = new Set(each.flatMap((one) => [...(one?.names ?? [])]));
    const fields = app.entities.get(type.entity)?.entity.fields ?? [];
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
  const seen = seenFields(access);
  return access.entity.entity.fields.filter((field) => field.type.kind === 'list' && seen.has(field.name));
}
