import type { ReactNode } from 'react';
import type { Tone } from '../components-base/tone.ts';

export { type Tone, toneAt, toneOf } from '../components-base/tone.ts';

/** A state or a choice as a tinted label. */
export function Pill({
  tone,
  children,
  element,
}: {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly element?: string | undefined;
}) {
  return (
    <span className="pill" data-tone={tone} data-element={element}>
      <span className="pill-text">{children}</span>
    </span>
  );
}
