import type { ReactNode, RefObject } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';
import { aside } from './later.ts';
import type { Reason } from './use-reason.ts';

/** Its placing is not needed before somebody rests on something. */
const Drawn = aside(
  () => import('./bubble-drawn.tsx'),
  'DrawnBubble',
  () => null,
);

export interface BubbleProps extends Pick<Reason, 'isOpen' | 'setOpen' | 'keepOpen'> {
  /** What it speaks of and stands by. */
  readonly control: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
  /** What it says instead: why something can't be done. */
  readonly refusal?: WireRefusal | undefined;
}

/** A few words by a control. Never the only place where something is said. */
export const Bubble = (props: BubbleProps) => props.isOpen && <Drawn {...props} />;
