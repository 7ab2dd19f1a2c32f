import { useEffect, useRef, useState } from 'react';
import { messages } from '../languages/messages.ts';
import type { CountdownControls } from '../undo-queue/undo-queue.ts';

/**
 * Countdown of a delayed action. It pauses while the message has the focus or the pointer was moved over it; a resting
 * pointer that the message appeared under does not count.
 */
export function Countdown({ label, held }: { readonly label: string; readonly held: CountdownControls }) {
  const own = useRef<HTMLSpanElement>(null);
  const [seconds, setSeconds] = useState(() => secondsLeft(held));
  const [isPaused, setStanding] = useState(false);
  const [firstSeconds] = useState(seconds);
  useEffect(() => {
    held.rendered();
    const tick = setInterval(() => setSeconds(secondsLeft(held)), 200);
    const region = own.current?.closest<HTMLElement>('.toasts');
    const at = { pointer: false, focus: false };
    const updatePause = (change: Partial<typeof at>) => {
      Object.assign(at, change);
      held.pause(at.pointer || at.focus);
      setStanding(at.pointer || at.focus);
      setSeconds(secondsLeft(held));
    };
    // A touch has no position after it ends.
    const onMove = ({ pointerType }: PointerEvent) =>
      at.pointer || pointerType === 'touch' || updatePause({ pointer: true });
    const onLeave = () => at.pointer && updatePause({ pointer: false });
    const onFocus = () => updatePause({ focus: true });
    const onBlur = ({ relatedTarget }: FocusEvent) =>
      (relatedTarget instanceof Node && region?.contains(relatedTarget) === true) || updatePause({ focus: false });
    region?.addEventListener('pointermove', onMove);
    region?.addEventListener('pointerleave', onLeave);
    region?.addEventListener('focusin', onFocus);
    region?.addEventListener('focusout', onBlur);
    if (region?.contains(document.activeElement) === true) updatePause({ focus: true });
    return () => {
      clearInterval(tick);
      region?.removeEventListener('pointermove', onMove);
      region?.removeEventListener('pointerleave', onLeave);
      region?.removeEventListener('focusin', onFocus);
      region?.removeEventListener('focusout', onBlur);
    };
  }, [held]);
  return (
    <span ref={own}>
      <span className="reader-only">{messages.undo.spoken({ label, seconds: firstSeconds })}</span>
      <span aria-hidden>{isPaused ? messages.undo.paused({ label }) : messages.undo.title({ label, seconds })}</span>
    </span>
  );
}

const secondsLeft = (held: CountdownControls): number => Math.max(1, Math.ceil(held.msLeft() / 1000));
