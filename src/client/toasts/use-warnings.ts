import type { WireRecord } from '../../engine/core/wire-format.ts';
import { useToast } from './toasts.tsx';

/** Returns a function that shows the warnings of a record that was just written. */
export function useWarnings(): (record: WireRecord | null) => void {
  const say = useToast();
  return (record) => {
    for (const { message, next } of record?._.warnings ?? []) say({ title: message, text: next, tone: 'info' });
  };
}
