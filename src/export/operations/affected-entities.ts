import type { CompiledModel } from '../../engine/compiled/compiled-model.ts';
import { type Deed, isWriting } from '../../model/types/deed.ts';

/**
 * Returns the entities whose rules may refuse a call: its own, those of lines, and those that effects reach. The rules
 * of reading calls are those of no entity but their own.
 */
export function affectedEntities(model: CompiledModel, deed: Deed): readonly string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const entity = model.entities.get(name);
    if (entity === undefined || !isWriting(deed)) return;
    for (const { entity: lines } of entity.lists) visit(lines);
    const followers = model.followers.get(name) ?? [];
    for (const transition of [...entity.machines.flatMap(({ transitions }) => transitions), ...followers]) {
      visit(transition.machine.entity);
      for (const effect of transition.effects) if ('entity' in effect) visit(effect.entity);
    }
    for (const { entity: referrer, field } of entity.referrers)
      if (deed.kind === 'delete' && field.onDelete !== 'restrict') visit(referrer);
  };
  visit(deed.entity);
  return [...found];
}
