import type { ReactNode } from 'react';
import type { Tone } from '../../model/types/tone.ts';

/** A state or a choice as a label: tinted, or with an outline if it has no colour. */
export function Pill({
  tone,
  children,
  element,
}: {
  readonly tone: Tone | undefined;
  readonly children: ReactNode;
  readonly element?: string | undefined;
}) {
  return (
    <span className="pill" data-tone={tone} data-element={element}>
      <span className="pill-text">{children}</span>
    </span>
  );
}
