import type { WireRecord, WireRefusal } from '../../../engine/core/wire-format.ts';
import { messages } from '../../languages/messages.ts';
import { parametersOf } from '../../view/routes.ts';
import type { ScreenInView, ViewContext } from '../../view/view-context.tsx';

const NO_FORM = { code: 'NO_FORM', ...messages.record.noForm };

/** The address of the form that duplicates a record. */
export interface Duplication {
  readonly to: string | null;
  /** Why duplicating is refused, null if it is not; undefined if the screen does not offer it. */
  readonly refusal: WireRefusal | null | undefined;
}

/** Returns the address of the form that duplicates a record: the screen's form, if its route has no parameters. */
export function duplicationFrom(
  { screen: screenOf, routeOf }: Pick<ViewContext, 'screen' | 'routeOf'>,
  screen: Pick<ScreenInView, 'duplicates' | 'form'>,
  { id }: Pick<WireRecord, 'id'>,
): Duplication {
  if (!screen.duplicates) return { to: null, refusal: undefined };
  const form = screen.form === null ? null : screenOf(screen.form);
  const path = form === null || parametersOf(form.route).length > 0 ? null : routeOf(form.id);
  if (form === null || path === null || form.fields.length === 0) return { to: null, refusal: NO_FORM };
  return { to: `${path}?from=${encodeURIComponent(id)}`, refusal: null };
}
