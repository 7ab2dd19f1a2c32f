import type { OpenMenu } from '../../components/menu.tsx';
import { MenuList } from '../../components/menu-impl.tsx';
import { type Condition, firstCondition } from './filter-model.ts';
import { useFilterFields } from './use-filter-fields.ts';

/** The menu items of the fields to filter by. Choosing one adds a condition. */
export function FieldsList({
  entity,
  onAdd,
  ...open
}: OpenMenu & { readonly entity: string; readonly onAdd: (condition: Condition) => void }) {
  const items = [...useFilterFields(entity).values()].flatMap((field) => {
    const condition = firstCondition(field);
    const { id, label } = field;
    return condition === null ? [] : [{ id, label, element: id, onAction: () => onAdd(condition) }];
  });
  return <MenuList {...open} items={items} />;
}
