import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { outboxEntries, subscribeToOutbox } from '../device/outbox.ts';
import { messages } from '../languages/messages.ts';
import './offline.css';

/** Marks a record that has unsent writes on this device. */
export function UnsentMark({ entity, id }: { readonly entity: string; readonly id: string }) {
  const entries = useSyncExternalStore(subscribeToOutbox, outboxEntries);
  if (!entries.some(({ want }) => want.entity === entity && want.id === id)) return null;
  return (
    <span className="unsent-mark">
      <CloudOff size={13} aria-hidden />
      {messages.offline.mark}
    </span>
  );
}
