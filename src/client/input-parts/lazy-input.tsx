import {
  type ComponentType,
  createContext,
  type FocusEvent,
  Suspense,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { focusFirst } from '../components-base/focus-restore.ts';
import { whenIdle } from '../components-base/load-when-idle.ts';
import { useView, type ViewContext } from '../view/view-context.tsx';
import type { ControlProps } from './control.ts';

/**
 * Whether lazy inputs may be loaded now. A form sets false until somebody uses the page, then true to load them one by
 * one when idle. Null (outside forms): load at once, since somebody asked for the input.
 */
export const MayLoadInputsContext = createContext<boolean | null>(null);

/** Props of the placeholder of a lazy input: it has the size and look of the input, but accepts no text. */
export type PlaceholderProps<P extends ControlProps> = P & {
  /** Handlers for the part of the placeholder that takes presses and the focus. */
  readonly handlers: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    /**
     * A press on the placeholder is repeated on the loaded input: on the element that the selector in the pressed
     * element's `data-press` matches, else on the first control of the input.
     */
    readonly onClick: (event: { readonly currentTarget: HTMLElement }) => void;
  };
};

interface LazyInputOptions<P extends ControlProps> {
  readonly load: () => Promise<ComponentType<P>>;
  readonly Placeholder: ComponentType<PlaceholderProps<P>>;
  /** Rendered if the input can't be loaded. */
  readonly Fallback: ComponentType<P>;
  /** The input needs the compiled Model for its bounds. */
  readonly needsModel?: boolean;
}

/**
 * Creates an input that is loaded lazily. It replaces its placeholder without moving the layout, and takes over the
 * focus and the press. Rendered at once if it was loaded before.
 */
export function lazyInput<P extends ControlProps>({
  load,
  Placeholder,
  Fallback,
  needsModel = false,
}: LazyInputOptions<P>) {
  let fetched: ComponentType<P> | null = null;
  const loadedInput = ({ loadedEngine }: ViewContext) => (needsModel && loadedEngine() === null ? null : fetched);
  const fetch = async ({ loadEngine }: ViewContext): Promise<ComponentType<P>> => {
    try {
      const [Loaded] = await Promise.all([load(), needsModel ? loadEngine() : null]);
      fetched = Loaded;
      return Loaded;
    } catch {
      return Fallback;
    }
  };
  function LazyInput(props: P) {
    const context = useView();
    const mayLoad = use(MayLoadInputsContext);
    const [isWanted, setWanted] = useState(false);
    const [Control, setControl] = useState<ComponentType<P> | null>(() => loadedInput(context));
    const [isFirst] = useState(Control !== null);
    const end = useRef<HTMLSpanElement>(null);
    const pending = useRef({ isFocused: false, press: null as string | null });
    const isUrgent = mayLoad === null || isWanted;
    const mayFetch = Control === null && (isUrgent || mayLoad === true);
    useEffect(() => {
      if (!mayFetch) return;
      let isCurrent = true;
      const begin = () => {
        void fetch(context).then((Loaded) => {
          if (isCurrent) startTransition(() => setControl(() => Loaded));
        });
      };
      const stop = isUrgent ? begin() : whenIdle(begin);
      return () => {
        isCurrent = false;
        stop?.();
      };
    }, [mayFetch, isUrgent, context]);
    useLayoutEffect(() => {
      const { isFocused, press } = pending.current;
      if (Control === null || !isFocused) return;
      pending.current = { isFocused: false, press: null };
      transferFocus(end.current, press);
    }, [Control]);
    const placeholder = (
      <Placeholder
        {...props}
        handlers={{
          onFocus: ({ currentTarget }) => {
            pending.current.isFocused = currentTarget.contains(document.activeElement);
            setWanted(true);
          },
          onBlur: () => {
            pending.current = { isFocused: false, press: null };
            props.onBlur();
          },
          onClick: ({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) focusFirst(currentTarget);
            pending.current = { isFocused: true, press: currentTarget.dataset['press'] ?? '' };
            setWanted(true);
          },
        }}
      />
    );
    return (
      <>
        {Control === null ? (
          placeholder
        ) : (
          <Suspense fallback={placeholder}>
            {/* The input does not focus itself: it takes over the focus only if the placeholder still had it. */}
            <Control {...props} autoFocus={props.autoFocus && isFirst} />
          </Suspense>
        )}
        <span ref={end} hidden />
      </>
    );
  }
  /** Loads the input before it is rendered. */
  const preload = async (): Promise<void> => {
    fetched = await load();
  };
  return Object.assign(LazyInput, { ahead: preload });
}

/** Focuses the element before `end`, and repeats the press that its placeholder received. */
function transferFocus(end: Element | null, press: string | null): void {
  for (let at = end?.previousElementSibling ?? null; at !== null; at = at.previousElementSibling) {
    const pressed = press === null || press === '' ? null : at.querySelector<HTMLElement>(press);
    if (pressed === null && !focusFirst(at)) continue;
    pressed?.focus();
    const { activeElement } = document;
    // After the effects of its first render.
    if (press !== null && activeElement instanceof HTMLElement) setTimeout(() => activeElement.click());
    return;
  }
}
