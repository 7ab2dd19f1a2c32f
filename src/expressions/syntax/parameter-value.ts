import type { Tree } from '../../model/types/formula.ts';
import type { Type } from '../../model/types/types.ts';

/** The word that means the value of a parameter in its condition. */
export const VALUE_WORD = 'value';

/** Returns the expression with a value in the place of the word `value`. */
export function withValue(tree: Tree, value: Tree): Tree {
  const visit = (part: Tree): Tree => {
    switch (part.op) {
      case 'name':
        return part.name === VALUE_WORD ? { ...value, from: part.from, to: part.to } : part;
      case 'member':
      case 'unary':
        return { ...part, of: visit(part.of) };
      case 'index':
        return { ...part, of: visit(part.of), index: visit(part.index) };
      case 'query':
        return { ...part, of: visit(part.of), where: visit(part.where) };
      case 'call':
        return { ...part, receiver: part.receiver && visit(part.receiver), args: part.args.map(visit) };
      case 'binary':
        return { ...part, left: visit(part.left), right: visit(part.right) };
      case 'list':
        return { ...part, items: part.items.map(visit) };
      case 'conditional':
        return { ...part, test: visit(part.test), yes: visit(part.yes), no: visit(part.no) };
      default:
        return part;
    }
  };
  return visit(tree);
}

/** Returns the text of a value as a literal of this type; null if it is no value of the type. */
export function literalOf(text: string, type: Type): Tree | null {
  const at = { from: 0, to: 0 } as const;
  switch (type.kind) {
    case 'boolean':
      return /^(?:true|false)$/.test(text) ? { op: 'boolean', value: text === 'true', ...at } : null;
    case 'integer':
    case 'decimal':
    case 'money':
    case 'duration': {
      const [, minus = '', digits = ''] = /^(-?)(\d{1,15}(?:\.\d{1,10})?)$/.exec(text) ?? [];
      if (digits === '' || (type.kind === 'integer' && digits.includes('.'))) return null;
      const unit = type.kind === 'money' ? type.currency : type.kind === 'duration' ? 'ms' : null;
      const number: Tree = { op: 'number', digits, unit, ...at };
      return minus === '' ? number : { op: 'unary', operator: '-', of: number, ...at };
    }
    default:
      return { op: 'text', value: text, ...at };
  }
}
