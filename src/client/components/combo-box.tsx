import { Check, ChevronsUpDown, X } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  ComboBoxStateContext,
  Input,
  type Key,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { messages } from '../languages/messages.ts';
import '../styles/overlays.css';
import '../styles/inputs.css';

export interface ComboOption {
  readonly id: string;
  readonly label: string;
  /** Why this option would be refused. */
  readonly reason?: string | undefined;
}

export interface ComboBoxProps {
  /** The options found for the typed text. */
  readonly options: readonly ComboOption[];
  readonly value: ComboOption | null;
  readonly onChange: (option: ComboOption | null) => void;
  /** Called with the text to search for; empty to end the search. */
  readonly onSearch: (text: string) => void;
  readonly busy?: boolean | undefined;
  /** A note at the end of the list, such as "20 shown, type to narrow". */
  readonly note?: string | undefined;
  /** Shown under the list if nothing is found: what to do then. */
  readonly emptyText?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly id?: string | undefined;
  readonly onFocus?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** Typed text that matches no option; it stays in the input. */
  readonly unread?: string | undefined;
  /**
   * Called on each change of typed text while no option is chosen. If it is missing, such text is discarded on blur.
   */
  readonly onUnread?: ((text: string) => void) | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Takes the focus and opens when it mounts, because the person has just asked for it. */
  readonly opensAtOnce?: boolean | undefined;
  /** Called on Backspace in an empty input. */
  readonly onEmptyBack?: (() => void) | undefined;
}

/** Chooses one of many options by typing. Text that equals exactly one option chooses it on blur. */
export function ComboBox(props: ComboBoxProps) {
  const { options, value, onChange, onSearch, invalid = false, required = false, busy = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const open = useRef(false);
  const closes = useRef(false);
  const control = useRef<HTMLDivElement>(null);
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);
  const { opensAtOnce = false } = props;
  // The list opens on focus, so the focus is set in an effect, when the component is complete.
  useEffect(() => {
    if (opensAtOnce) control.current?.querySelector('input')?.focus();
  }, [opensAtOnce]);
  // The chosen option is always in the list, so that its label stays in the input whatever is found.
  const all = value === null || options.some(({ id }) => id === value.id) ? options : [...options, value];
  // The list is not empty while it contains the chosen option.
  const isNothingFound = options.length === 0 && !busy && (value === null || typed !== null);
  const choose = (key: Key | null) => {
    const found = all.find(({ id }) => id === key) ?? null;
    setTyped(null);
    onSearch('');
    if (found?.id !== value?.id) onChange(found);
  };
  const type = (text: string) => {
    if (text === (value?.label ?? props.unread ?? '')) {
      setTyped(null);
      onSearch('');
      return;
    }
    setTyped(text);
    onSearch(text);
    // The person cleared the text: the choice is removed.
    if (text.trim() === '') onChange(null);
    else props.onUnread?.(text);
  };
  const leave = () => {
    const text = (typed ?? props.unread ?? '').trim();
    const exactMatches =
      text === '' || busy || props.note !== undefined ? [] : options.filter(({ label }) => label === text);
    if (props.onUnread !== undefined && exactMatches.length === 1) onChange(exactMatches[0] ?? null);
    setTyped(null);
    onSearch('');
    props.onBlur?.();
  };
  return (
    <AriaComboBox
      {...(props.label === undefined ? {} : { 'aria-label': props.label })}
      {...(props.labelledBy === undefined ? {} : { 'aria-labelledby': props.labelledBy })}
      {...(props.describedBy === undefined ? {} : { 'aria-describedby': props.describedBy })}
      className="combo"
      items={all}
      value={value?.id ?? null}
      onChange={(key) => choose(key as Key | null)}
      inputValue={typed ?? value?.label ?? props.unread ?? ''}
      onInputChange={type}
      defaultFilter={() => true}
      allowsEmptyCollection
      // A list that opened on focus would cover the text around it, and the next field for people who tab on.
      menuTrigger={opensAtOnce ? 'focus' : 'input'}
      onOpenChange={(isOpen) => {
        open.current = isOpen;
        release.current?.();
        release.current = isOpen ? keepReadable(control.current) : undefined;
      }}
      isInvalid={invalid}
      isRequired={required}
      validationBehavior="aria"
      onFocus={() => props.onFocus?.()}
      onBlur={leave}
    >
      <div
        ref={control}
        className="control combo-control"
        onKeyDownCapture={(event) => {
          if (event.key === 'Escape') closes.current = open.current;
        }}
        onKeyDown={(event) => {
          // Escape closes the list only, not the dialog around it.
          if (event.key === 'Escape' && closes.current) event.stopPropagation();
        }}
      >
        <OpeningInput
          {...(props.id === undefined ? {} : { id: props.id })}
          className="combo-input"
          placeholder={props.placeholder ?? messages.components.searchHint}
          autoComplete="off"
          autoFocus={props.autoFocus}
          searchText={typed}
          busy={busy}
          found={options[0]?.id ?? null}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && event.currentTarget.value === '') props.onEmptyBack?.();
          }}
        />
        {value !== null && !required && (
          <button
            type="button"
            className="combo-clear"
            aria-label={messages.components.clear}
            onClick={() => {
              setTyped(null);
              onSearch('');
              onChange(null);
            }}
          >
            <X size={14} aria-hidden />
          </button>
        )}
        <Button className="combo-button">
          <ChevronsUpDown size={14} aria-hidden />
        </Button>
      </div>
      <Popover className="popover combo-popover" offset={5} crossOffset={-11}>
        {/* The popover is rendered outside of all landmarks, so it is one itself. */}
        <section
          className="combo-list"
          {...(props.labelledBy === undefined
            ? { 'aria-label': props.label ?? messages.components.choose }
            : { 'aria-labelledby': props.labelledBy })}
        >
          <ListBox<ComboOption>
            className="list-box"
            renderEmptyState={() => (
              <p className="list-note">{busy ? messages.components.loading : messages.components.nothingFound}</p>
            )}
          >
            {({ id, label, reason }) => (
              <ListBoxItem
                id={id}
                textValue={label}
                className="option"
                data-rejected={reason !== undefined || undefined}
              >
                <Check size={14} aria-hidden className="option-check" />
                <Text slot="label">
                  {label}
                  {reason !== undefined && <span className="option-reason"> {reason}</span>}
                </Text>
              </ListBoxItem>
            )}
          </ListBox>
          {all.length > 0 && isNothingFound && <p className="list-note">{messages.components.nothingFound}</p>}
          {props.note !== undefined && <p className="list-note">{props.note}</p>}
          {isNothingFound && props.emptyText}
        </section>
      </Popover>
    </AriaComboBox>
  );
}

interface OpeningInputProps extends ComponentProps<typeof Input> {
  /** The search text; null if nothing was typed since the last choice. */
  readonly searchText: string | null;
  /** The options do not match the typed text yet. */
  readonly busy: boolean;
  /** The first option found; null if there is none. */
  readonly found: Key | null;
}

/**
 * Opens the list when pressed, even if it has the focus and the list was closed. Enter chooses the first option if none
 * is highlighted, and waits for the search if it is still running, so that the typed text is not lost.
 */
function OpeningInput({ searchText, busy, found, ...props }: OpeningInputProps) {
  const state = use(ComboBoxStateContext);
  const [pendingText, setPendingText] = useState<string | null>(null);
  // The list renders new options with a delay.
  const isListed = found !== null && state?.collection.getFirstKey() === found;
  const takePending = useEffectEvent(() => {
    setPendingText(null);
    if (state?.isOpen !== true || found === null) return;
    state.selectionManager.setFocusedKey(found);
    state.commit();
  });
  const isReady = pendingText !== null && pendingText === searchText && !busy && (isListed || found === null);
  useEffect(() => {
    if (isReady) takePending();
  }, [isReady]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || state?.isOpen !== true) return;
    if (searchText === null || searchText.trim() === '' || state.selectionManager.focusedKey !== null) return;
    if (!busy && isListed) return state.selectionManager.setFocusedKey(found);
    // Enter neither discards the text nor submits the form; the list stays open.
    event.preventDefault();
    event.stopPropagation();
    setPendingText(searchText);
  };
  return (
    <Input {...props} onKeyDownCapture={press} onClick={() => state?.isOpen === false && state.open(null, 'manual')} />
  );
}

/**
 * While the list is open, the component library hides the rest of the page from screen readers although Tab still
 * reaches it. Marks the page, or the dialog around the combo box, so that it stays readable. Returns a function that
 * removes the mark.
 */
function keepReadable(control: Element | null): () => void {
  const root = control?.closest<HTMLElement>('body > *') ?? null;
  if (root === null || root.hasAttribute(readable)) return () => undefined;
  root.setAttribute(readable, '');
  return () => root.removeAttribute(readable);
}

const readable = 'data-react-aria-top-layer';
