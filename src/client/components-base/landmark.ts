const landmarks = '[role="dialog"], [role="alertdialog"], main, nav, aside';

/** Where a tooltip is put: into the part of the page that its control is in, so that nothing stands outside of all. */
export function landmarkOf(control: Element | null): Element {
  return (
    control?.closest(landmarks) ??
    // Inside main a header is no landmark.
    control?.closest('header') ??
    document.querySelector('[role="dialog"], [role="alertdialog"]') ??
    document.querySelector('main') ??
    document.body
  );
}
