import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import { parametersOf } from '../../view/routes.ts';
import type { ScreenInView, ViewContext } from '../../view/view.tsx';
import { recordTexts } from './texts.ts';

/** The way to a form that begins with the values of a record. */
export interface Duplication {
  readonly to: string | null;
  /** Why there is none; undefined: these roles make no such records, or the document keeps it from everybody. */
  readonly refusal: WireRefusal | null | undefined;
}

/** Where a record like this one is made: in the form of its entity that these roles open by its bare address. */
export function duplicationOf(
  { screen: screenOf, routeOf }: Pick<ViewContext, 'screen' | 'routeOf'>,
  screen: Pick<ScreenInView, 'duplicates' | 'form'>,
  { id }: Pick<WireRecord, 'id'>,
): Duplication {
  if (!screen.duplicates) return { to: null, refusal: undefined };
  const form = screen.form === null ? null : screenOf(screen.form);
  const path = form === null || parametersOf(form.route).length > 0 ? null : routeOf(form.id);
  if (form === null || path === null || form.fields.length === 0) return { to: null, refusal: recordTexts.noForm };
  return { to: `${path}?from=${encodeURIComponent(id)}`, refusal: null };
}
