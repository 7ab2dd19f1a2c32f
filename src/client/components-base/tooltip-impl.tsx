import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components';
import { landmarkOf } from './landmark.ts';
import { ReasonText } from './reason-text.tsx';
import type { BubbleProps } from './tooltip.tsx';
import '../styles/overlays.css';

/** The tooltip of the component library, used for its positioning only. The caller controls when it is open. */
export function TooltipImpl({ control, isOpen, setOpen, keepOpen, children, refusal }: BubbleProps) {
  const state = { isOpen, open: () => setOpen(true), close: () => setOpen(false), shouldSkipAnimation: false };
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip
        className={refusal === undefined ? 'tip' : 'tip reason'}
        triggerRef={control}
        isOpen={isOpen}
        onOpenChange={setOpen}
        offset={6}
        UNSTABLE_portalContainer={landmarkOf(control.current)}
        {...keepOpen}
      >
        {refusal === undefined ? children : <ReasonText refusal={refusal} />}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
