import type { ReactNode, RefObject } from 'react';
import type { WireRefusal } from '../../engine/core/wire-format.ts';
import { lazyWithoutFallback } from './lazy-preloaded.ts';
import type { Reason } from './use-reason.ts';

/** The positioning code is loaded when the first tooltip opens. */
const Drawn = lazyWithoutFallback(
  () => import('./tooltip-impl.tsx'),
  'TooltipImpl',
  () => null,
);

export interface BubbleProps extends Pick<Reason, 'isOpen' | 'setOpen' | 'keepOpen'> {
  /** The control that the tooltip describes and is placed at. */
  readonly control: RefObject<HTMLElement | null>;
  readonly children?: ReactNode;
  /** Shown instead of `children`: why an action is refused. */
  readonly refusal?: WireRefusal | undefined;
}

/** A short text at a control. Never the only place for a piece of information. */
export const Tooltip = (props: BubbleProps) => props.isOpen && <Drawn {...props} />;
