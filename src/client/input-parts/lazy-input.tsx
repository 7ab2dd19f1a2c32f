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
export const AwakeContext = createContext<boolean | null>(null);

/** Props of the placeholder of a lazy input: it has the size and look of the input, but accepts no text. */
export type StandInProps<P extends ControlProps> = P & {
  /** Handlers for the part of the placeholder that takes presses and the focus. */
  readonly hold: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    /**
     * A press on the placeholder is repeated on the loaded input: on the element that the selector in the pressed
     * element's `data-press` matches, else on the first control of the input.
     */
    readonly onClick: (event: { readonly currentTarget: HTMLElement }) => void;
  };
};

interface Later<P extends ControlProps> {
  readonly load: () => Promise<ComponentType<P>>;
  readonly StandIn: ComponentType<StandInProps<P>>;
  /** Rendered if the input can't be loaded. */
  readonly Missing: ComponentType<P>;
  /** The input needs the compiled Model for its bounds. */
  readonly needsApp?: boolean;
}

/**
 * Creates an input that is loaded lazily. It replaces its placeholder without moving the layout, and takes over the
 * focus and the press. Rendered at once if it was loaded before.
 */
export function lazyInput<P extends ControlProps>({ load, StandIn, Missing, needsApp = false }: Later<P>) {
  let fetched: ComponentType<P> | null = null;
  const here = ({ engineHere }: ViewContext) => (needsApp && engineHere() === null ? null : fetched);
  const fetch = async ({ loadEngine }: ViewContext): Promise<ComponentType<P>> => {
    try {
      const [found] = await Promise.all([load(), needsApp ? loadEngine() : null]);
      fetched = found;
      return found;
    } catch {
      return Missing;
    }
  };
  function LaterInput(props: P) {
    const context = useView();
    const awake = use(AwakeContext);
    const [isWanted, setWanted] = useState(false);
    const [Control, setControl] = useState<ComponentType<P> | null>(() => here(context));
    const [isFirst] = useState(Control !== null);
    const end = useRef<HTMLSpanElement>(null);
    const held = useRef({ isFocused: false, press: null as string | null });
    const isUrgent = awake === null || isWanted;
    const mayFetch = Control === null && (isUrgent || awake === true);
    useEffect(() => {
      if (!mayFetch) return;
      let isCurrent = true;
      const begin = () => {
        void fetch(context).then((found) => {
          if (isCurrent) startTransition(() => setControl(() => found));
        });
      };
      const stop = isUrgent ? begin() : whenIdle(begin);
      return () => {
        isCurrent = false;
        stop?.();
      };
    }, [mayFetch, isUrgent, context]);
    useLayoutEffect(() => {
      const { isFocused, press } = held.current;
      if (Control === null || !isFocused) return;
      held.current = { isFocused: false, press: null };
      takeOver(end.current, press);
    }, [Control]);
    const standIn = (
      <StandIn
        {...props}
        hold={{
          onFocus: ({ currentTarget }) => {
            held.current.isFocused = currentTarget.contains(document.activeElement);
            setWanted(true);
          },
          onBlur: () => {
            held.current = { isFocused: false, press: null };
            props.onBlur();
          },
          onClick: ({ currentTarget }) => {
            if (!currentTarget.contains(document.activeElement)) focusFirst(currentTarget);
            held.current = { isFocused: true, press: currentTarget.dataset['press'] ?? '' };
            setWanted(true);
          },
        }}
      />
    );
    return (
      <>
        {Control === null ? (
          standIn
        ) : (
          <Suspense fallback={standIn}>
            {/* The input does not focus itself: it takes over the focus only if the placeholder still had it. */}
            <Control {...props} autoFocus={props.autoFocus && isFirst} />
          </Suspense>
        )}
        <span ref={end} hidden />
      </>
    );
  }
  /** Loads the input before it is rendered. */
  const ahead = async (): Promise<void> => {
    fetched = await load();
  };
  return Object.assign(LaterInput, { ahead });
}

/** Focuses the element before `end`, and repeats the press that its placeholder received. */
function takeOver(end: Element | null, press: string | null): void {
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
