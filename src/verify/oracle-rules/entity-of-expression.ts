import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { within } from '../evaluator/evaluate.ts';
import { attributeNamed, entityNamed, personEntity } from '../evaluator/names.ts';
import { childrenOf } from './authority.ts';

/** The entity of the records that an expression stands for; null for a value. */
type Behind = string | null;

/** Entities of the local names in macros. */
type Locals = ReadonlyMap<string, Behind>;

const WORDS: readonly string[] = ['this', 'old', 'me', 'now', 'today'];

const found = new WeakMap<Tree, boolean>();

/** Whether an expression uses a name that the document does not state, so that its value is unknown. */
export function usesUnstatedName(model: Model, entity: string, tree: Tree): boolean {
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

  /** `self` is the entity whose names may stand alone. */
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
    const thing = attributeNamed(model, self, name);
    if (thing !== null) return behind(thing.type);
    if (name === 'this' || name === 'old') return entity;
    if (name === 'me') return personEntity(model)?.name ?? null;
    if (entityNamed(model, name) !== null) return name;
    // In a query, the names of the outer record may stand alone too.
    const outer = attributeNamed(model, entity, name);
    if (outer !== null) return behind(outer.type);
    if (!known.has(name)) isMissing = true;
    return null;
  }

  function member({ of, name }: Extract<Tree, { op: 'member' }>, self: string, locals: Locals): Behind {
    const isWord = of.op === 'name' && !locals.has(of.name) && attributeNamed(model, self, of.name) === null;
    // In `Status.Draft` the member is the choice.
    if (isWord && !WORDS.includes(of.name) && entityNamed(model, of.name) === null) {
      if (!known.has(name)) isMissing = true;
      return null;
    }
    const from = follow(of, self, locals);
    if (from === null) return null;
    const thing = attributeNamed(model, from, name);
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

  /** Returns `Order` in `sum(Order.total where …)`. */
  function entityIn(tree: Tree): Behind {
    const [named] = within(tree).flatMap((part) => {
      const name = part.op === 'name' ? part.name : part.op === 'text' ? part.value : null;
      return name !== null && entityNamed(model, name) !== null ? [name] : [];
    });
    if (named !== undefined) return named;
    const list = within(tree).findLast((part) => part.op === 'name');
    return list?.op === 'name' ? behind(attributeNamed(model, entity, list.name)?.type ?? null) : null;
  }
}

const behind = (type: Type | null): Behind => (type !== null && 'entity' in type ? type.entity : null);

/** Returns the names of choices, states, roles and constants, which stand for themselves. */
function wordsOf({ entities, machines, roles, constants }: Model): readonly string[] {
  const choices = entities.flatMap(({ fields }) =>
    fields.flatMap(({ type }) =>
      type.kind === 'choice' ? type.options.flatMap((each) => [each.name, each.label]) : [],
    ),
  );
  const states = machines.flatMap((machine) => [
    ...(machine.stateless ? [] : [machine.name]),
    ...machine.states.flatMap(({ name, label }) => [name, label]),
    ...machine.groups.map(({ name }) => name),
  ]);
  return [...choices, ...states, ...roles.map(({ name }) => name), ...constants.map(({ name }) => name)];
}
