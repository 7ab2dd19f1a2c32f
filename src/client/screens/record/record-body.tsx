import { type ReactNode, useMemo, useState } from 'react';
import type { WireRecord } from '../../../engine/core/wire-format.ts';
import { readStorage, writeStorage } from '../../platform/browser-storage.ts';
import { type EntityInView, type ScreenInView, useView } from '../../view/view-context.tsx';
import { MainDetails, SidePanel } from './details.tsx';
import type { EventOffer } from './events.ts';
import { layoutOf, pinnedFields } from './layout.ts';
import '../../styles/record-layout.css';

interface RecordBodyProps {
  readonly screen: ScreenInView;
  readonly entity: EntityInView;
  readonly record: WireRecord;
  /** The fields to show. */
  readonly names: readonly string[];
  readonly offers: readonly EventOffer[];
  /** What follows the fields in the main column. */
  readonly children: ReactNode;
}

/** The fields of a record in two columns: long texts and lines in the main one, short fields in the panel beside it. */
export function RecordBody({ screen, entity, record, names, offers, children }: RecordBodyProps) {
  const context = useView();
  const [showsEmpty, toggleEmpty] = useShowsEmpty(entity.name);
  const pinned = useMemo(() => pinnedFields(context, entity, record, offers), [context, entity, record, offers]);
  const layout = layoutOf(context, screen, entity, record, names, { pinned, showsEmpty });
  return (
    <div className="record-columns">
      <SidePanel layout={layout} record={record} showsEmpty={showsEmpty} onToggleEmpty={toggleEmpty} />
      <div className="record-main">
        <MainDetails layout={layout} record={record} />
        {children}
      </div>
    </div>
  );
}

/** Whether empty fields of an entity's records are shown, and a function that toggles it. Stored on this device. */
function useShowsEmpty(entity: string): readonly [boolean, () => void] {
  const key = `ninefold empty fields ${entity}`;
  const [own, setOwn] = useState(() => ({ key, shown: readStorage(key) !== null }));
  const now = own.key === key ? own : { key, shown: readStorage(key) !== null };
  if (now !== own) setOwn(now);
  const toggle = () => {
    writeStorage(key, now.shown ? null : 'shown');
    setOwn({ key, shown: !now.shown });
  };
  return [now.shown, toggle];
}
