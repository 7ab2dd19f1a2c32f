const focusable = 'input:not([type="hidden"]), textarea, select, button, [tabindex]:not([tabindex="-1"]), [role="spinbutton"]';

/** The control of a field inside a form; the failing one where several belong to it. */
export function controlOf(form: HTMLElement, name: string): HTMLElement | null {
  const field = form.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`);
  return field === null ? null : (failingIn(field) ?? field.querySelector<HTMLElement>(focusable));
}

/** The first control of a form that fails; else that of the first field named. */
export function firstFailing(form: HTMLElement, names: readonly string[]): HTMLElement | null {
  for (const name of names) {
    const control = controlOf(form, name);
    if (control !== null) return control;
  }
  return failingIn(form);
}

/** Moves the focus, and the page so that the control's label is seen too. */
export function focusOn(control: HTMLElement | null): void {
  if (control === null) return;
  control.focus({ preventScroll: true });
  const frame = control.closest('[data-field]') ?? control;
  frame.scrollIntoView({ block: 'nearest' });
}

function failingIn(part: HTMLElement): HTMLElement | null {
  for (const failing of part.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')) {
    if (failing.matches(focusable)) return failing;
    const inner = failing.querySelector<HTMLElement>(focusable);
    if (inner !== null) return inner;
  }
  return null;
}
