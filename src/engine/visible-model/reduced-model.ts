import { fieldsOfThis } from '../../expressions/syntax/choice-tree.ts';
import { NO_API } from '../../model/lookups/call-options.ts';
import { pluralOf } from '../../model/lookups/plural.ts';
import { idOf } from '../../model/types/element.ts';
import type { Formula, Tree } from '../../model/types/formula.ts';
import type {
  Constant,
  Entity,
  ErrorEntry,
  Field,
  Machine,
  Model,
  Operation,
  Permission,
  Reference,
  Screen,
  Transition,
} from '../../model/types/model.ts';
import { withoutOpenSentences } from '../../model/types/open-words.ts';
import { statedGroupingOf } from '../../model/types/screen.ts';
import { primaryLanguageOf } from '../../model/types/translation.ts';
import { isForRoles } from '../access/screen-access.ts';
import type { CompiledModel, CompiledRule, CompiledTransition } from '../compiled/compiled-model.ts';
import { STANDARD } from '../compiled/standard-errors.ts';
import type { Principal } from '../core/principal.ts';
import { type Access, readableFields, readsOnlyReadable } from './entity-access.ts';
import { effectsFor } from './reduced-effects.ts';

type Accesses = ReadonlyMap<string, Access>;

/**
 * Returns the Model as these roles may know it. It omits elements that they can neither see nor use, conditions of
 * permissions, guards, filters, effects other than asks, samples, and roles that they neither have nor can choose.
 * Entities get a plural name. Instead of the permission matrix, each entity has one cell per operation that lists what
 * the roles may read or enter on some record.
 */
export function reducedModel(
  compiled: CompiledModel,
  principal: Principal,
  accesses: Accesses,
  screens: readonly Screen[],
  dev: boolean,
): Model {
  const { model } = compiled;
  // Everybody with a role may know the purpose of the product. In development everybody gets the document.
  const knows = dev || principal.roles.size > 0;
  const rules = rulesFor(accesses);
  // Plurals can be derived from a name only in English.
  const hasPlurals = primaryLanguageOf(compiled.format.language) === 'en';
  const entities = [...accesses.values()].map((access) => entityFor(access, accesses, hasPlurals));
  const errors = errorsFor(compiled, rules);
  const choosing = entities.some((entity) => entity.fields.some((field) => field.type.kind === 'role'));
  const roles = model.roles.filter((role) => choosing || principal.roles.has(role.name));
  const bare: Omit<Model, 'constants'> = {
    format: model.format,
    name: model.name,
    intro: knows ? model.intro : '',
    points: model.points,
    product: knows ? model.product : { ...model.product, purpose: '', audience: [] },
    screens: screens.map((screen) => screenFor(screen, principal, accesses)),
    entities: [...entities, ...referencedEntities(compiled, entities)],
    machines: [...accesses.values()].flatMap((access) => machinesFor(access, accesses)),
    rules: rules.map(({ rule }) => rule),
    roles: roles.map((role) => (principal.roles.has(role.name) ? role : { ...role, help: '' })),
    permissions: [...accesses.values()].flatMap((access) => cellsFor(access, principal)),
    api: NO_API,
    shapes: [],
    calls: callsFor(compiled, accesses),
    errors,
    // Only the server answers with bodies.
    errorAnswers: { body: null, mediaType: null, member: null },
    limits: model.limits,
    samples: [],
    translations: { languages: model.translations.languages, texts: [] },
    appendices: [],
  };
  const reduced: Model = { ...bare, constants: constantsIn(compiled, bare) };
  return dev ? reduced : withoutProse(reduced);
}

/**
 * Removes the document's prose that no screen shows: in production a client gets the help of screens, fields and roles
 * only, without what they leave open.
 */
function withoutProse(model: Model): Model {
  const bare = <T extends { readonly help: string }>(elements: readonly T[]): T[] =>
    elements.map((element) => ({ ...element, help: '' }));
  const bareMachine = (machine: Machine): Machine => ({
    ...machine,
    help: '',
    transitions: bare(machine.transitions),
  });
  return {
    ...model,
    points: bare(model.points),
    entities: bare(model.entities).map((entity) => ({ ...entity, fields: entity.fields.map(withoutOpenNotes) })),
    machines: model.machines.map(bareMachine),
    rules: bare(model.rules),
    permissions: bare(model.permissions),
    calls: bare(model.calls),
    errors: bare(model.errors),
    constants: bare(model.constants),
    limits: bare(model.limits),
  };
}

const withoutOpenNotes = (field: Field): Field => ({
  ...field,
  help: withoutOpenSentences(field.help),
  requiredShown: true,
});

function entityFor(access: Access, accesses: Accesses, hasPlurals: boolean): Entity {
  const visible = readableFields(access);
  const { entity } = access.entity;
  // The sign-in field is needed to recognize `me`.
  const isKept = (field: Field) => visible.has(field.name) || field.signIn;
  return {
    ...entity,
    plural: entity.plural ?? (hasPlurals ? pluralOf(entity.label) : null),
    fields: entity.fields.filter(isKept).map((field) => fieldFor(field, access, accesses)),
    was: [],
    key: null,
  };
}

/** Removes formulas that read something the roles may not read. The field is then marked as set by the product. */
function fieldFor(field: Field, access: Access, accesses: Accesses): Field {
  const computed = access.entity.computed.find((one) => one.field.name === field.name)?.value ?? null;
  const byDefault = access.entity.defaults.get(field.name) ?? null;
  const shownWhen = access.entity.shownWhen.get(field.name) ?? null;
  const shown = computed !== null && readsOnlyReadable(computed, accesses);
  const given = byDefault !== null && readsOnlyReadable(byDefault, accesses);
  const typed = access.createInputs.includes(field.name) || access.changeInputs.includes(field.name);
  return {
    ...field,
    // A field that can't be entered is not required, nor one with a default that only the server knows.
    required: field.required && typed && (field.default === null || given),
    requiredShown: field.requiredShown || !typed,
    computed: shown ? field.computed : null,
    byProduct: field.byProduct || (field.computed !== null && !shown),
    default: given ? field.default : null,
    // Rules express this, if the roles may know them.
    requiredWhen: null,
    among: field.among && namesOfThis(field.among, readableFields(access)),
    shownWhen: shownWhen !== null && readsOnlyReadable(shownWhen, accesses) ? field.shownWhen : null,
    askedOn: field.askedOn.filter(({ name }) => access.transitions.some(({ transition }) => transition.event === name)),
    was: [],
  };
}

/**
 * Returns the condition of the records that a reference offers without anything but the fields of the edited record that
 * it reads: the client sends their values, and the server applies the condition.
 */
function namesOfThis({ at, tree }: Formula, visible: ReadonlySet<string>): Formula {
  const place = { from: 0, to: 0 };
  const record: Tree = { op: 'name', name: 'this', ...place };
  const names = tree === null ? [] : fieldsOfThis(tree).filter((name) => visible.has(name));
  const items = names.map((name): Tree => ({ op: 'member', of: record, name, ...place }));
  return { text: '', at, tree: { op: 'list', items, ...place } };
}

/** Returns entities that are only referred to: with their name and sign-in field alone. */
function referencedEntities(model: CompiledModel, entities: readonly Entity[]): Entity[] {
  const known = new Set(entities.map((entity) => entity.name));
  const named = entities.flatMap((entity) =>
    entity.fields.flatMap(({ type }) => (type.kind === 'reference' || type.kind === 'references' ? type.entity : [])),
  );
  const all = new Set([...named, ...(model.people === null ? [] : [model.people.entity])]);
  return [...all].flatMap((name) => {
    const entity = model.entities.get(name)?.entity;
    if (entity === undefined || known.has(name)) return [];
    const fields = entity.fields.filter((field) => field.signIn).map(bareField);
    return [{ ...entity, fields, help: '', was: [] }];
  });
}

/** Returns the field without anything but its existence. */
function bareField(field: Field): Field {
  const blank = { help: '', default: null, computed: null, requiredWhen: null, shownWhen: null, among: null };
  return { ...field, ...blank, required: false, requiredShown: true, byProduct: true, was: [] };
}

function machinesFor(access: Access, accesses: Accesses): Machine[] {
  const raisable = new Map(access.transitions.map((prepared) => [prepared.transition, prepared] as const));
  return access.entity.machines
    .filter(({ machine }) => (machine.stateless ? access.mayRead : access.reads.includes(machine.name)))
    .map(({ machine }) => ({
      ...machine,
      transitions: machine.transitions.flatMap((transition) => {
        const prepared = raisable.get(transition);
        return prepared === undefined ? [] : transitionFor(prepared, access, accesses);
      }),
    }));
}

/**
 * Returns the transition with its asks and effects, but without who may take it or when: the server says that for each
 * record.
 */
function transitionFor(prepared: CompiledTransition, access: Access, accesses: Accesses): Transition {
  return {
    ...prepared.transition,
    timer: null,
    who: [],
    guard: null,
    guardShown: true,
    effects: effectsFor(prepared, access, accesses),
    error: null,
  };
}

/**
 * Returns the rules that the client can check while a form is being filled in: these roles may read everything that
 * they read.
 */
function rulesFor(accesses: Accesses): CompiledRule[] {
  // Rules that depend on the resulting state of other records are checked by the server.
  const unforeseen = new Set([...accesses.values()].flatMap(({ entity }) => [...entity.rulesOnResult]));
  return [...accesses.values()].flatMap((access) =>
    access.entity.rules.filter((rule) => !unforeseen.has(rule.rule.id) && isJudged(rule, access, accesses)),
  );
}

function isJudged({ condition, rule }: CompiledRule, access: Access, accesses: Accesses): boolean {
  if (condition === null || !readsOnlyReadable(condition, accesses)) return false;
  const events = new Set(access.transitions.map(({ transition }) => transition.event));
  const raisable =
    rule.events.length === 0 ||
    rule.events.some(({ name }) => events.has(name) || !access.entity.events.includes(name));
  return raisable && (access.createInputs.length > 0 || access.changeInputs.length > 0 || rule.events.length > 0);
}

function screenFor(screen: Screen, principal: Principal, accesses: Accesses): Screen {
  const access = accesses.get(screen.entity ?? '');
  const visible = access === undefined ? new Set<string>() : readableFields(access);
  const events = new Set(access?.transitions.map(({ transition }) => transition.event));
  const reads = (field: string | null) => field === null || access?.reads.includes(field) === true;
  const held = (roles: readonly Reference[]) => roles.filter(({ name }) => principal.roles.has(name));
  const forThem = <T extends { readonly roles: readonly Reference[] }>(parts: readonly T[]): T[] =>
    parts.filter(({ roles }) => isForRoles(roles, principal)).map((part) => ({ ...part, roles: [] }));
  return {
    ...screen,
    filter: null,
    fields: forThem(screen.fields).filter(({ name }) => visible.has(name)),
    filters: [],
    // These are resolved separately in the View.
    sections: [],
    links: [],
    startFor: held(screen.startFor),
    sharers: screen.sharers === null ? null : held(screen.sharers),
    menu: screen.menu === null ? null : { ...screen.menu, when: null },
    guard: null,
    sort: screen.sort.filter(({ field }) => reads(field)),
    groupBy: reads(statedGroupingOf(screen)?.field ?? null) ? screen.groupBy : null,
    actions: screen.actions.filter(({ name }) => events.has(name)),
    roles: held(screen.roles ?? []),
    numbers: screen.numbers.filter(({ field }) => reads(field)).map((tile) => ({ ...tile, filter: null })),
    charts: screen.charts
      .filter(({ field, by }) => reads(field) && reads(by))
      .map((chart) => ({ ...chart, filter: null })),
  };
}

/** Returns one cell per operation without its condition: what these roles may do on some record. */
function cellsFor(access: Access, principal: Principal): Permission[] {
  const [role] = [...principal.roles].sort();
  if (role === undefined || access.entity.entity.belongsTo !== null) return [];
  const cell = (operation: Operation, may: boolean, fields: readonly string[] | null): Permission[] => {
    if (!may) return [];
    const id = idOf('permission', access.entity.name, operation, role);
    const element = { id, point: 6, standing: 'stated', at: null, assumption: null, help: '' } as const;
    const granted = fields?.map((name) => ({ name, at: null, any: true })) ?? null;
    return [
      {
        ...element,
        entity: access.entity.name,
        field: null,
        operation,
        role,
        grant: { kind: 'yes', fields: granted, where: null },
      },
    ];
  };
  return [
    ...cell('read', access.mayRead, access.reads),
    ...cell('create', access.mayCreate, access.createInputs),
    ...cell('change', access.mayChange, access.changeInputs),
    ...cell('delete', access.mayDelete, null),
  ];
}

function callsFor({ model }: CompiledModel, accesses: Accesses): Model['calls'] {
  return model.calls.filter((call) => {
    const { does } = call;
    const access = 'entity' in does ? accesses.get(does.entity) : undefined;
    if (access === undefined || access.entity.entity.belongsTo !== null) return false;
    if (!access.calls.includes(call)) return false;
    switch (does.kind) {
      case 'list':
      case 'read':
        return access.mayRead;
      case 'create':
        return access.mayCreate;
      case 'change':
        return access.mayChange;
      case 'delete':
        return access.mayDelete;
      case 'event':
        return access.transitions.some(({ transition }) => transition.event === does.event);
      default:
        return false;
    }
  });
}

/**
 * Returns the error texts that the client needs itself: for its rules, and for failures of types and required fields.
 */
function errorsFor({ model }: CompiledModel, rules: readonly CompiledRule[]): ErrorEntry[] {
  const codes = new Set(rules.map(({ code }) => code));
  const ours = (code: string) =>
    Object.hasOwn(STANDARD, code) && STANDARD[code as keyof typeof STANDARD].situation === 'invalid';
  return model.errors
    .filter(({ code, standsFor }) => codes.has(code) || ours(code) || standsFor.some(ours))
    .map((entry) => ({ ...entry, member: null, body: null }));
}

/** Returns the constants that the kept elements refer to, directly or through other constants. */
function constantsIn({ model }: CompiledModel, bare: Omit<Model, 'constants'>): Constant[] {
  const names = new Set<string>();
  const effects = bare.machines.flatMap(({ transitions }) => transitions.map((each) => each.effects));
  collectNames([bare.entities, bare.rules, bare.errors, effects], names);
  const constants = new Set<Constant>();
  for (let before = -1; before !== constants.size; ) {
    before = constants.size;
    for (const constant of model.constants) {
      if (!names.has(constant.name) || constants.has(constant)) continue;
      constants.add(constant);
      collectNames(constant.value, names);
    }
  }
  return model.constants.filter((constant) => constants.has(constant)).map((constant) => ({ ...constant, help: '' }));
}

/** Collects every word in texts: a constant's name may occur in a formula, a bound or as a placeholder of a message. */
function collectNames(part: unknown, names: Set<string>): void {
  if (typeof part === 'string') for (const word of part.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) names.add(word);
  else if (typeof part === 'object' && part !== null)
    for (const inner of Object.values(part)) collectNames(inner, names);
}
