import type { Formula, Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import { attributeNamed, entityNamed, personEntity } from '../evaluator/names.ts';
import { dependsOnReader } from '../evaluator/read-values.ts';

/**
 * Returns the authority fields of a person: the role, the sign-in field, and each field that a permission or guard
 * reads, directly or indirectly.
 */
export function authorityOf(model: Model): ReadonlySet<string> {
  const person = personEntity(model);
  if (person === null) return new Set();
  const own = person.fields.filter((field) => field.type.kind === 'role' || field.signIn).map((field) => field.name);
  const read = deciding(model).flatMap(({ entity, tree }) =>
    readForPerson(model, entity, tree).filter((each) => each.entity === person.name),
  );
  return new Set([...own, ...read.map((each) => each.field)]);
}

/** Returns what an expression reads, including what computed fields that depend on the reader read. */
function readForPerson(model: Model, entity: string, tree: Tree, seen: readonly string[] = []): readonly ReadField[] {
  const read = readOf(model, entity, tree);
  const behind = read.flatMap(({ entity: of, field }) => {
    const key = `${of}/${field}`;
    const computed = entityNamed(model, of)?.fields.find(({ name }) => name === field)?.computed?.tree ?? null;
    if (computed === null || seen.includes(key) || !dependsOnReader(model, of, field)) return [];
    return readForPerson(model, of, computed, [...seen, key]);
  });
  return [...read, ...behind];
}

interface Deciding {
  readonly entity: string;
  readonly tree: Tree;
}

/** Returns the conditions of permissions, the guards, and the paths under Who. */
function deciding(model: Model): readonly Deciding[] {
  const about = (entity: string, formula: Formula | null): Deciding[] =>
    formula?.tree ? [{ entity, tree: formula.tree }] : [];
  const cells = model.permissions.flatMap((cell) =>
    'where' in cell.grant ? about(cell.entity, cell.grant.where) : [],
  );
  const transitions = model.machines.flatMap((machine) =>
    machine.transitions.flatMap((transition) => [
      ...about(machine.entity, transition.guard),
      ...(transition.who ?? []).flatMap((who) => {
        const tree = pathTree(who.name);
        return attributeNamed(model, machine.entity, who.name.split('.')[0] ?? '') === null
          ? []
          : [{ entity: machine.entity, tree }];
      }),
    ]),
  );
  return [...cells, ...transitions];
}

/** Returns a path such as `owner.manager` as an expression. */
export function pathTree(path: string): Tree {
  const [first = '', ...rest] = path.split('.');
  return rest.reduce<Tree>((of, name) => ({ op: 'member', of, name, from: 0, to: 0 }), {
    op: 'name',
    name: first,
    from: 0,
    to: 0,
  });
}

interface ReadField {
  readonly entity: string;
  readonly field: string;
}

/** Returns every field that an expression reads, with its entity. */
export function readOf(
  model: Model,
  entity: string,
  tree: Tree,
  locals: ReadonlyMap<string, string | null> = new Map(),
): readonly ReadField[] {
  const read: ReadField[] = [];
  entityBehind(tree, locals);
  return read;

  /** Returns the entity of the record or records that an expression leads to, and collects the fields that it reads. */
  function entityBehind(at: Tree, names: ReadonlyMap<string, string | null>): string | null {
    switch (at.op) {
      case 'name':
        if (names.has(at.name)) return names.get(at.name) ?? null;
        if (at.name !== 'this' && attributeNamed(model, entity, at.name) !== null) return readField(entity, at.name);
        if (at.name === 'this' || at.name === 'old') return entity;
        return at.name === 'me' ? (personEntity(model)?.name ?? null) : null;
      case 'member': {
        const of = entityBehind(at.of, names);
        return of === null || entityNamed(model, of) === null ? null : readField(of, at.name);
      }
      case 'call': {
        const of = at.receiver === null ? null : entityBehind(at.receiver, names);
        const [first, ...rest] = at.args;
        const local =
          at.receiver !== null && first?.op === 'name' && rest.length === 1
            ? new Map([...names, [first.name, of]])
            : names;
        for (const arg of at.args) if (arg !== first || local === names) entityBehind(arg, local);
        return at.name === 'filter' ? of : null;
      }
      default:
        for (const part of childrenOf(at)) entityBehind(part, names);
        return null;
    }
  }

  function readField(of: string, field: string): string | null {
    const thing = attributeNamed(model, of, field);
    if (thing === null) return null;
    read.push({ entity: of, field });
    return 'entity' in thing.type ? thing.type.entity : null;
  }
}

/** Returns the parts of an expression that is not a name, path, call or query. */
export function childrenOf(tree: Tree): readonly Tree[] {
  switch (tree.op) {
    case 'unary':
      return [tree.of];
    case 'binary':
      return [tree.left, tree.right];
    case 'list':
      return tree.items;
    case 'conditional':
      return [tree.test, tree.yes, tree.no];
    default:
      return [];
  }
}
