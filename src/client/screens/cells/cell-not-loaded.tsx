import { useEffect } from 'react';
import { messages } from '../../languages/messages.ts';
import { useToast } from '../../toasts/toasts.tsx';
import type { CellEditorProps } from './cell-editor.tsx';

/** In place of an input that did not come: says so and leaves the cell as it was. */
export function CellNotLoaded({ onEnd }: CellEditorProps) {
  const say = useToast();
  useEffect(() => {
    say({ title: messages.cells.notLoaded, text: messages.cells.notLoadedText, tone: 'danger' });
    onEnd({ move: 0, isHere: true });
  }, [say, onEnd]);
  return null;
}
