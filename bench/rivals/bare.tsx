import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { createRoot } from 'react-dom/client';

/** As many rows as ours, all of them in memory, in the height of a row of ours; nothing else is drawn. */
const rows = Array.from({ length: 100_000 }, (_, index) => [
  `E-${String(index).padStart(8, '0')}`,
  `Account ${index % 400}`,
  `€${index % 900}.00`,
  index % 3 === 0 ? '' : `Reason ${index % 900}`,
  '14/01/2026',
  index % 5 === 0 ? `Remark ${index}` : '',
]);

function Bare() {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 10,
  });
  return (
    <div ref={scroller} className="table-scroll" style={{ height: '90vh', overflow: 'auto' }}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            style={{
              position: 'absolute',
              insetInline: 0,
              height: 36,
              transform: `translateY(${start}px)`,
              display: 'grid',
              gridTemplateColumns: 'repeat(6, 1fr)',
            }}
          >
            {rows[index]?.map((text, column) => (
              <div key={column}>{text}</div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Bare />);
