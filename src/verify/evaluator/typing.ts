import type { Tree } from '../../model/types/formula.ts';
import type { Model } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { plainName } from './functions.ts';
import { attributeNamed, entityNamed, personEntity } from './names.ts';
import { isFormat } from './text-formats.ts';

/**
 * The type of an expression in a word: `boolean`, `number EUR`, `record E`, `list of …`, `name X`; null if it has a
 * type error.
 */
type Sort = string | null;

type Places = ReadonlyMap<string, Sort>;

/** Whether an expression is a valid condition on a record of the entity. */
export function isCondition(model: Model, entity: string, tree: Tree): boolean {
  return sortOf(tree, new Map()) === 'boolean';

  function sortOf(at: Tree, locals: Places): Sort {
    switch (at.op) {
      case 'null':
        return 'null';
      case 'boolean':
        return 'boolean';
      case 'text':
        return 'text';
      case 'number':
        return literalSort(at.digits, at.unit);
      case 'name':
        return nameSort(at.name, locals);
      case 'member':
        return memberSort(at, locals);
      case 'unary':
        return unarySort(at, locals);
      case 'binary':
        return binarySort(at, locals);
      case 'list':
        return listSort(at.items.map((item) => sortOf(item, locals)));
      case 'call':
        return callSort(at, locals);
      case 'index':
      case 'query':
        return null;
      case 'conditional': {
        const [test, yes, no] = [sortOf(at.test, locals), sortOf(at.yes, locals), sortOf(at.no, locals)];
        return test === 'boolean' && yes === no ? yes : null;
      }
    }
  }

  function nameSort(name: string, locals: Places): Sort {
    if (locals.has(name)) return locals.get(name) ?? null;
    const thing = name === 'this' ? null : attributeNamed(model, entity, name);
    if (thing !== null) return typeSort(thing.type, entity, name);
    const constant = model.constants.find((each) => each.name === name);
    if (constant !== undefined) return constant.value?.tree ? sortOf(constant.value.tree, new Map()) : 'unknown';
    if (name === 'now') return 'instant';
    if (name === 'today') return 'date';
    if (name === 'me') return `record ${personEntity(model)?.name ?? ''}`;
    return name === 'this' ? `record ${entity}` : `name ${name}`;
  }

  function memberSort(at: Extract<Tree, { readonly op: 'member' }>, locals: Places): Sort {
    const of = sortOf(at.of, locals);
    if (of === null) return null;
    if (of.startsWith('name ')) return `name ${at.name}`;
    const list = of.startsWith('list of ');
    const record = /^(?:list of )?record (.*)$/su.exec(of)?.[1];
    if (record === undefined) return of === 'file' ? (at.name === 'name' ? 'text' : 'number B') : null;
    const thing = attributeNamed(model, record, at.name);
    const sort = thing === null ? null : typeSort(thing.type, record, at.name);
    return list && sort !== null ? `list of ${sort}` : sort;
  }

  function unarySort(at: Extract<Tree, { readonly op: 'unary' }>, locals: Places): Sort {
    const of = sortOf(at.of, locals);
    if (at.operator === 'not') return of === 'boolean' ? of : null;
    return of !== null && (of.startsWith('number') || of === 'duration') ? of : null;
  }

  function binarySort(at: Extract<Tree, { readonly op: 'binary' }>, locals: Places): Sort {
    const [left, right] = [sortOf(at.left, locals), sortOf(at.right, locals)];
    if (left === null || right === null) return null;
    switch (at.operator) {
      case 'and':
      case 'or':
        return left === 'boolean' && right === 'boolean' ? 'boolean' : null;
      case '==':
      case '!=':
        if (left === 'null' || right === 'null') return `${left}${right}`.includes('name ') ? null : 'boolean';
        return fit(left, right) ? 'boolean' : null;
      case 'in':
        if (right.startsWith('name ')) return isGroup(left, right.slice('name '.length)) ? 'boolean' : null;
        return right.startsWith('list of ') && fit(left, right.slice('list of '.length)) ? 'boolean' : null;
      case '<':
      case '<=':
      case '>':
      case '>=':
        return fit(left, right) && /^(number|date|instant|time|duration|zero|text)/.test(left) ? 'boolean' : null;
      default:
        return arithmeticSort(at.operator, left, right);
    }
  }

  function callSort(at: Extract<Tree, { readonly op: 'call' }>, locals: Places): Sort {
    const [first, body] = at.args;
    if (at.receiver !== null && first?.op === 'name' && body !== undefined) {
      const of = sortOf(at.receiver, locals);
      const item = of?.startsWith('list of ') ? of.slice('list of '.length) : null;
      const inner = item === null ? null : sortOf(body, new Map([...locals, [first.name, item]]));
      return inner === 'boolean' && /^(all|exists|exists_one|none)$/.test(plainName(at.name)) ? 'boolean' : null;
    }
    const args = [...(at.receiver === null ? [] : [at.receiver]), ...at.args].map((arg) => sortOf(arg, locals));
    return args.includes(null) ? null : functionSort(plainName(at.name), args[0] ?? '');
  }

  /** Whether a name is a group of states of the machine. */
  function isGroup(choice: string, name: string): boolean {
    return model.machines.some(
      (machine) =>
        choice === `choice ${machine.entity}\n${machine.name}` && machine.groups.some((each) => each.name === name),
    );
  }

  /** Whether two types can be compared. A name fits a choice or role that has it. */
  function fit(left: string, right: string): boolean {
    if (left === right && !left.startsWith('name ')) return true;
    if (left === 'unknown' || right === 'unknown') return true;
    const [one, other] = left.startsWith('name ') || left === 'text' || left === 'zero' ? [left, right] : [right, left];
    if (one === 'zero' && other.startsWith('number')) return true;
    if (one === 'text') return /^(date|instant|time|choice|role)/.test(other);
    if (left.startsWith('choice ') && right.startsWith('choice '))
      return optionsOf(left).some((option) => optionsOf(right).includes(option));
    const name = one.startsWith('name ') ? one.slice('name '.length) : null;
    const isNumber = (sort: string) => sort === 'number ' || sort === 'zero';
    if (isNumber(left) || isNumber(right))
      return optionsOf(isNumber(left) ? right : left).some((option) => /^\d+(?:\.\d+)?$/.test(option));
    if (name === null) return false;
    if (other === 'role') return model.roles.some((role) => role.name === name);
    return other.startsWith('choice ') && optionsOf(other).includes(name);
  }

  function optionsOf(choice: string): readonly string[] {
    if (!choice.startsWith('choice ')) return [];
    const [of = '', name = ''] = choice.slice('choice '.length).split('\n');
    const type = attributeNamed(model, of, name)?.type;
    return type?.kind === 'choice' ? type.options.map((option) => option.name) : [];
  }

  function typeSort(type: Type, of: string, name: string): Sort {
    switch (type.kind) {
      case 'text':
      case 'long text':
        return 'text';
      case 'integer':
      case 'decimal':
        return 'number ';
      case 'money':
        return type.currency === null ? 'money' : `number ${type.currency}`;
      case 'date and time':
        return 'instant';
      case 'choice':
        return `${type.several ? 'list of ' : ''}choice ${of}\n${name}`;
      case 'reference':
        return entityNamed(model, type.entity) === null ? null : `record ${type.entity}`;
      case 'role':
        return type.several ? 'list of role' : 'role';
      case 'references':
      case 'list':
        return `list of record ${type.entity}`;
      default:
        return isFormat(type.kind) ? 'text' : type.kind;
    }
  }
}

function literalSort(digits: string, unit: string | null): Sort {
  if (unit === null) return /^0+(\.0+)?$/.test(digits) ? 'zero' : 'number ';
  if (/^[A-Z]{3}$/.test(unit)) return `number ${unit}`;
  return /^(B|bytes?|[kKMGT]B)$/.test(unit) ? 'number B' : 'duration';
}

function listSort(items: readonly Sort[]): Sort {
  const [first] = items;
  return first === undefined || items.includes(null) ? null : `list of ${first}`;
}

function arithmeticSort(operator: string, left: string, right: string): Sort {
  const [one, other] = [left, right].map((sort) => (sort === 'zero' ? 'number ' : sort));
  if (one === undefined || other === undefined) return null;
  if (one.startsWith('number') && other.startsWith('number')) {
    if (operator === '*') return one === 'number ' ? other : other === 'number ' ? one : null;
    return one === other || left === 'zero' || right === 'zero' ? (left === 'zero' ? other : one) : null;
  }
  if ((one === 'date' || one === 'instant' || one === 'duration') && other === 'duration') return one;
  return null;
}

function functionSort(name: string, first: string): Sort {
  if (['contains', 'startsWith', 'endsWith', 'isWorkingTime', 'isWorkingDay', 'overlaps', 'isEmpty'].includes(name))
    return 'boolean';
  if (name.startsWith('startOf')) return first;
  if (['sum', 'average', 'min', 'max'].includes(name)) return first.replace(/^list of /, '');
  if (['count', 'size', 'year', 'month', 'day', 'weekday', 'daysBetween', 'cents'].includes(name)) return 'number ';
  if (name === 'date' || name === 'time') return name;
  return ['lower', 'upper', 'fileName', 'newToken', 'link', 'slug', 'text'].includes(name) ? 'text' : first;
}
