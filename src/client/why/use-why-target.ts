import { useEffect, useRef, useState } from 'react';
import { WHY_MODE } from './why-mode.ts';
import { nextTarget, targetAt, targetsIn, type WhyTarget } from './why-target.ts';

export interface WhyState {
  readonly target: WhyTarget | null;
  /** Stays open without Alt, until Escape. */
  readonly isPinned: boolean;
  /** Tab moves between elements. */
  readonly isMode: boolean;
}

const nothing: WhyState = { target: null, isPinned: false, isMode: false };

/**
 * Returns the element to explain: under the pointer while Alt is held, pinned by Alt + click, or chosen with Tab after
 * Alt + ?. Escape closes it.
 */
export function useWhyTarget(): readonly [WhyState, () => void] {
  const [state, setState] = useState<WhyState>(nothing);
  const current = useRef(state);
  current.current = state;

  useEffect(() => {
    const handlers = handlersFor(() => current.current, setState);
    const options = { capture: true };
    for (const [name, handler] of handlers) addEventListener(name, handler, options);
    return () => {
      for (const [name, handler] of handlers) removeEventListener(name, handler, options);
    };
  }, []);
  return [state, () => setState(nothing)];
}

type Handler = readonly [name: string, handler: (event: Event) => void];

function handlersFor(state: () => WhyState, set: (state: WhyState) => void): readonly Handler[] {
  let under: EventTarget | null = null;
  const show = (target: WhyTarget | null) => {
    const { isPinned, isMode, target: before } = state();
    if (!isPinned && !isMode && before?.shown !== target?.shown) set({ target, isPinned: false, isMode: false });
  };
  const point = (event: Event) => {
    under = event.target;
    if (event instanceof MouseEvent) show(event.altKey ? targetAt(under) : null);
  };
  const click = (event: Event) => {
    if (!(event instanceof MouseEvent) || !event.altKey) return;
    const target = targetAt(event.target);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') set({ target, isPinned: true, isMode: false });
  };
  const press = (event: Event) => {
    if (!(event instanceof KeyboardEvent)) return;
    if (event.key === 'Alt') return show(targetAt(under));
    if (event.altKey && (event.key === '?' || (event.code === 'Slash' && event.shiftKey))) return toggleMode(event);
    const { target, isMode, isPinned } = state();
    if (event.key === 'Escape' && (isMode || isPinned)) return end(event);
    if (event.key === 'Tab' && isMode) {
      event.preventDefault();
      event.stopPropagation();
      goTo(nextTarget(targetsIn(document), target, event.shiftKey ? -1 : 1));
    }
  };
  const goTo = (target: WhyTarget | null) => {
    target?.shown.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    set({ target, isPinned: false, isMode: true });
  };
  const toggleMode = (event?: Event) => {
    event?.preventDefault();
    if (state().isMode) set(nothing);
    else goTo(targetAt(document.activeElement) ?? targetsIn(document)[0] ?? null);
  };
  const end = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    set(nothing);
  };
  const release = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key === 'Alt') {
      // Otherwise Windows and Linux open the window's menu on Alt.
      if (state().target !== null) event.preventDefault();
      show(null);
    }
  };
  return [
    ['pointermove', point],
    ['pointerdown', click],
    ['click', click],
    ['keydown', press],
    ['keyup', release],
    ['blur', (event) => event.target === globalThis && show(null)],
    [WHY_MODE, () => toggleMode()],
  ];
}
