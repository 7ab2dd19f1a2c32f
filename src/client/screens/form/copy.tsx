import { type ReactNode, useMemo, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { useRecord } from '../../api/records.ts';
import { Banner } from '../../parts/banner.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useLabelOf } from '../../view/labels.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view.tsx';
import { seedOf } from './seed.ts';
import { formTexts } from './texts.ts';

/** What a form begins with: the record it is taken from, and its values by field element id. */
export interface Begun {
  readonly id: string;
  readonly values: ReadonlyMap<string, Json>;
  /** Where one goes back to without having made anything; absent: to that record, else to the list. */
  readonly back?: string | null;
}

interface CopyProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  /** The id of the record. */
  readonly from: string;
  /** The form, with what is to be said of it. */
  readonly children: (begun: Begun | null, note: ReactNode) => ReactNode;
}

/** A form with the values of another record, as they stand when it opens: what becomes of that one changes nothing here. */
export function Copy({ screen, entity, from, children }: CopyProps) {
  const { data, error, refetch } = useRecord(entity.name, from);
  const [source, setSource] = useState<WireRecord | null>(null);
  if (source === null && data !== undefined) setSource(data);
  if (source !== null) return <CopyOf screen={screen} entity={entity} source={source} form={children} />;
  if (error === null) return <Skeleton rows={screen.fields.length} />;
  if (error.problem.status !== 404 && error.problem.status !== 403)
    return <ProblemNote problem={error.problem} retry={() => void refetch()} />;
  return children(null, <Banner tone="warning">{formTexts.noSource}</Banner>);
}

interface CopyOfProps extends Pick<CopyProps, 'screen' | 'entity'> {
  readonly source: WireRecord;
  readonly form: CopyProps['children'];
}

/** Says what stands here already, and what does not. */
function CopyOf({ screen, entity, source, form }: CopyOfProps) {
  const { format, schema } = useView();
  const labelOf = useLabelOf();
  const seed = useMemo(() => seedOf(entity, screen.fields, source, schema), [source, entity, screen.fields, schema]);
  const begun = useMemo(() => ({ id: source.id, values: seed.values }), [source.id, seed.values]);
  return form(
    begun,
    <Banner>
      <p>{formTexts.copied(source._.title)}</p>
      {seed.own.length > 0 && <p>{formTexts.own(format.list(seed.own.map(labelOf)))}</p>}
    </Banner>,
  );
}
