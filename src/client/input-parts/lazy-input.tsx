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
 * Whether inputs that come after the first drawing are to be fetched now. A form waits until somebody is at work on the
 * page, and fetches them one by one; everywhere else (null) somebody asked for the input.
 */
export const AwakeContext = createContext<boolean | null>(null);

/** What stands in the place of an input until it is there: of its size and look, and nothing is typed into it. */
export type StandInProps<P extends ControlProps> = P & {
  /** Given to the part of it that is pressed, or has the focus in it. */
  readonly hold: {
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: () => void;
    /** A press is made good by the input: on what `data-press` of the pressed one finds in it, else on its first part. */
    readonly onClick: (event: { readonly currentTarget: HTMLElement }) => void;
  };
};

interface Later<P extends ControlProps> {
  readonly load: () => Promise<ComponentType<P>>;
  readonly StandIn: ComponentType<StandInProps<P>>;
  /** Where it can't be loaded. */
  readonly Missing: ComponentType<P>;
  /** It asks the compiled Model for what bounds come to. */
  readonly needsApp?: boolean;
}

/**
 * An input in a file of its own. It takes the place of its stand-in where nothing moves, and takes over the focus, and
 * the press. Drawn at once where it was fetched before.
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
            {/* Where its stand-in had the focus it takes that over when it is there: one may have gone on while it was drawn. */}
            <Control {...props} autoFocus={props.autoFocus && isFirst} />
          </Suspense>
        )}
        <span ref={end} hidden />
      </>
    );
  }
  /** Before anybody asks for one. */
  const ahead = async (): Promise<void> => {
    fetched = await load();
  };
  return Object.assign(LaterInput, { ahead });
}

/** What stands before the end, focused; pressed where its stand-in was. */
function takeOver(end: Element | null, press: string | null): void {
  for (let at = end?.previousElementSibling ?? null; at !== null; at = at.previousElementSibling) {
    const pressed = press === null || press === '' ? null : at.querySelector<HTMLElement>(press);
    if (pressed === null && !focusFirst(at)) continue;
    pressed?.focus();
    const { activeElement } = document;
    // Once it is there with all that it does when it is first drawn.
    if (press !== null && activeElement instanceof HTMLElement) setTimeout(() => activeElement.click());
    return;
  }
}
