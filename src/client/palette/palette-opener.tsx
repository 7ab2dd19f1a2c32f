import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from '../components-base/kbd.tsx';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';

const Palette = lazyWithoutFallback(() => import('./palette.tsx'), 'Palette');

/** The button of the command palette, which also opens with Ctrl or Cmd + K. */
export function PaletteOpener() {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || event.repeat) return;
      // Not while a dialog is open, which would be covered.
      if (document.querySelector('.veil') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button
        type="button"
        className="palette-opener"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search size={15} aria-hidden />
        <span className="palette-opener-words">{messages.application.palette.open}</span>
        <Kbd>{shortcut()}</Kbd>
      </button>
      {wasOpen.current && <Palette isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

const shortcut = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');
