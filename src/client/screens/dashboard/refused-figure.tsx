import { EyeOff } from 'lucide-react';
import type { WireRefusal } from '../../../engine/core/wire-format.ts';
import { ReasonText } from '../../components-base/reason-text.tsx';

/** Shown instead of a figure that the person may not read. */
export function RefusedFigure({ refusal }: { readonly refusal: WireRefusal }) {
  return (
    <div className="tile-refused" data-element={refusal.decidedBy?.[0]?.element}>
      <EyeOff size={16} aria-hidden />
      <p className="tile-reason">
        <ReasonText refusal={refusal} />
      </p>
    </div>
  );
}
