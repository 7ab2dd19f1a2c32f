import { type Json, member } from '../../fields/text/json.ts';
import { itemsOf } from './object-schema.ts';
import { listAt, type Node, resolved, textAt } from './openapi-node.ts';

/** Returns the type of a member that is no record, or why the notation has none. */
export function scalarType(source: Node, schema: Node): { readonly type: string } | { readonly why: string } {
  const node = resolved(source, schema);
  const stated = member(node, 'type');
  const kind = Array.isArray(stated) ? stated.find((each: Json) => each !== 'null') : stated;
  const options = listAt(node, 'enum').filter((each) => typeof each === 'string');
  if (options.length > 0 && options.every((each) => !each.includes("'")))
    return { type: options.map((each) => `'${each}'`).join(' | ') };
  switch (kind) {
    case 'string':
      return { type: textType(node) };
    case 'integer':
      return {
        type: textAt(node, 'format') === 'unix-time' ? 'date and time' : `integer${bounds(node, 'minimum', 'maximum')}`,
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return { why: 'how many digits it has is not stated; write a type such as decimal(10,2).' };
    case 'array': {
      const items = itemsOf(source, node);
      const item = items === null ? null : scalarType(source, items);
      if (item !== null && 'type' in item && item.type.startsWith('text')) return { type: 'list of text' };
      return { why: 'its type has no words in the notation.' };
    }
    default:
      return { why: 'its type has no words in the notation.' };
  }
}

function textType(node: Node): string {
  switch (textAt(node, 'format')) {
    case 'date':
      return 'date';
    case 'date-time':
      return 'date and time';
    case 'email':
      return 'email';
    default:
      return `text${bounds(node, 'minLength', 'maxLength')}`;
  }
}

/** Returns bounds in parentheses if there is an upper one; of numbers, both are needed. */
function bounds(node: Node, lowest: string, highest: string): string {
  const [least, most] = [member(node, lowest), member(node, highest)];
  if (typeof most !== 'number' || (lowest === 'minimum' && typeof least !== 'number')) return '';
  return `(${typeof least === 'number' ? least : ''}..${most})`;
}
