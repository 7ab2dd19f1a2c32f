import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { childrenOf } from './authority.ts';
import { within } from './evaluate.ts';
import { entityNamed, personEntity, thingNamed } from './names.ts';

/** The records of which entity an expression stands for; null: none, but a value. */
type Behind = string | null;

/** By name: the records that a part of an expression gives a name to. */
type Locals = ReadonlyMap<string, Behind>;

const WORDS: readonly string[] = ['this', 'old', 'me', 'now', 'today'];

const found = new WeakMap<Tree, boolean>();

/** Whether an expression names what the document states nowhere: then nobody knows what it comes to. */
export function namesNothing(model: Model, entity: string, tree: Tree): boolean {
  const before = found.get(tree);
  if (before !== undefined) return before;
  const isNothing = leadsNowhere(model, entity, tree);
  found.set(tree, isNothing);
  return isNothing;
}

function leadsNowhere(model: Model, entity: string, tree: Tree): boolean {
  const known = new Set([...WORDS, ...wordsOf(model)]);
  let isMissing = false;
  follow(tree, entity, new Map());
  return isMissing;

  /** `self`: whose names stand alone. */
  function follow(at: Tree, self: string, locals: Locals): Behind {
    switch (at.op) {
      case 'name':
        return named(at.name, self, locals);
      case 'member':
        return member(at, self, locals);
      case 'index':
        follow(at.index, self, locals);
        return null;
      case 'query': {
        const of = follow(at.of, self, locals);
        const items = of ?? entityIn(at.of) ?? self;
        follow(at.where, items, locals);
        return of;
      }
      case 'call':
        return call(at, self, locals);
      default:
        for (const part of childrenOf(at)) follow(part, self, locals);
        return null;
    }
  }

  function named(name: string, self: string, locals: Locals): Behind {
    if (locals.has(name)) return locals.get(name) ?? null;
    const thing = thingNamed(model, self, name);
    if (thing !== null) return behind(thing.type);
    if (name === 'this' || name === 'old') return entity;
    if (name === 'me') return personEntity(model)?.name ?? null;
    if (entityNamed(model, name) !== null) return name;
    // In a question the names of the record that asks stand alone as well.
    const outer = thingNamed(model, entity, name);
    if (outer !== null) return behind(outer.type);
    if (!known.has(name)) isMissing = true;
    return null;
  }

  function member({ of, name }: Extract<Tree, { op: 'member' }>, self: string, locals: Locals): Behind {
    const isWord = of.op === 'name' && !locals.has(of.name) && thingNamed(model, self, of.name) === null;
    // `Status.Draft`: the choice says which.
    if (isWord && !WORDS.includes(of.name) && entityNamed(model, of.name) === null) {
      if (!known.has(name)) isMissing = true;
      return null;
    }
    const from = follow(of, self, locals);
    if (from === null) return null;
    const thing = thingNamed(model, from, name);
    if (thing === null) isMissing = true;
    return thing === null ? null : behind(thing.type);
  }

  function call({ name, receiver, args }: Extract<Tree, { op: 'call' }>, self: string, locals: Locals): Behind {
    const of = receiver === null ? null : follow(receiver, self, locals);
    const [first, ...rest] = args;
    const isEach = receiver !== null && first?.op === 'name' && rest.length === 1;
    const inside = isEach ? new Map([...locals, [first.name, of] as const]) : locals;
    for (const arg of isEach ? rest : args) follow(arg, self, inside);
    return name === 'filter' ? of : null;
  }

  /** `Order` in `sum(Order.total where …)`. */
  function entityIn(tree: Tree): Behind {
    const [named] = within(tree).flatMap((part) => {
      const name = part.op === 'name' ? part.name : part.op === 'text' ? part.value : null;
      return name !== null && entityNamed(model, name) !== null ? [name] : [];
    });
    if (named !== undefined) return named;
    const list = within(tree).findLast((part) => part.op === 'name');
    return list?.op === 'name' ? behind(thingNamed(model, entity, list.name)?.type ?? null) : null;
  }
}

const behind = (type: Type | null): Behind => (type !== null && 'entity' in type ? type.entity : null);

/** Names of choices, states, roles and constants, which stand for themselves. */
function wordsOf({ entities, machines, roles, constants }: Model): readonly string[] {
  const choices = entities.flatMap(({ fields }) =>
    fields.flatMap(({ type }) =>
      type.kind === 'choice' ? type.options.flatMap((each) => [each.name, each.label]) : [],
    ),
  );
  const states = machines.flatMap((machine) => [
    machine.name,
    ...machine.states.flatMap(({ name, label }) => [name, label]),
    ...machine.groups.map(({ name }) => name),
  ]);
  return [...choices, ...states, ...roles.map(({ name }) => name), ...constants.map(({ name }) => name)];
}
