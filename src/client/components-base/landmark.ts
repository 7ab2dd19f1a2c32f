const landmarks = '[role="dialog"], [role="alertdialog"], main, nav, aside';

/**
 * Returns the landmark around a control, into which its tooltip is rendered so that no content is outside of all
 * landmarks.
 */
export function landmarkOf(control: Element | null): Element {
  return (
    control?.closest(landmarks) ??
    // A header inside main is not a landmark.
    control?.closest('header') ??
    document.querySelector('[role="dialog"], [role="alertdialog"]') ??
    document.querySelector('main') ??
    document.body
  );
}
