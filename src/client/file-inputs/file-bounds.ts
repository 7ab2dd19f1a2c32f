import type { ControlProps } from '../input-parts/control.ts';
import { useBounds } from '../input-parts/use-bounds.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { smallerLimit } from './file-check.ts';

/** Returns the accepted endings and the greatest size in bytes. */
export function useFileBounds(type: ControlProps['type']) {
  const bounds = useBounds();
  const { schema } = useView();
  if (type.kind !== 'file') return { endings: [], maxBytes: null };
  const limit = schema.model.limits.find(({ name }) => name === 'upload size')?.value ?? null;
  return {
    endings: type.endings,
    maxBytes: smallerLimit(type.maxSize && bounds(type.maxSize), typeof limit === 'number' ? limit : null),
  };
}

/** Returns the bounds in words. */
export function useFileBoundsText({ endings, maxBytes }: ReturnType<typeof useFileBounds>): string {
  const { format } = useView();
  const { takes, takesSize } = messages.inputs.file;
  const kinds = endings.map((ending) => ending.toUpperCase()).join(', ');
  if (maxBytes === null) return kinds;
  const size = format.bytes(maxBytes);
  return kinds === '' ? takesSize({ size }) : takes({ kinds, size });
}
