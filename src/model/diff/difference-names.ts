import { labelOf } from '../lookups/label-from-name.ts';
import type { Name } from '../types/element.ts';
import type { Formula, Tree } from '../types/formula.ts';
import type {
  Effect,
  Entity,
  Field,
  LetterText,
  Machine,
  Model,
  Permission,
  Reference,
  Rule,
  Screen,
} from '../types/model.ts';
import type { Type } from '../types/types.ts';
import { previousVersionOf } from './difference-match.ts';

/** Renames that `was` states, from old names to new ones. Fields are keyed by the new name of their entity. */
export interface Renames {
  readonly entities: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Returns the renames between two Models. */
export function renamesOf(old: Model, now: Model): Renames {
  const entities = new Map<string, string>();
  const fields = new Map<string, ReadonlyMap<string, string>>();
  const names = new Set(now.entities.map(({ name }) => name));
  for (const entity of now.entities) {
    const before = previousVersionOf(entity, old.entities, (name) => names.has(name));
    if (before === null) continue;
    if (before.name !== entity.name) entities.set(before.name, entity.name);
    const own = renamedFields(before, entity);
    if (own.size > 0) fields.set(entity.name, own);
  }
  return { entities, fields };
}

function renamedFields(before: Entity, entity: Entity): ReadonlyMap<string, string> {
  const names = new Set(entity.fields.map(({ name }) => name));
  const pairs = entity.fields.flatMap((field): [string, string][] => {
    const former = previousVersionOf(field, before.fields, (name) => names.has(name));
    return former === null || former.name === field.name ? [] : [[former.name, field.name]];
  });
  return new Map(pairs);
}

/** Returns the Model with the renames applied to names and trees; the texts of formulas do not change. */
export function applyRenames(model: Model, renames: Renames): Model {
  if (renames.entities.size === 0 && renames.fields.size === 0) return model;
  const names = namesBy(renames);
  const { entity } = names;
  return {
    ...model,
    screens: model.screens.map((screen) => screenOf(screen, names)),
    entities: model.entities.map((each) => entityOf(each, names)),
    machines: model.machines.map((machine) => machineOf(machine, names)),
    rules: model.rules.map((rule) => ruleOf(rule, names)),
    roles: model.roles.map((role) => ({
      ...role,
      relation: role.relation.map((each) => ({
        entity: entity(each.entity),
        path: names.formula(entity(each.entity), each.path),
      })),
    })),
    permissions: model.permissions.map((cell) => cellOf(cell, names)),
    calls: model.calls.map((call) => {
      const does = 'entity' in call.does ? { ...call.does, entity: entity(call.does.entity) } : call.does;
      const of = 'entity' in does ? does.entity : '';
      const { sends, query } = call;
      return { ...call, does, sends: sends && names.references(of, sends), query: names.references(of, query) };
    }),
    samples: model.samples.map((sample) => ({
      ...sample,
      entity: entity(sample.entity),
      columns: names.references(entity(sample.entity), sample.columns),
    })),
  };
}

interface Names {
  readonly entity: (name: string) => string;
  /** Looks up a field by the new name of its entity. */
  readonly field: (entity: string, name: string) => string;
  readonly references: <T extends Reference>(entity: string, list: readonly T[]) => readonly T[];
  readonly tree: (entity: string, tree: Tree) => Tree;
  readonly formula: <T extends Formula | null>(entity: string, stated: T) => T;
}

/** Returns an expression with the renames applied. `entity` is the new name of its entity. */
export const applyRenamesToTree = (renames: Renames, entity: string, tree: Tree): Tree =>
  namesBy(renames).tree(entity, tree);

function namesBy({ entities, fields }: Renames): Names {
  const everywhere = new Map([...fields.values()].flatMap((own) => [...own]));
  const entity = (name: string) => entities.get(name) ?? name;
  const field = (of: string, name: string) => fields.get(of)?.get(name) ?? name;
  const tree = (of: string, each: Tree): Tree => {
    const within = (part: Tree) => tree(of, part);
    switch (each.op) {
      case 'name':
        return { ...each, name: field(of, each.name) };
      case 'member':
        return { ...each, of: within(each.of), name: everywhere.get(each.name) ?? each.name };
      case 'unary':
        return { ...each, of: within(each.of) };
      case 'binary':
        return { ...each, left: within(each.left), right: within(each.right) };
      case 'list':
        return { ...each, items: each.items.map(within) };
      case 'conditional':
        return { ...each, test: within(each.test), yes: within(each.yes), no: within(each.no) };
      // In a query, bare names are fields of the queried entity.
      case 'query':
        return {
          ...each,
          of: within(each.of),
          where: tree(each.of.op === 'name' ? entity(each.of.name) : of, each.where),
        };
      case 'call':
        return { ...each, receiver: each.receiver && within(each.receiver), args: each.args.map(within) };
      case 'index':
        return { ...each, of: within(each.of), index: within(each.index) };
      case 'null':
      case 'boolean':
      case 'text':
      case 'number':
        return each;
    }
  };
  return {
    entity,
    field,
    tree,
    references: (of, list) => list.map((each) => ({ ...each, name: field(of, each.name) })),
    formula: (of, stated) =>
      stated === null || stated.tree === null ? stated : { ...stated, tree: tree(of, stated.tree) },
  };
}

/** Renames an element. A label that was derived from the old name is derived from the new one. */
function renamed<T extends Name>(element: T, name: string): T {
  return { ...element, name, label: element.label === labelOf(element.name) ? labelOf(name) : element.label };
}

function entityOf(stated: Entity, names: Names): Entity {
  const name = names.entity(stated.name);
  const { belongsTo } = stated;
  return {
    ...renamed(stated, name),
    belongsTo: belongsTo && { ...belongsTo, name: names.entity(belongsTo.name) },
    fields: stated.fields.map((field) => fieldOf(field, name, names)),
    unique: stated.unique.map((key) => ({
      ...key,
      fields: names.references(name, key.fields),
      where: names.formula(name, key.where),
    })),
  };
}

function fieldOf(field: Field, entity: string, names: Names): Field {
  return {
    ...renamed(field, names.field(entity, field.name)),
    type: typeOf(field.type, names),
    default: names.formula(entity, field.default),
    computed: names.formula(entity, field.computed),
    shownWhen: names.formula(entity, field.shownWhen),
    requiredWhen: names.formula(entity, field.requiredWhen),
    among: names.formula('entity' in field.type ? field.type.entity : entity, field.among),
  };
}

function typeOf(type: Type, { entity }: Names): Type {
  return 'entity' in type ? { ...type, entity: entity(type.entity) } : type;
}

function screenOf(screen: Screen, names: Names): Screen {
  const entity = screen.entity === null ? null : names.entity(screen.entity);
  const of = entity ?? '';
  const field = <T extends string | null>(name: T) => (name === null ? name : names.field(of, name));
  const tile = <T extends { readonly field: string | null; readonly filter: Formula | null }>(each: T): T => ({
    ...each,
    field: field(each.field),
    filter: names.formula(of, each.filter),
  });
  return {
    ...screen,
    entity,
    filter: names.formula(of, screen.filter),
    fields: names.references(of, screen.fields),
    by: field(screen.by),
    until: field(screen.until),
    sort: screen.sort.map((key) => ({ ...key, field: names.field(of, key.field) })),
    groupBy:
      screen.groupBy === null || typeof screen.groupBy === 'string'
        ? screen.groupBy
        : { ...screen.groupBy, field: names.field(of, screen.groupBy.field) },
    numbers: screen.numbers.map(tile),
    charts: screen.charts.map((chart) => ({ ...tile(chart), by: names.field(of, chart.by) })),
    filters: screen.filters.map((each) => ({ ...each, filter: names.formula(of, each.filter) })),
    sections: screen.sections.map((each) => ({ ...each, fields: names.references(of, each.fields) })),
    guard: names.formula(of, screen.guard),
  };
}

function machineOf(machine: Machine, names: Names): Machine {
  const entity = names.entity(machine.entity);
  return {
    ...machine,
    entity,
    transitions: machine.transitions.map((each) => ({
      ...each,
      who: each.who && names.references(entity, each.who),
      guard: names.formula(entity, each.guard),
      effects: each.effects.map((effect) => effectOf(effect, entity, names)),
    })),
  };
}

function effectOf(effect: Effect, entity: string, names: Names): Effect {
  switch (effect.kind) {
    case 'set': {
      const field = effect.on === null ? names.field(entity, effect.field) : effect.field;
      return { ...effect, field, on: names.formula(entity, effect.on), value: names.formula(entity, effect.value) };
    }
    case 'ask':
      return { ...effect, field: names.field(entity, effect.field) };
    case 'notify':
      return { ...effect, to: names.formula(entity, effect.to) };
    case 'email': {
      const { to, subject, text, file } = effect;
      const letter = ({ text: words, values }: LetterText): LetterText => ({
        text: words,
        values: values.map((value) => names.formula(entity, value)),
      });
      return {
        ...effect,
        to: names.formula(entity, to),
        subject: letter(subject),
        text: letter(text),
        file: names.formula(entity, file),
      };
    }
    case 'create':
      return { ...effect, entity: names.entity(effect.entity) };
    default:
      return effect;
  }
}

function ruleOf(rule: Rule, names: Names): Rule {
  const entity = names.entity(rule.entity);
  const { field, condition } = rule;
  return {
    ...rule,
    entity,
    condition: names.formula(entity, condition),
    field: field && { ...field, name: names.field(entity, field.name) },
  };
}

function cellOf(cell: Permission, names: Names): Permission {
  const entity = names.entity(cell.entity);
  const { grant, field } = cell;
  const where = 'where' in grant ? { where: names.formula(entity, grant.where) } : {};
  const fields = grant.kind === 'yes' ? { fields: grant.fields && names.references(entity, grant.fields) } : {};
  return {
    ...cell,
    entity,
    field: field === null ? null : names.field(entity, field),
    grant: { ...grant, ...where, ...fields },
  };
}
