import { type ReactNode, useState } from 'react';
import { Tooltip, TooltipTrigger } from 'react-aria-components';
import { landmarkOf } from './landmark.ts';

/** A tooltip on a button of react-aria-components: its only child. Never the only place where something is said. */
export function Tip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={500} closeDelay={80} isOpen={isOpen} onOpenChange={setOpen}>
      {children}
      <Tooltip className="tip" offset={6} {...(isOpen ? { UNSTABLE_portalContainer: landmarkOf(null) } : {})}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
