import { attributeLabel } from '../../view/attribute-label.ts';
import type { EntityInView } from '../../view/view-context.tsx';

/** Returns the labels of those fields that are required and have no default. */
export function requiredLabels(entity: EntityInView, names: readonly string[], language: string): readonly string[] {
  return names.flatMap((name) => {
    const attribute = entity.attributes.get(name);
    if (attribute?.kind !== 'field') return [];
    const { required, default: byDefault } = attribute.field;
    return required === true && byDefault === null ? [attributeLabel(attribute, language)] : [];
  });
}
