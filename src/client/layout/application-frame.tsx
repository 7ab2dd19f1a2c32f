import { Menu as MenuIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ViewLink } from '../../engine/view/view.ts';
import type { Application, SwitchPerson } from '../api/application.ts';
import { useInitialRequestsSettled } from '../api/use-settled.ts';
import { AppearanceMenu } from '../appearance/appearance-menu.tsx';
import { IconButton } from '../components/button.tsx';
import { lazyPreloaded, lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { useIdleLoad } from '../components-base/load-when-idle.ts';
import { messages } from '../languages/messages.ts';
import { useCurrentList } from '../navigation/use-current-list.ts';
import type { OfflineProps } from '../offline/offline.tsx';
import { CommandsProvider } from '../palette/command-registry.tsx';
import { PaletteOpener } from '../palette/palette-opener.tsx';
import { useLocation } from '../platform/location.tsx';
import { AccountMenu } from '../sign-in/account-menu.tsx';
import { ConfirmIrreversible } from '../undo/confirm-irreversible.tsx';
import { useView } from '../view/view-context.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { CurrentScreen } from './screen.tsx';
import { Navigation } from './sidebar.tsx';
import './layout.css';

/** Loaded in development only, before the frame is rendered. */
export const loadDevTools = () => import('../dev/dev-tools.ts');
const Assumed = lazyPreloaded(loadDevTools, 'Assumed');
const Switcher = lazyPreloaded(loadDevTools, 'Switcher');
const ClockMenu = lazyPreloaded(loadDevTools, 'ClockMenu');
const WhyButton = lazyPreloaded(loadDevTools, 'WhyButton');

interface FrameProps {
  readonly application: Application;
  readonly people: readonly SwitchPerson[];
  readonly switchTo: (person: string) => Promise<void>;
  readonly connected: boolean;
  /** Called after signing out. */
  readonly onLeft: () => Promise<void>;
}

/** The frame around every screen: sidebar, top bar and notices. */
export function Frame({ application, people, switchTo, connected, onLeft }: FrameProps) {
  const { view } = useView();
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  const list = useCurrentList();
  return (
    <CommandsProvider>
      <div className="frame">
        <a className="frame-skip" href="#content">
          {messages.application.frame.skip}
        </a>
        <aside className="frame-side">
          <Navigation list={list} />
        </aside>
        <div className="frame-page">
          <header className="frame-bar">
            <Drawer list={list} />
            <Breadcrumbs list={list} />
            <div className="frame-tools">
              <PaletteOpener />
              {view.dev && <WhyButton />}
              {view.dev && <ClockMenu />}
              <AppearanceMenu />
              {!view.dev && <AccountMenu onLeft={onLeft} />}
              {view.dev && people.length > 0 && <Switcher people={people} switchTo={switchTo} />}
            </div>
          </header>
          <Lost application={application} connected={connected} />
          {view.dev && <Assumed />}
          <main id="content" ref={main} tabIndex={-1} className="frame-content">
            <CurrentScreen />
            <ConfirmIrreversible />
          </main>
        </div>
      </div>
    </CommandsProvider>
  );
}

const loadOffline = () => import('../offline/offline.tsx');
const Offline = lazyWithoutFallback(loadOffline, 'Offline', () => (
  <p role="status">{messages.application.unreachable.detail}</p>
));

/** The offline notice is loaded after the rest of the page, or when the connection is lost. */
function Lost(props: OfflineProps) {
  const isThere = useIdleLoad(loadOffline, useInitialRequestsSettled());
  return (isThere || !props.connected) && <Offline {...props} />;
}

/** After navigation by keyboard or screen reader, moves the focus to the beginning of the new page. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const { path } = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

const DrawerPanel = lazyWithoutFallback(() => import('./drawer-panel.tsx'), 'DrawerPanel');

/** The navigation on phones. Closes on navigation. */
function Drawer({ list }: { readonly list: ViewLink | null }) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <div className="frame-menu">
        <IconButton
          label={messages.application.frame.menu}
          icon={<MenuIcon size={18} aria-hidden />}
          expanded={isOpen}
          onPress={() => setOpen(true)}
        />
      </div>
      {isOpen && <DrawerPanel list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
