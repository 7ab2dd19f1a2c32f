import { type ComponentType, lazy, type ReactNode, type RefObject, Suspense } from 'react';
import type { WireRefusal } from '../../engine/wire.ts';
import type { Reason } from './use-reason.ts';

/** Its placing is not needed before somebody rests on something. */
const Drawn = lazy<ComponentType<BubbleProps>>(() =>
  import('./bubble-drawn.tsx').then(
    (each) => ({ default: each.DrawnBubble }),
    () => ({ default: () => null }),
  ),
);

export interface BubbleProps extends Pick<Reason, 'isOpen' | 'setOpen' | 'keepOpen'> {
  /** What it speaks of and stands by. */
  readonly control: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
  /** What it says instead: why something can't be done. */
  readonly refusal?: WireRefusal | undefined;
}

/** A few words by a control. Never the only place where something is said. */
export function Bubble(props: BubbleProps) {
  if (!props.isOpen) return null;
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  );
}
