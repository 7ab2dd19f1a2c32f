import { attributeLabel } from '../../view/attribute-label.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** The labels of those of these fields that are required in any case, and that nothing fills by itself. */
export function neededOf(entity: EntityInView, names: readonly string[], language: string): readonly string[] {
  return names.flatMap((name) => {
    const attribute = entity.attributes.get(name);
    if (attribute?.kind !== 'field') return [];
    const { required, default: byDefault } = attribute.field;
    return required === true && byDefault === null ? [attributeLabel(attribute, language)] : [];
  });
}
