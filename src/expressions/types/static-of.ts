import { isCounted } from '../../model/lookups/record-key.ts';
import { type Attribute, ignoresCase } from '../../model/lookups/schema.ts';
import { textFormat } from '../../model/types/text-formats.ts';
import type { Type } from '../../model/types/types.ts';
import type { StaticType } from './static.ts';

/** Returns the static type of a field, state or built-in. `attributeId` distinguishes one choice from another. */
export function staticTypeOf(type: Type, attributeId: string): StaticType {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'password':
      return { t: 'text' };
    case 'integer':
      return { t: 'number', scale: 0, unit: null };
    case 'decimal':
      return { t: 'number', scale: type.scale, unit: null };
    case 'money':
      return type.currency === null ? { t: 'money' } : { t: 'number', scale: type.scale, unit: type.currency };
    case 'boolean':
      return { t: 'boolean' };
    case 'date':
      return { t: 'date' };
    case 'date and time':
      return { t: 'instant' };
    case 'choice':
      return type.several
        ? { t: 'list', of: { t: 'choice', of: attributeId, options: type.options } }
        : { t: 'choice', of: attributeId, options: type.options };
    case 'reference':
      return { t: 'record', entity: type.entity };
    case 'role':
      return type.several ? { t: 'list', of: { t: 'role' } } : { t: 'role' };
    case 'list':
      return { t: 'list', of: { t: 'record', entity: type.entity } };
    case 'references':
      return { t: 'list', of: { t: 'record', entity: type.entity } };
    case 'texts':
      return { t: 'list', of: { t: 'text' } };
    case 'number series':
      return isCounted(type) ? { t: 'text', counted: true } : { t: 'text' };
    case 'duration':
      return { t: 'duration' };
    case 'object':
      return { t: 'object' };
    case 'file':
      return { t: 'file' };
    case 'time':
      return { t: 'time' };
    case 'unknown':
      return { t: 'empty' };
    default:
      return textFormat(type.kind).ignoresCase ? { t: 'text', folded: true } : { t: 'text' };
  }
}

/** Returns the static type of an attribute, including what its notes state. */
export function staticTypeOfAttribute(attribute: Attribute): StaticType {
  const type = staticTypeOf(attribute.type, attribute.id);
  if (type.t === 'choice' && attribute.kind === 'state' && attribute.machine.groups.length > 0) {
    const groups = attribute.machine.groups.map(({ name, states }) => ({
      name,
      options: states.map((state) => state.name),
    }));
    return { ...type, groups };
  }
  return type.t === 'text' && ignoresCase(attribute) ? { t: 'text', folded: true } : type;
}
