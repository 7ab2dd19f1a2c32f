import { X } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useWhy, type WireWhy } from '../data/dev.ts';
import { messages } from '../languages/messages.ts';
import { assumptionText } from '../view/assumption-text.ts';
import { useWhyTarget } from './use-why-target.ts';
import { type Box, placeBeside, type WhyTarget } from './why-target.ts';
import './why.css';

/**
 * Shows which line of the document an element of the page comes from: hold Alt and point, Alt + click to pin, Alt + ?
 * for the keyboard.
 */
export function Why() {
  const [{ target, isPinned, isMode }, close] = useWhyTarget();
  if (target === null) return null;
  return createPortal(
    <div data-why={isPinned ? 'pinned' : isMode ? 'mode' : 'pointed'}>
      <Shown key={target.id} target={target} isHeld={isPinned || isMode} isMode={isMode} close={close} />
    </div>,
    document.body,
  );
}

interface ShownProps {
  readonly target: WhyTarget;
  readonly isHeld: boolean;
  readonly isMode: boolean;
  readonly close: () => void;
}

function Shown({ target, isHeld, isMode, close }: ShownProps) {
  const { data, error } = useWhy(target.id);
  const box = useBox(target.shown);
  const note = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' });
  const isKnown = data !== undefined || error !== null;
  useLayoutEffect(() => {
    const size = note.current?.getBoundingClientRect();
    if (size === undefined) return;
    setPlace(placeBeside(box, size, { width: innerWidth, height: innerHeight }));
  }, [box, isKnown]);
  return (
    <>
      <div className="why-outline" style={{ left: box.left, top: box.top, width: box.width, height: box.height }} />
      <div ref={note} className="why-note" role="status" style={place}>
        {isHeld && (
          <button type="button" className="why-close" onClick={close} aria-label={messages.pages.why.close}>
            <X size={14} aria-hidden />
          </button>
        )}
        {error !== null && <p className="why-text">{messages.pages.why.failed}</p>}
        {data !== undefined && <Answer why={data} />}
        {data === undefined && error === null && <p className="why-text">…</p>}
        {isMode && <p className="why-hint">{messages.pages.why.modeOn}</p>}
      </div>
    </>
  );
}

function Answer({ why }: { readonly why: WireWhy }) {
  return (
    <>
      <p className="why-label">{why.label}</p>
      <p className="why-point">
        {messages.pages.why.point({ point: why.point, title: messages.points.titles[why.point] })}
      </p>
      {why.line !== null && why.text !== null && (
        <p className="why-line">
          <span className="why-number">{messages.pages.why.line({ line: why.line })}</span>
          <code>{why.text}</code>
        </p>
      )}
      {why.assumption !== null && (
        <p className="why-text">
          {messages.pages.why.assumed} <code>{why.assumption}</code> {assumptionText(why.assumption)}
        </p>
      )}
      {why.line === null && why.assumption === null && (
        <p className="why-text">
          {why.standing === 'not shown' ? messages.pages.why.notShown : messages.pages.why.builtIn}
        </p>
      )}
      {why.help !== '' && <p className="why-text">{why.help}</p>}
    </>
  );
}

/** Returns the position of an element, and follows scrolling and resizing. */
function useBox(shown: HTMLElement): Box {
  const [box, setBox] = useState<Box>(() => boxOf(shown));
  useEffect(() => {
    const follow = () => setBox(boxOf(shown));
    follow();
    addEventListener('scroll', follow, { capture: true, passive: true });
    addEventListener('resize', follow);
    return () => {
      removeEventListener('scroll', follow, { capture: true });
      removeEventListener('resize', follow);
    };
  }, [shown]);
  return box;
}

function boxOf(shown: HTMLElement): Box {
  const { left, top, width, height } = shown.getBoundingClientRect();
  return { left, top, width, height };
}
