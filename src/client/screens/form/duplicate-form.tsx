import { type ReactNode, useMemo, useState } from 'react';
import type { Json } from '../../../engine/core/intent.ts';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { Banner } from '../../components/banner.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { Skeleton } from '../../components-base/skeleton.tsx';
import { useRecord } from '../../data/records.ts';
import { messages } from '../../languages/messages.ts';
import { useLabelOf } from '../../view/labels.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { duplicateValues } from './start-values.ts';

/** The values that a form starts with, by field element id, and the record that they are taken from. */
export interface StartValues {
  readonly id: string;
  readonly values: ReadonlyMap<string, Json>;
  /** The route after a cancel; absent: the source record, else its list. */
  readonly cancelRoute?: string | null;
}

interface DuplicateFormProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  /** The id of the source record. */
  readonly from: string;
  /** Renders the form with a note. */
  readonly children: (begun: StartValues | null, note: ReactNode) => ReactNode;
}

/** A form with the values of another record. They are copied once: later changes of the source have no effect. */
export function DuplicateForm({ screen, entity, from, children }: DuplicateFormProps) {
  const { data, error, refetch } = useRecord(entity.name, from);
  const [source, setSource] = useState<WireRecord | null>(null);
  if (source === null && data !== undefined) setSource(data);
  if (source !== null) return <CopiedForm screen={screen} entity={entity} source={source} form={children} />;
  if (error === null) return <Skeleton rows={screen.fields.length} />;
  if (error.problem.status !== 404 && error.problem.status !== 403)
    return <ProblemNote problem={error.problem} retry={() => void refetch()} />;
  return children(null, <Banner tone="warning">{messages.form.sourceMissing}</Banner>);
}

interface CopiedFormProps extends Pick<DuplicateFormProps, 'screen' | 'entity'> {
  readonly source: WireRecord;
  readonly form: DuplicateFormProps['children'];
}

/** Names the source record and the fields that were not copied. */
function CopiedForm({ screen, entity, source, form }: CopiedFormProps) {
  const { format, schema } = useView();
  const labelOf = useLabelOf();
  const seed = useMemo(
    () => duplicateValues(entity, screen.fields, source, schema),
    [source, entity, screen.fields, schema],
  );
  const begun = useMemo(() => ({ id: source.id, values: seed.values }), [source.id, seed.values]);
  return form(
    begun,
    <Banner>
      <p>{messages.form.copied({ title: source._.title })}</p>
      {seed.omitted.length > 0 && <p>{messages.form.notCopied({ fields: format.list(seed.omitted.map(labelOf)) })}</p>}
    </Banner>,
  );
}
