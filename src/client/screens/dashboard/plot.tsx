import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';
import type { Figure } from './figures.ts';
import { useWidth } from './use-width.ts';

interface PlotProps {
  readonly label: string;
  readonly summary: string;
  readonly figures: readonly Figure[];
  /** `2 claims`, under the value. */
  readonly rowsText: (rows: number) => string;
  /** Draws the marks for a width in pixels; `active`: index of the highlighted value. */
  readonly draw: (width: number, active: number | null) => RenderedPlot;
}

export interface RenderedPlot {
  readonly height: number;
  readonly marks: ReactNode;
  /** Returns the index of the value nearest to a point of the drawing. */
  readonly nearest: (x: number, y: number) => number;
  /** Returns the position of a value's note. */
  readonly noteAt: (index: number) => { readonly x: number; readonly y: number };
  /** Returns the area in which a value can be pressed. */
  readonly areaAt: (index: number) => Area;
}

interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Makes the drawing focusable, so that arrow keys move through its values. */
const reachable = { tabIndex: 0 } as const;

/**
 * A drawing of the available width, one image for screen readers. The pointer or, with the focus, the arrow keys show a
 * value. Values with an address are links: one of them can be reached with Tab, the others with the arrow keys.
 */
export function Plot({ label, summary, figures, rowsText, draw }: PlotProps) {
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const [active, setActive] = useState<number | null>(null);
  const current = active !== null && active < figures.length ? active : null;
  const drawn = width > 0 ? draw(width, current) : null;
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    if (drawn !== null) setActive(drawn.nearest(event.clientX - box.left, event.clientY - box.top));
  };
  const press = (event: KeyboardEvent) => {
    const next = indexForKey(event.key, current, figures.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    if (next !== null) frame.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
  };
  const links = figures.map(({ to }, index) => (to === null ? null : index)).filter((index) => index !== null);
  const reached = current !== null && links.includes(current) ? current : links[0];
  const figure = current === null ? undefined : figures[current];
  const at = current === null || drawn === null ? null : drawn.noteAt(current);
  return (
    <figure
      ref={frame}
      className="plot"
      {...(links.length === 0 ? reachable : {})}
      aria-label={messages.dashboard.axisHelp({ label })}
      style={drawn === null ? undefined : { minBlockSize: drawn.height }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setActive(null)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setActive(null)}
      onKeyDown={press}
    >
      {drawn !== null && (
        <svg
          className="plot-drawing"
          role="img"
          aria-label={summary}
          width={width}
          height={drawn.height}
          viewBox={`0 0 ${width} ${drawn.height}`}
        >
          {drawn.marks}
        </svg>
      )}
      {drawn !== null &&
        figures.map(({ label: name, text, to }, index) =>
          to === null ? null : (
            <MarkLink
              key={index}
              to={to}
              index={index}
              area={drawn.areaAt(index)}
              isReached={index === reached}
              onFocus={() => setActive(index)}
            >
              {`${name}: ${text === '' ? messages.dashboard.noValue : text}`}
            </MarkLink>
          ),
        )}
      <div className="plot-live" role="status">
        {figure !== undefined && at !== null && (
          <div className="plot-note" style={noteStyle(at, width)}>
            <span className="plot-note-label">{figure.label}</span>
            <span className="plot-note-value">{figure.text === '' ? messages.dashboard.noValue : figure.text}</span>
            <span className="plot-note-rows">{rowsText(figure.rows)}</span>
          </div>
        )}
      </div>
    </figure>
  );
}

interface MarkLinkProps {
  readonly to: string;
  readonly index: number;
  readonly area: Area;
  /** Whether Tab reaches it. */
  readonly isReached: boolean;
  readonly onFocus: () => void;
  readonly children: string;
}

/** An invisible link over a mark of the drawing. */
function MarkLink({ to, index, area, isReached, onFocus, children }: MarkLinkProps) {
  return (
    <Link
      to={to}
      look="bare"
      className="plot-link"
      style={area}
      tabIndex={isReached ? 0 : -1}
      index={index}
      onFocus={onFocus}
    >
      <span className="reader-only">{children}</span>
    </Link>
  );
}

/** Positions the note above the value and inside the drawing. */
function noteStyle({ x, y }: { readonly x: number; readonly y: number }, width: number) {
  const half = Math.min(80, width / 2);
  return { left: Math.min(Math.max(x, half), Math.max(half, width - half)), top: y };
}

/** Returns the index that a key selects; undefined if the key is not handled. */
function indexForKey(key: string, active: number | null, count: number): number | null | undefined {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return active === null ? 0 : Math.min(count - 1, active + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return active === null ? count - 1 : Math.max(0, active - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'Escape':
      return active === null ? undefined : null;
    default:
      return undefined;
  }
}
