import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Kbd } from '../components-base/kbd.tsx';
import { preload } from '../components-base/lazy-preloaded.ts';
import { texts } from '../texts/application-texts.ts';

const Palette = preload(() => import('./palette.tsx'), 'Palette');

/** The way to everything by name: its button, and Ctrl or Cmd with K from anywhere. */
export function PaletteOpener() {
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useRef(false);
  if (isOpen) wasOpen.current = true;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      if (!isKey || event.altKey || event.shiftKey || event.repeat) return;
      // A dialog is finished first: what it asks must not lie below.
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
        <span className="palette-opener-words">{texts.palette.open}</span>
        <Kbd>{shortcut()}</Kbd>
      </button>
      {wasOpen.current && <Palette isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

const shortcut = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K');
