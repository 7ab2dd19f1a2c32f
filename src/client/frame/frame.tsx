import { Menu as MenuIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ViewLink } from '../../engine/view/view.ts';
import type { Application, SwitchPerson } from '../api/application.ts';
import { useSettled } from '../api/use-settled.ts';
import type { OfflineProps } from '../offline/offline.tsx';
import { CommandsProvider } from '../palette/commands.tsx';
import { PaletteOpener } from '../palette/opener.tsx';
import { IconButton } from '../parts/button.tsx';
import { useFetched } from '../parts/idle.ts';
import { aside, later } from '../parts/later.ts';
import { AccountMenu } from '../sign-in/account-menu.tsx';
import { texts } from '../texts.ts';
import { useLocation } from '../view/location.tsx';
import { useView } from '../view/view.tsx';
import { ConfirmIrreversible } from '../waiting/confirming.tsx';
import { AppearanceMenu } from './appearance-menu.tsx';
import { Crumbs } from './crumbs.tsx';
import { Navigation } from './navigation.tsx';
import { CurrentScreen } from './screen.tsx';
import { useList } from './use-list.ts';
import './frame.css';

/** Only in development; whoever draws the frame holds it back until they are there. */
export const loadAround = () => import('../dev/around.ts');
const Assumed = later(loadAround, 'Assumed');
const Switcher = later(loadAround, 'Switcher');
const ClockMenu = later(loadAround, 'ClockMenu');
const WhyButton = later(loadAround, 'WhyButton');

interface FrameProps {
  readonly application: Application;
  readonly people: readonly SwitchPerson[];
  readonly switchTo: (person: string) => Promise<void>;
  readonly connected: boolean;
  /** Told when somebody has signed out. */
  readonly onLeft: () => Promise<void>;
}

/** What stands around every screen: navigation beside it, a bar above it, and whatever one has to know now. */
export function Frame({ application, people, switchTo, connected, onLeft }: FrameProps) {
  const { view } = useView();
  const main = useRef<HTMLElement>(null);
  useFocusOnArrival(main);
  const list = useList();
  return (
    <CommandsProvider>
      <div className="frame">
        <a className="frame-skip" href="#content">
          {texts.frame.skip}
        </a>
        <aside className="frame-side">
          <Navigation list={list} />
        </aside>
        <div className="frame-page">
          <header className="frame-bar">
            <Drawer list={list} />
            <Crumbs list={list} />
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
const Offline = aside(loadOffline, 'Offline', () => <p role="status">{texts.unreachable.detail}</p>);

/** What there is without the server comes once all else is there, or with the loss of it. */
function Lost(props: OfflineProps) {
  const isThere = useFetched(loadOffline, useSettled());
  return (isThere || !props.connected) && <Offline {...props} />;
}

/** Whoever goes to another page by keyboard or reader goes on from its beginning, not from where the last one ended. */
function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const { path } = useLocation();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

const DrawerPanel = aside(() => import('./drawer-panel.tsx'), 'DrawerPanel');

/** The navigation on a phone. It closes when one arrives elsewhere. */
function Drawer({ list }: { readonly list: ViewLink | null }) {
  const { path } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  return (
    <>
      <div className="frame-menu">
        <IconButton
          label={texts.frame.menu}
          icon={<MenuIcon size={18} aria-hidden />}
          expanded={isOpen}
          onPress={() => setOpen(true)}
        />
      </div>
      {isOpen && <DrawerPanel list={list} onClose={() => setOpen(false)} />}
    </>
  );
}
