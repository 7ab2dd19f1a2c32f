import { useEffect } from 'react';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import type { CellEditorProps } from './cell-editor.tsx';

/** Replaces the cell editor if it can't be loaded: shows a toast and closes the cell unchanged. */
export function CellNotLoaded({ onEnd }: CellEditorProps) {
  const say = useToast();
  useEffect(() => {
    say({ title: messages.cells.notLoaded, text: messages.cells.notLoadedText, tone: 'danger' });
    onEnd({ move: 0, isHere: true });
  }, [say, onEnd]);
  return null;
}
