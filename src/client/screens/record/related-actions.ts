import type { WireRecord } from '../../../engine/core/wire-format.ts';
import type { ViewRelated } from '../../../engine/view/view.ts';
import type { Attribute } from '../../../model/lookups/schema.ts';
import { withoutExclusions } from '../../screen-parts/without-exclusions.ts';
import { nounFor } from '../../view/count-nouns.ts';
import { fieldValue } from '../../view/display-value.ts';
import { parametersOf } from '../../view/routes.ts';
import type { EntityInView, ScreenInView, ViewContext } from '../../view/view-context.tsx';

/** Returns the title of a related list: the plural of its entity, and the field's label unless it repeats this entity's label. */
export function relatedTitle(
  { schema, view, entity: entityOf }: Pick<ViewContext, 'schema' | 'view' | 'entity'>,
  screen: Pick<ScreenInView, 'entity' | 'related'>,
  { entity }: ViewRelated,
  label: string,
): string {
  const model = entityOf(entity)?.model;
  const several = model === undefined ? entity : nounFor(model, 2);
  const title = several.charAt(0).toLocaleUpperCase(view.product.language) + several.slice(1);
  const own = schema.entities.get(screen.entity ?? '')?.entity.label;
  const isOnly = screen.related.filter((each) => each.entity === entity).length === 1;
  return isOnly && label.toLowerCase() === own?.toLowerCase() ? title : `${title} · ${label}`;
}

/** Returns the link to the form that creates a record which refers to this one; null if there is no such form. */
export function newRelated(
  { view, entity: entityOf, screen: screenOf, routeOf }: Pick<ViewContext, 'view' | 'entity' | 'screen' | 'routeOf'>,
  { entity, field }: ViewRelated,
  { id }: Pick<WireRecord, 'id'>,
): { readonly to: string; readonly label: string; readonly element: string } | null {
  const made = entityOf(entity);
  const form = view.screens.find(
    (screen) =>
      screen.kind === 'form' &&
      screen.entity === entity &&
      screen.fields.includes(field) &&
      parametersOf(screen.route).length === 0,
  );
  const path = form === undefined || made?.mayCreate !== true ? null : routeOf(form.id);
  if (form === undefined || path === null) return null;
  const label = screenOf(form.id)?.model.label ?? '';
  return { to: `${path}?${new URLSearchParams({ by: field, of: id })}`, label, element: form.id };
}

/** Returns the address of the entity's list, filtered by this record's title; null if the list can't be filtered by it. */
export function listOfRelated(
  { entity: entityOf, screen, routeOf }: Pick<ViewContext, 'entity' | 'screen' | 'routeOf'>,
  { entity, field, list, title: path }: ViewRelated,
  record: WireRecord,
): string | null {
  const to = list === null ? null : routeOf(list);
  const { title } = record._;
  const known = entityOf(record._.entity)?.title ?? null;
  // A substitute title, which is not the value of the title field, would match nothing.
  if (to === null || path === null || known === null || fieldValue(record, known) !== title) return null;
  const name = JSON.stringify(title);
  const isSeveral = entityOf(entity)?.attributes.get(field)?.type.kind === 'references';
  const asked = new URLSearchParams({ filter: isSeveral ? `${name} in ${path}` : `${path} == ${name}` });
  const open = withoutExclusions(screen(list ?? '')?.filters ?? []);
  if (open !== '') asked.set('filters', open);
  return `${to}?${asked}`;
}

/**
 * Returns the columns of a related list. The first one links to the record: its title, or another column if the title is the
 * reference to the shown record, which would be the same in each row. Null: a substitute title.
 */
export function shownColumns(
  { attributes, title }: Pick<EntityInView, 'attributes' | 'title'>,
  { columns, field }: ViewRelated,
): { readonly first: Attribute | null; readonly others: readonly Attribute[] } {
  const titled = title === null ? null : (attributes.get(title) ?? null);
  const all = columns.flatMap((name) => (name === field ? [] : (attributes.get(name) ?? [])));
  const [first, ...others] = all;
  return titled?.name === field && first !== undefined ? { first, others } : { first: titled, others: all };
}
