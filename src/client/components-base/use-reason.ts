import { type PointerEvent, useEffect, useRef, useState } from 'react';

export type Reason = ReturnType<typeof useReason>;

const CLOSE_DELAY_MS = 160;

/**
 * Decides when a reason is shown: while the pointer is over its button or the reason itself, while the button has the
 * focus, and after a press, until Escape, a press elsewhere, or the pointer leaves. Hides when `about` changes.
 */
export function useReason(isRefused: boolean, about = '', openDelay = 250) {
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === about;
  if (openAt !== null && !isOpen) setOpenAt(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const setOpen = (open: boolean) => {
    clearTimeout(timer.current);
    setOpenAt(open ? about : null);
  };
  const setOpenLater = (open: boolean, wait: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(open), wait);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
  // Only a moving mouse opens it, not content that moves under a resting one.
  const move = ({ pointerType, movementX, movementY }: PointerEvent) => {
    if (isRefused && pointerType === 'mouse' && (movementX || movementY)) setOpenLater(true, openDelay);
  };
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') setOpenLater(false, CLOSE_DELAY_MS);
  };
  return {
    isOpen: isOpen && isRefused,
    setOpen,
    handlers: {
      onPointerMove: move,
      onPointerLeave: leave,
      onFocus: ({ currentTarget }: { readonly currentTarget: Element }) => {
        if (isRefused && currentTarget.matches(':focus-visible')) setOpen(true);
      },
      onBlur: () => setOpen(false),
    },
    keepOpen: { onPointerEnter: () => clearTimeout(timer.current), onPointerLeave: leave },
  };
}
