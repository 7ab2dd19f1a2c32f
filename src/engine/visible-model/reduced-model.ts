import { pluralOf } from '../../model/lookups/plural.ts';
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
import { idOf } from '../../model/types/place.ts';
import { statedGroup } from '../../model/types/screen.ts';
import { primaryOf } from '../../model/types/translation.ts';
import { isForRoles } from '../access/screen-access.ts';
import type { CompiledModel, CompiledRule, CompiledTransition } from '../compiled/compiled-model.ts';
import { STANDARD } from '../compiled/standard-errors.ts';
import type { Principal } from '../core/principal.ts';
import { type Access, isOpen, seenFields } from './entity-access.ts';
import { effectsFor } from './reduced-effects.ts';

type Accesses = ReadonlyMap<string, Access>;

/**
 * The Model as these roles may know it. Dropped: elements that they neither see nor use, conditions of permissions,
 * guards, filters, what transitions do beside asking, samples, roles that they neither hold nor choose from.
 * An entity has what several of it are called. In place of the matrix each entity has one cell an operation that lists what they read or type on some record.
 */
export function reducedModel(
  app: CompiledModel,
  who: Principal,
  accesses: Accesses,
  screens: readonly Screen[],
  dev: boolean,
): Model {
  const { model } = app;
  // What the product is for: whoever holds a role of it may know. In development everybody has the document.
  const knows = dev || who.roles.size > 0;
  const rules = rulesFor(accesses);
  // Only English has plurals that can be made of a name.
  const hasPlurals = primaryOf(app.format.language) === 'en';
  const entities = [...accesses.values()].map((access) => entityFor(access, accesses, hasPlurals));
  const errors = errorsFor(app, rules);
  const choosing = entities.some((entity) => entity.fields.some((field) => field.type.kind === 'role'));
  const roles = model.roles.filter((role) => choosing || who.roles.has(role.name));
  const kept: Omit<Model, 'constants'> = {
    format: model.format,
    name: model.name,
    intro: knows ? model.intro : '',
    points: model.points,
    product: knows ? model.product : { ...model.product, purpose: '', audience: [] },
    screens: screens.map((screen) => screenFor(screen, who, accesses)),
    entities: [...entities, ...strangers(app, entities)],
    machines: [...accesses.values()].flatMap((access) => machinesFor(access, accesses)),
    rules: rules.map(({ rule }) => rule),
    roles: roles.map((role) => (who.roles.has(role.name) ? role : { ...role, help: '' })),
    permissions: [...accesses.values()].flatMap((access) => cellsFor(access, who)),
    calls: callsFor(app, accesses),
    errors,
    limits: model.limits,
    samples: [],
    translations: { languages: model.translations.languages, texts: [] },
    appendices: [],
  };
  const reduced: Model = { ...kept, constants: constantsIn(app, kept) };
  return dev ? reduced : withoutProse(reduced);
}

/**
 * Without the prose of the document that no screen shows: in production a browser gets the help of screens, fields and
 * roles, and of nothing else.
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
    entities: bare(model.entities),
    machines: model.machines.map(bareMachine),
    rules: bare(model.rules),
    permissions: bare(model.permissions),
    calls: bare(model.calls),
    errors: bare(model.errors),
    constants: bare(model.constants),
    limits: bare(model.limits),
  };
}

function entityFor(access: Access, accesses: Accesses, hasPlurals: boolean): Entity {
  const seen = seenFields(access);
  const { entity } = access.entity;
  // By what people sign in with, `me` is known.
  const isKept = (field: Field) => seen.has(field.name) || field.signIn;
  return {
    ...entity,
    plural: entity.plural ?? (hasPlurals ? pluralOf(entity.label) : null),
    fields: entity.fields.filter(isKept).map((field) => fieldFor(field, access, accesses)),
    was: [],
  };
}

/** A formula over what they may not read is left out; its field is then one that the product sets. */
function fieldFor(field: Field, access: Access, accesses: Accesses): Field {
  const computed = access.entity.computed.find((one) => one.field.name === field.name)?.value ?? null;
  const byDefault = access.entity.defaults.get(field.name) ?? null;
  const asked = access.entity.shownWhen.get(field.name) ?? null;
  const shown = computed !== null && isOpen(computed, accesses);
  const given = byDefault !== null && isOpen(byDefault, accesses);
  const typed = access.createInputs.includes(field.name) || access.changeInputs.includes(field.name);
  return {
    ...field,
    // Whoever can't type it need not.
    required: field.required && typed,
    requiredShown: field.requiredShown || !typed,
    computed: shown ? field.computed : null,
    byProduct: field.byProduct || (field.computed !== null && !shown),
    default: given ? field.default : null,
    // What a rule says of it, where they may know it.
    requiredWhen: null,
    shownWhen: asked !== null && isOpen(asked, accesses) ? field.shownWhen : null,
    askedOn: field.askedOn.filter(({ name }) => access.transitions.some(({ transition }) => transition.event === name)),
    was: [],
  };
}

/** Entities that are only referred to: their name, and nothing of them but by what people sign in with. */
function strangers(app: CompiledModel, entities: readonly Entity[]): Entity[] {
  const known = new Set(entities.map((entity) => entity.name));
  const named = entities.flatMap((entity) =>
    entity.fields.flatMap(({ type }) => (type.kind === 'reference' || type.kind === 'references' ? type.entity : [])),
  );
  const all = new Set([...named, ...(app.people === null ? [] : [app.people.entity])]);
  return [...all].flatMap((name) => {
    const entity = app.entities.get(name)?.entity;
    if (entity === undefined || known.has(name)) return [];
    const fields = entity.fields.filter((field) => field.signIn).map(bareField);
    return [{ ...entity, fields, help: '', was: [] }];
  });
}

/** Only that there is such a field. */
function bareField(field: Field): Field {
  const blank = { help: '', default: null, computed: null, requiredWhen: null, shownWhen: null };
  return { ...field, ...blank, required: false, requiredShown: true, byProduct: true, was: [] };
}

function machinesFor(access: Access, accesses: Accesses): Machine[] {
  const raisable = new Map(access.transitions.map((prepared) => [prepared.transition, prepared] as const));
  return access.entity.machines
    .filter(({ machine }) => access.reads.includes(machine.name))
    .map(({ machine }) => ({
      ...machine,
      transitions: machine.transitions.flatMap((transition) => {
        const prepared = raisable.get(transition);
        return prepared === undefined ? [] : transitionFor(prepared, access, accesses);
      }),
    }));
}

/** What it asks for and how it leaves the record, and nothing of who may or when: the server says that for each record. */
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

/** Rules that the browser may judge while somebody types: all they read is read by these roles. */
function rulesFor(accesses: Accesses): CompiledRule[] {
  // What depends on other records as the write leaves them is for the server to say.
  const unforeseen = new Set([...accesses.values()].flatMap(({ entity }) => [...entity.resulting]));
  return [...accesses.values()].flatMap((access) =>
    access.entity.rules.filter((rule) => !unforeseen.has(rule.rule.id) && isJudged(rule, access, accesses)),
  );
}

function isJudged({ condition, rule }: CompiledRule, access: Access, accesses: Accesses): boolean {
  if (condition === null || !isOpen(condition, accesses)) return false;
  const events = new Set(access.transitions.map(({ transition }) => transition.event));
  const raisable =
    rule.events.length === 0 ||
    rule.events.some(({ name }) => events.has(name) || !access.entity.events.includes(name));
  return raisable && (access.createInputs.length > 0 || access.changeInputs.length > 0 || rule.events.length > 0);
}

function screenFor(screen: Screen, who: Principal, accesses: Accesses): Screen {
  const access = accesses.get(screen.entity ?? '');
  const seen = access === undefined ? new Set<string>() : seenFields(access);
  const events = new Set(access?.transitions.map(({ transition }) => transition.event));
  const reads = (field: string | null) => field === null || access?.reads.includes(field) === true;
  const held = (roles: readonly Reference[]) => roles.filter(({ name }) => who.roles.has(name));
  const forThem = <T extends { readonly roles: readonly Reference[] }>(parts: readonly T[]): T[] =>
    parts.filter(({ roles }) => isForRoles(roles, who)).map((part) => ({ ...part, roles: [] }));
  return {
    ...screen,
    filter: null,
    fields: forThem(screen.fields).filter(({ name }) => seen.has(name)),
    filters: [],
    // Resolved beside it.
    sections: [],
    links: [],
    startFor: held(screen.startFor),
    sharers: screen.sharers === null ? null : held(screen.sharers),
    menu: screen.menu === null ? null : { ...screen.menu, when: null },
    guard: null,
    sort: screen.sort.filter(({ field }) => reads(field)),
    groupBy: reads(statedGroup(screen)?.field ?? null) ? screen.groupBy : null,
    actions: screen.actions.filter(({ name }) => events.has(name)),
    roles: held(screen.roles ?? []),
    numbers: screen.numbers.filter(({ field }) => reads(field)).map((tile) => ({ ...tile, filter: null })),
    charts: screen.charts
      .filter(({ field, by }) => reads(field) && reads(by))
      .map((chart) => ({ ...chart, filter: null })),
  };
}

/** One cell for an operation, without its condition: what these roles may do on some record. */
function cellsFor(access: Access, who: Principal): Permission[] {
  const [role] = [...who.roles].sort();
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
  return model.calls.filter(({ does }) => {
    const access = 'entity' in does ? accesses.get(does.entity) : undefined;
    if (access === undefined || access.entity.entity.belongsTo !== null) return false;
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

/** The texts of what the browser itself finds: its rules, and what types and required fields refuse. */
function errorsFor({ model }: CompiledModel, rules: readonly CompiledRule[]): ErrorEntry[] {
  const codes = new Set(rules.map(({ code }) => code));
  const ours = (code: string) =>
    Object.hasOwn(STANDARD, code) && STANDARD[code as keyof typeof STANDARD].situation === 'invalid';
  return model.errors.filter(({ code, standsFor }) => codes.has(code) || ours(code) || standsFor.some(ours));
}

/** The constants that anything kept speaks of, and those that they stand on. */
function constantsIn({ model }: CompiledModel, kept: Omit<Model, 'constants'>): Constant[] {
  const names = new Set<string>();
  const effects = kept.machines.flatMap(({ transitions }) => transitions.map((each) => each.effects));
  collectNames([kept.entities, kept.rules, kept.errors, effects], names);
  const found = new Set<Constant>();
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const constant of model.constants) {
      if (!names.has(constant.name) || found.has(constant)) continue;
      found.add(constant);
      collectNames(constant.value, names);
    }
  }
  return model.constants.filter((constant) => found.has(constant)).map((constant) => ({ ...constant, help: '' }));
}

/** Every word in texts: a constant's name stands in a formula, a bound or in braces in a message. */
function collectNames(part: unknown, names: Set<string>): void {
  if (typeof part === 'string') for (const word of part.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) names.add(word);
  else if (typeof part === 'object' && part !== null)
    for (const inner of Object.values(part)) collectNames(inner, names);
}
