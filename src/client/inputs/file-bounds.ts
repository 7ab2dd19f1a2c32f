import type { Bounds } from '../../fields/types/field.ts';
import { useView } from '../view/view.tsx';
import type { ControlProps } from './control.ts';
import { mostBytes } from './file-check.ts';
import { inputTexts } from './texts.ts';

/** What is taken: endings and bytes. */
export function useFileBounds(type: ControlProps['type'], bounds: Bounds) {
  const { schema } = useView();
  if (type.kind !== 'file') return { endings: [], most: null };
  const limit = schema.model.limits.find(({ name }) => name === 'upload size')?.value ?? null;
  return {
    endings: type.endings,
    most: mostBytes(type.maxSize && bounds(type.maxSize), typeof limit === 'number' ? limit : null),
  };
}

/** The same in words. */
export function useTakes({ endings, most }: ReturnType<typeof useFileBounds>): string {
  const { format } = useView();
  return inputTexts.file.takes(
    endings.map((ending) => ending.toUpperCase()).join(', '),
    most === null ? '' : format.bytes(most),
  );
}
