import { Columns3 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Flyout } from '../../parts/flyout.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { Grouping } from '../groups/choice.tsx';
import { tableTexts } from './texts.ts';
import type { ColumnsInHand } from './use-columns.ts';

const ColumnsPanel = lazy(() => import('./tools.ts').then((each) => ({ default: each.ColumnsPanel })));

/** Which columns are shown, in which order and how wide. Kept on this machine for this person and screen. */
export function ColumnsMenu(columns: ColumnsInHand & { readonly grouping: Grouping | null }) {
  return (
    <Flyout
      label={tableTexts.columns}
      variant="quiet"
      placement="bottom end"
      isChanged={columns.isChanged}
      trigger={
        <>
          <Columns3 size={15} aria-hidden />
          <span className="button-text table-wide">{tableTexts.columns}</span>
        </>
      }
    >
      <Suspense fallback={<Skeleton rows={4} />}>
        <ColumnsPanel {...columns} />
      </Suspense>
    </Flyout>
  );
}
