import type { ReactNode } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';

/** A tooltip on a button of react-aria-components: its only child. Never the only place where something is said. */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <Tooltip className="tip" offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
