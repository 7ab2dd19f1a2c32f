const focusable =
  'input:not([type="hidden"]):not([tabindex="-1"]), textarea, select:not([tabindex="-1"]), button:not([tabindex="-1"]), [role="spinbutton"], [tabindex="0"], a[href]';

/** Focuses the first control inside; one that is marked as failing goes first. False where there is none. */
export function focusFirst(root: ParentNode | null): boolean {
  const failing = root?.querySelector<HTMLElement>('[aria-invalid="true"]:not([tabindex="-1"])') ?? null;
  const inside = failing?.matches(focusable) === false ? failing.querySelector<HTMLElement>(focusable) : failing;
  const target = inside ?? root?.querySelector<HTMLElement>(focusable) ?? null;
  target?.focus();
  return target !== null;
}

/** As the `ref` of what has the focus when it is first drawn. */
export const focusWhenRendered = (element: HTMLElement | null): void => element?.focus();

/** Focuses the control of a field by its element, scrolled into view. False where it is not drawn. */
export function focusField(root: ParentNode, element: string): boolean {
  const field = root.querySelector<HTMLElement>(`.field[data-element="${CSS.escape(element)}"]`);
  field?.scrollIntoView({ block: 'center' });
  return focusFirst(field);
}
