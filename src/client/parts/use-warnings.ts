import type { WireRecord } from '../../engine/core/wire-format.ts';
import { useToast } from './toasts.tsx';

/** Says what rules that only warn have to say of a record that was just written. */
export function useWarnings(): (record: WireRecord | null) => void {
  const say = useToast();
  return (record) => {
    for (const { message, next } of record?._.warnings ?? []) say({ title: message, text: next, tone: 'info' });
  };
}
