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
import { partTexts } from '../texts/component-texts.ts';
import '../styles/overlays.css';
import '../styles/inputs.css';

export interface ComboOption {
  readonly id: string;
  readonly label: string;
  /** Why it would not be accepted. */
  readonly reason?: string | undefined;
}

export interface ComboBoxProps {
  /** What is found for what was typed. */
  readonly options: readonly ComboOption[];
  readonly value: ComboOption | null;
  readonly onChange: (option: ComboOption | null) => void;
  /** What is typed to search by; empty when nothing is searched. */
  readonly onSearch: (text: string) => void;
  readonly busy?: boolean | undefined;
  /** Stands at the end of the list: "20 shown, type to narrow". */
  readonly note?: string | undefined;
  /** Stands under the list where nothing is found: what to do then. */
  readonly otherwise?: ReactNode;
  readonly placeholder?: string | undefined;
  readonly label?: string | undefined;
  readonly labelledBy?: string | undefined;
  readonly describedBy?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly id?: string | undefined;
  readonly onFocus?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** Text that was typed and is none of the options; it stays in the box. */
  readonly unread?: string | undefined;
  /** Called with each letter of text of which nothing is chosen yet; where it is not given, such text is given up when one leaves. */
  readonly onUnread?: ((text: string) => void) | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Somebody asked for it just now: it has the focus and is open at once. */
  readonly opensAtOnce?: boolean | undefined;
  /** Backspace where nothing is typed. */
  readonly onEmptyBack?: (() => void) | undefined;
}

/** One of many, found by typing. Text that is exactly one of the options found is that one when it is left. */
export function ComboBox(props: ComboBoxProps) {
  const { options, value, onChange, onSearch, invalid = false, required = false, busy = false } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const open = useRef(false);
  const closes = useRef(false);
  const control = useRef<HTMLDivElement>(null);
  const release = useRef<() => void>(undefined);
  useEffect(() => () => release.current?.(), []);
  const { opensAtOnce = false } = props;
  // The list opens with the focus, and then all of this has to stand.
  useEffect(() => {
    if (opensAtOnce) control.current?.querySelector('input')?.focus();
  }, [opensAtOnce]);
  // What is chosen stays among the entries, so that its title stays in the box whatever is found.
  const all = value === null || options.some(({ id }) => id === value.id) ? options : [...options, value];
  // The one that is chosen stays listed, found or not.
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
    // Emptied by hand: nothing is chosen any more.
    if (text.trim() === '') onChange(null);
    else props.onUnread?.(text);
  };
  const leave = () => {
    const text = (typed ?? props.unread ?? '').trim();
    const named = text === '' || busy || props.note !== undefined ? [] : options.filter(({ label }) => label === text);
    if (props.onUnread !== undefined && named.length === 1) onChange(named[0] ?? null);
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
      // A list that opens with the focus would lie over what is to be read, and over the next field of whoever goes on.
      menuTrigger={opensAtOnce ? 'focus' : 'input'}
      onOpenChange={(isOpen) => {
        open.current = isOpen;
        release.current?.();
        release.current = isOpen ? keptReadable(control.current) : undefined;
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
          // What closes the list closes nothing else.
          if (event.key === 'Escape' && closes.current) event.stopPropagation();
        }}
      >
        <OpeningInput
          {...(props.id === undefined ? {} : { id: props.id })}
          className="combo-input"
          placeholder={props.placeholder ?? partTexts.searchHint}
          autoComplete="off"
          autoFocus={props.autoFocus}
          sought={typed}
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
            aria-label={partTexts.clear}
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
        {/* It stands beside the page, outside of all its parts, and is one itself. */}
        <section
          className="combo-list"
          {...(props.labelledBy === undefined
            ? { 'aria-label': props.label ?? partTexts.choose }
            : { 'aria-labelledby': props.labelledBy })}
        >
          <ListBox<ComboOption>
            className="list-box"
            renderEmptyState={() => <p className="list-note">{busy ? partTexts.loading : partTexts.nothingFound}</p>}
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
          {all.length > 0 && isNothingFound && <p className="list-note">{partTexts.nothingFound}</p>}
          {props.note !== undefined && <p className="list-note">{props.note}</p>}
          {isNothingFound && props.otherwise}
        </section>
      </Popover>
    </AriaComboBox>
  );
}

interface OpeningInputProps extends ComponentProps<typeof Input> {
  /** What is searched by; null: nothing is typed beyond what is chosen. */
  readonly sought: string | null;
  /** What is found is not yet for that. */
  readonly busy: boolean;
  /** The first of what is found; null: nothing is. */
  readonly found: Key | null;
}

/**
 * A press on it opens the list, also where it has the focus already and the list was closed. Enter takes the first of what
 * is found where none is marked, and waits for it where it is not there yet: what was typed is not lost by it.
 */
function OpeningInput({ sought, busy, found, ...props }: OpeningInputProps) {
  const state = use(ComboBoxStateContext);
  const [wanted, setWanted] = useState<string | null>(null);
  // The list takes over what is found a while after it is told of it.
  const isListed = found !== null && state?.collection.getFirstKey() === found;
  const takeWanted = useEffectEvent(() => {
    setWanted(null);
    if (state?.isOpen !== true || found === null) return;
    state.selectionManager.setFocusedKey(found);
    state.commit();
  });
  const isThere = wanted !== null && wanted === sought && !busy && (isListed || found === null);
  useEffect(() => {
    if (isThere) takeWanted();
  }, [isThere]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || state?.isOpen !== true) return;
    if (sought === null || sought.trim() === '' || state.selectionManager.focusedKey !== null) return;
    if (!busy && isListed) return state.selectionManager.setFocusedKey(found);
    // Nothing is given up, and nothing is sent: the list stays open with what was typed.
    event.preventDefault();
    event.stopPropagation();
    setWanted(sought);
  };
  return (
    <Input {...props} onKeyDownCapture={press} onClick={() => state?.isOpen === false && state.open(null, 'manual')} />
  );
}

/**
 * While the list is open the kit would keep the rest of the page from readers, though all of it can still be reached with
 * Tab. What is marked so stays readable: the page, or the window that the box stands in. Returns how to end it.
 */
function keptReadable(control: Element | null): () => void {
  const whole = control?.closest<HTMLElement>('body > *') ?? null;
  if (whole === null || whole.hasAttribute(readable)) return () => undefined;
  whole.setAttribute(readable, '');
  return () => whole.removeAttribute(readable);
}

const readable = 'data-react-aria-top-layer';
