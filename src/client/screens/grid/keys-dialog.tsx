import { Dialog } from '../../components/dialog.tsx';
import { Kbd } from '../../components-base/kbd.tsx';
import { messages } from '../../languages/messages.ts';
import '../../styles/table-tools.css';

interface KeysDialogProps {
  readonly hasSearch: boolean;
  readonly hasSelection: boolean;
  /** Whether the list allows inline editing. */
  readonly isInline: boolean;
  readonly onClose: () => void;
}

/** Lists the keyboard shortcuts of a list. */
export function KeysDialog({ hasSearch, hasSelection, isInline, onClose }: KeysDialogProps) {
  const { help } = messages.listTools;
  const all: readonly (readonly [what: string, keys: readonly string[], isThere: boolean])[] = [
    [help.search, ['/'], hasSearch],
    [help.move, ['j', 'k', '↓', '↑'], true],
    [help.screenful, ['Page Down', 'Page Up'], true],
    [help.ends, ['Home', 'End'], true],
    [help.inside, ['→', '←'], true],
    [help.open, ['Enter'], true],
    [help.change, ['e', 'F2'], isInline],
    [help.undo, ['Ctrl + Z'], isInline],
    [help.edit, isInline ? ['Shift + e'] : ['e'], true],
    [help.select, ['x', 'Space'], hasSelection],
    [help.range, ['Shift + x', 'Shift + ↓'], hasSelection],
    [help.all, ['Ctrl + A'], hasSelection],
    [help.clear, ['Esc'], hasSelection],
    [help.help, ['?'], true],
    [messages.application.palette.open, ['Ctrl + K'], true],
  ];
  return (
    <Dialog title={help.title} isOpen onClose={onClose} size="small">
      <dl className="keys-list">
        {all
          .filter(([, , isThere]) => isThere)
          .map(([what, keys]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
