import type { Tree } from '../../model/types/formula.ts';
import type { Model, Rule } from '../../model/types/model.ts';
import { attributeNamed, entityNamed } from '../evaluator/names.ts';

/** What an expression leads to: the record or its lines, another record, or a value. */
type Lead = { readonly entity: string } | 'elsewhere' | 'value';
type Locals = ReadonlyMap<string, Lead>;

/** Whether a rule reads any record except its own and its lines. */
export function readsOtherRecords(model: Model, { entity, condition }: Rule): boolean {
  const tree = condition?.tree ?? null;
  return tree !== null && reaches(model, entity, tree, new Map(), []);
}

function reaches(model: Model, entity: string, tree: Tree, locals: Locals, above: readonly string[]): boolean {
  const of = (part: Tree, at = entity, inside = locals): boolean => reaches(model, at, part, inside, above);
  switch (tree.op) {
    case 'name':
      if (locals.has(tree.name)) return false;
      if (attributeNamed(model, entity, tree.name) !== null) return isWorkedOut(model, entity, tree.name, above);
      return isEntity(model, tree.name);
    case 'text':
      return false;
    case 'member': {
      // `sum("Order item".price)`
      if (tree.of.op === 'text') return isEntity(model, tree.of.value);
      const lead = leadOf(model, entity, tree.of, locals);
      if (lead === 'elsewhere') return true;
      if (lead === 'value') return of(tree.of);
      return isWorkedOut(model, lead.entity, tree.name, above) || of(tree.of);
    }
    case 'query': {
      const lead = leadOf(model, entity, tree.of, locals);
      const lines = typeof lead === 'object' ? lead.entity : linesBefore(model, entity, tree.of, locals);
      return lines === null || of(tree.of) || of(tree.where, lines);
    }
    case 'call': {
      const [first, ...bodies] = tree.args;
      const named = tree.args.some((arg) => arg.op === 'text' && isEntity(model, arg.value) && tree.receiver === null);
      if (named && ['count', 'exists', 'none', 'sum', 'average', 'min', 'max', 'firstFree'].includes(tree.name))
        return true;
      if (tree.receiver === null || first?.op !== 'name' || bodies.length === 0)
        return [...(tree.receiver === null ? [] : [tree.receiver]), ...tree.args].some((part) => of(part));
      const inside = new Map(locals).set(first.name, leadOf(model, entity, tree.receiver, locals));
      return of(tree.receiver) || bodies.some((part) => of(part, entity, inside));
    }
    case 'unary':
      return of(tree.of);
    case 'binary':
      return of(tree.left) || of(tree.right);
    case 'list':
      return tree.items.some((part) => of(part));
    case 'conditional':
      return of(tree.test) || of(tree.yes) || of(tree.no);
    case 'index':
      return of(tree.of) || of(tree.index);
    default:
      return false;
  }
}

const isEntity = (model: Model, name: string): boolean =>
  entityNamed(model, name) !== null && !model.constants.some((constant) => constant.name === name);

/** A computed field reads what its formula reads. */
function isWorkedOut(model: Model, entity: string, name: string, above: readonly string[]): boolean {
  const thing = attributeNamed(model, entity, name);
  const tree = thing?.kind === 'field' ? (thing.field.computed?.tree ?? null) : null;
  const key = `${entity}/${name}`;
  return tree !== null && !above.includes(key) && reaches(model, entity, tree, new Map(), [...above, key]);
}

/** Returns the lines in `lines.amount` of `sum(lines.amount where …)`. */
function linesBefore(model: Model, entity: string, of: Tree, locals: Locals): string | null {
  const lead = of.op === 'member' ? leadOf(model, entity, of.of, locals) : 'value';
  return typeof lead === 'object' && lead.entity !== entity ? lead.entity : null;
}

function leadOf(model: Model, entity: string, tree: Tree, locals: Locals): Lead {
  if (tree.op === 'name') {
    const local = locals.get(tree.name);
    if (local !== undefined) return local;
    if (tree.name === 'this' || tree.name === 'old') return { entity };
    if (tree.name === 'me') return 'elsewhere';
    return typeLead(model, entity, tree.name);
  }
  if (tree.op === 'call' && tree.receiver !== null && tree.name === 'filter')
    return leadOf(model, entity, tree.receiver, locals);
  if (tree.op !== 'member') return 'value';
  const base = leadOf(model, entity, tree.of, locals);
  return typeof base === 'object' ? typeLead(model, base.entity, tree.name) : base;
}

function typeLead(model: Model, entity: string, name: string): Lead {
  const type = attributeNamed(model, entity, name)?.type;
  if (type?.kind === 'list') return { entity: type.entity };
  return type?.kind === 'reference' || type?.kind === 'references' ? 'elsewhere' : 'value';
}
