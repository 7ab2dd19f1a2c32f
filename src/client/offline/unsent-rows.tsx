import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { outboxEntries, subscribeToOutbox } from '../device/outbox.ts';
import { messages } from '../languages/messages.ts';
import { useOpenEntry } from './use-open-entry.ts';
import './offline.css';

/** Above a list: new records of its entity that are not sent yet. Each opens with its input. */
export function UnsentRows({ entity }: { readonly entity: string }) {
  const entries = useSyncExternalStore(subscribeToOutbox, outboxEntries);
  const open = useOpenEntry();
  const own = entries.filter(({ want }) => want.kind === 'create' && want.entity === entity);
  if (own.length === 0) return null;
  return (
    <ul className="unsent-rows" aria-label={messages.offline.title}>
      {own.map((entry) => (
        <li key={entry.seq} className="unsent-row">
          {open.mayOpen(entry) ? (
            <button type="button" className="link unsent-row-title" onClick={() => void open(entry)}>
              {entry.title}
            </button>
          ) : (
            <span className="unsent-row-title">{entry.title}</span>
          )}
          <span className="unsent-mark">
            <CloudOff size={13} aria-hidden />
            {messages.offline.mark}
          </span>
        </li>
      ))}
    </ul>
  );
}
