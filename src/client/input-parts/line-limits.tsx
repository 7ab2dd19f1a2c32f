import { boundsText } from './bounds-text.ts';
import type { ControlProps } from './control.ts';
import { useBounds } from './use-bounds.ts';

/** How many lines are allowed, if the document says so. */
export function LineLimits({ type }: Pick<ControlProps, 'type'>) {
  const bounds = useBounds();
  if (type.kind !== 'list') return null;
  const text = boundsText(type.min && bounds(type.min), type.max && bounds(type.max));
  return text === '' ? null : <span className="lines-bounds">{text}</span>;
}
