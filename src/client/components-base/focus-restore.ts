const focusable =
  'input:not([type="hidden"]):not([tabindex="-1"]), textarea, select:not([tabindex="-1"]), button:not([tabindex="-1"]), [role="spinbutton"], [tabindex="0"], a[href]';

/** Focuses the first invalid control inside, or else the first control. Returns false if there is none. */
export function focusFirst(root: ParentNode | null): boolean {
  const failing = root?.querySelector<HTMLElement>('[aria-invalid="true"]:not([tabindex="-1"])') ?? null;
  const inside = failing?.matches(focusable) === false ? failing.querySelector<HTMLElement>(focusable) : failing;
  const target = inside ?? root?.querySelector<HTMLElement>(focusable) ?? null;
  target?.focus();
  return target !== null;
}

/** Use as `ref`: focuses the element when it is first rendered. */
export const focusWhenRendered = (element: HTMLElement | null): void => element?.focus();

/**
 * Scrolls the field of an element of the document into view and focuses its control. Returns false if it is not
 * rendered.
 */
export function focusField(root: ParentNode, element: string): boolean {
  const field = root.querySelector<HTMLElement>(`.field[data-element="${CSS.escape(element)}"]`);
  field?.scrollIntoView({ block: 'center' });
  return focusFirst(field);
}
