import {
  type ComponentPropsWithRef,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  Dialog as AriaDialog,
  Autocomplete,
  Header,
  Heading,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { type Command, type CommandGroup, useRegisteredCommands } from './command-registry.tsx';
import { bestMatches } from './match-commands.ts';
import { placesOf } from './palette-places.ts';
import { useFoundRecords } from './use-found-records.ts';
import './palette.css';
import '../styles/overlays.css';

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The command palette: all commands of the page and all places to go to. Refused commands show the reason. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  return (
    <ModalOverlay
      className="veil palette-veil"
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className="dialog palette">
        <AriaDialog className="palette-inner">
          <Heading slot="title" className="reader-only">
            {messages.application.palette.open}
          </Heading>
          <Commands onClose={onClose} />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function Commands({ onClose }: Pick<PaletteProps, 'onClose'>) {
  const view = useView();
  const offered = useRegisteredCommands();
  const places = useMemo(() => placesOf(view), [view]);
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed);
  const records = useFoundRecords(sought);
  const groups = [...[...offered, ...places].map((group) => narrowed(group, sought)), records.group].filter(
    ({ commands }) => commands.length > 0,
  );
  const all = new Map(groups.flatMap(({ commands }) => commands.map((command) => [command.id, command] as const)));
  const run = (command: Command | undefined) => {
    if (command === undefined || command.refusal !== null) return;
    onClose();
    command.run();
  };
  const [wanted, setWanted] = useState<string | null>(null);
  const isPicked = useRef(false);
  const inside = useRef<HTMLDivElement>(null);
  const type = (text: string) => {
    isPicked.current = false;
    setWanted(null);
    setTyped(text);
  };
  // Fast typing is ahead of the rendered list, so Enter runs the best match for the typed text. After the person moved
  // the highlight, Enter runs the highlighted command, read from the DOM because the list may have changed.
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key.startsWith('Arrow') || event.key.startsWith('Page')) isPicked.current = true;
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    const marked = inside.current?.querySelector<HTMLElement>('.palette-list [data-focused]')?.dataset['key'];
    if (typed.trim() === '' || (isPicked.current && marked !== undefined)) return run(all.get(marked ?? ''));
    const [first] = [...offered, ...places].flatMap((group) => narrowed(group, typed).commands);
    if (first === undefined) setWanted(typed);
    else run(first);
  };
  const runWanted = useEffectEvent(() => {
    setWanted(null);
    run(records.group.commands[0]);
  });
  const isFound = wanted !== null && wanted === sought && !records.busy;
  useEffect(() => {
    if (isFound) runWanted();
  }, [isFound]);
  useEffect(() => {
    // The list scrolls, so Tab must reach it. Set afterwards, because the component library would otherwise treat it as
    // an element with its own focus.
    inside.current?.querySelector('.palette-list')?.setAttribute('tabindex', '0');
  });
  return (
    <div
      ref={inside}
      className="palette-inside"
      onKeyDownCapture={(event) => {
        backToInput(event);
        press(event);
      }}
      onPointerMove={({ target }) => {
        if (target instanceof Element && target.closest('[role="menuitem"]') !== null) isPicked.current = true;
      }}
    >
      <Autocomplete inputValue={typed} onInputChange={type}>
        <SearchField className="palette-search" aria-label={messages.palette.hint} autoFocus>
          <Input className="palette-input" placeholder={messages.palette.hint} />
        </SearchField>
        <Menu
          className="menu palette-list"
          aria-label={messages.application.palette.open}
          onAction={(key) => run(all.get(String(key)))}
          renderEmptyState={() => (
            <p className="list-note">
              {records.busy ? messages.palette.searching : messages.palette.nothing({ typed })}
            </p>
          )}
        >
          {groups.map(({ title, commands }) => (
            <MenuSection key={title} className="menu-section" aria-label={title}>
              <Header className="menu-section-title">{title}</Header>
              {commands.map((command) => (
                <Item key={command.id} command={command} />
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </div>
  );
}

function Item({ command: { id, label, text, element, refusal } }: { readonly command: Command }) {
  return (
    <MenuItem
      id={id}
      className="menu-item"
      textValue={label}
      shouldCloseOnSelect={false}
      data-element={element}
      data-denied={refusal !== null || undefined}
      // A refused command stays focusable, so that its reason can be read.
      render={(props) => {
        const { ref, ...rest } = props as ComponentPropsWithRef<'div'>;
        return <div ref={ref} {...rest} aria-disabled={refusal !== null || undefined} />;
      }}
    >
      <span className="menu-words">
        <span className="menu-label">{label}</span>{' '}
        {text !== undefined && text !== '' && <span className="menu-text">{text}</span>}
      </span>{' '}
      {refusal !== null && (
        <span className="menu-reason" data-element={refusal.decidedBy?.[0]?.element}>
          {`${refusal.message} ${refusal.next ?? ''}`.trim()}
        </span>
      )}
    </MenuItem>
  );
}

/** Keys pressed while the list itself has the focus (after Tab) are sent to the input. */
function backToInput({ key, target, currentTarget }: KeyboardEvent): void {
  if (document.activeElement?.matches('.palette-list') !== true || target !== document.activeElement) return;
  if (!['Tab', 'Shift', 'Escape'].includes(key)) currentTarget.querySelector<HTMLElement>('.palette-input')?.focus();
}

const narrowed = ({ title, commands }: CommandGroup, typed: string): CommandGroup => ({
  title,
  commands: bestMatches(
    typed.trim() === '' ? commands.filter(({ isSearchResult }) => isSearchResult !== true) : commands,
    ({ label, text = '' }) => `${label} ${text}`,
    typed,
  ),
});
