import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { isDevelopment, isGuestChosen } from '../api/application.ts';
import { type FirstApplication, useApplication } from '../api/use-application.ts';
import { lazyPreloaded, lazyWithoutFallback, loadModule } from '../components-base/lazy-preloaded.ts';
import { firstScreenPath, isEmptyDocument, isRouteOpen, OWN_PAGES, ownPageAt, SIGN_IN } from '../navigation/home.ts';
import { useGo, useLocation } from '../platform/location.tsx';
import { Toasts } from '../toasts/toasts.tsx';
import { TitleProvider } from '../view/page-title.tsx';
import { matchRoute } from '../view/routes.ts';
import { useView, ViewProvider } from '../view/view-context.tsx';
import { Frame, loadDevTools } from './application-frame.tsx';
import { openApplication } from './first-screen.ts';
import { OpeningScreen } from './opening-screen.tsx';

const RedirectLookup = lazyPreloaded(() => import('../navigation/redirect-lookup.tsx'), 'RedirectLookup');
const Why = lazyWithoutFallback(() => import('../why/why-panel.tsx'), 'Why');
const Chooser = lazyPreloaded(() => import('../dev/chooser.tsx'), 'Chooser');
const SignIn = lazyPreloaded(() => import('../sign-in/sign-in.tsx'), 'SignIn');
const Switcher = lazyWithoutFallback(loadDevTools, 'Switcher');
const Overlay = lazyWithoutFallback(() => import('../dev/overlay.tsx'), 'Overlay');

/**
 * In development, returns true until the tools around the frame are loaded. A Suspense boundary would keep its fallback
 * on screen for at least 300 ms.
 */
function useDevToolsLoading(): boolean {
  const [isHeldBack, setHeldBack] = useState(isDevelopment);
  useEffect(() => {
    const continueLoading = () => setHeldBack(false);
    if (isHeldBack) loadModule(loadDevTools).then(continueLoading, continueLoading);
  }, [isHeldBack]);
  return isHeldBack;
}

/** Loads the View, keeps it up to date and renders the application, or why it could not be loaded. */
export function Application({ first }: { readonly first: FirstApplication }) {
  const running = useApplication(first, openApplication);
  const { application, problem, connected, retry, switchTo, reloadAll: reload } = running;
  const go = useGo();
  const { path, hash } = useLocation();
  // After switching persons the address stays, if the new person may open it.
  const switchPerson = async (person: string) => {
    const next = await switchTo(person);
    if (next !== null && !isRouteOpen(next.view, path)) go(firstScreenPath(next.view), { replace: true });
  };
  const isHeldBack = useDevToolsLoading();
  // Styles show the codes of errors in development only, in dialogs and messages outside of this tree too.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-development', isDevelopment());
  }, []);
  if (application === null || isHeldBack) return <OpeningScreen problem={problem} retry={retry} />;
  const { view, people, status, signIn } = application;
  const isGuest = view.person === null;
  const opened = matchRoute(view.screens, path)?.screen;
  // A linked screen is open to guests, so nobody is asked who they are.
  const isNobodyYet = view.dev && !isGuestChosen();
  // If much of the document was not read, everybody sees the list of unread lines first.
  const showsUnread = status.unread?.comesFirst === true;
  const isAtUnread = showsUnread && (path === '/' || path === OWN_PAGES.document);
  const asksWho = isGuest && isNobodyYet && !isEmptyDocument(view) && !opened?.linked && !isAtUnread;
  // Screens for everybody are shown without signing in.
  const isToSignIn = opened?.kind === 'sign-in';
  const hasNothing = view.screens.every(({ kind }) => kind === 'sign-in');
  const isOfPerson = ownPageAt(path) === 'account';
  const guestSignsIn = isGuest && (path === SIGN_IN || (!isNobodyYet && (isToSignIn || hasNothing || isOfPerson)));
  // A link to choose a password is opened whoever is signed in.
  const opensLink = path === SIGN_IN && hash.startsWith('#link=');
  const signsIn = guestSignsIn || opensLink;
  const isSignedIn = async () => {
    const next = await reload();
    // A used link must not stay in the address bar.
    if (path === SIGN_IN) go(next === null ? '/' : firstScreenPath(next.view), { replace: true });
  };
  return (
    <I18nProvider locale={view.product.language === 'en' ? 'en-GB' : view.product.language}>
      <RouterProvider navigate={(href) => go(href)}>
        <TitleProvider product={view.product.name}>
          <ViewProvider view={view}>
            <Toasts key={view.person?.id ?? ''}>
              <Suspense fallback={<OpeningScreen problem={null} retry={retry} />}>
                {signsIn && signIn !== undefined ? (
                  <SignIn methods={signIn} onDone={isSignedIn} />
                ) : asksWho ? (
                  <Chooser
                    people={people ?? []}
                    switchTo={async (person) => void (await switchTo(person))}
                    signsIn={signIn?.password === true}
                  />
                ) : (
                  <SignInGate
                    isClosed={isGuest && path !== '/' && !isRouteOpen(view, path)}
                    signIn={signIn === undefined ? null : <SignIn methods={signIn} onDone={isSignedIn} />}
                  >
                    <RedirectToFirstScreen showsUnread={showsUnread} />
                    <Frame
                      application={application}
                      people={people ?? []}
                      switchTo={switchPerson}
                      connected={connected}
                      onLeft={async () => void (await reload())}
                    />
                  </SignInGate>
                )}
              </Suspense>
            </Toasts>
            {view.dev && (
              <>
                {signsIn && (
                  <div className="dev-corner">
                    <Switcher people={people ?? []} switchTo={switchPerson} />
                  </div>
                )}
                <Why />
                <Overlay status={status} />
              </>
            )}
          </ViewProvider>
        </TitleProvider>
      </RouterProvider>
    </I18nProvider>
  );
}

interface SignInGateProps {
  /** Guests may open nothing at this address. */
  readonly isClosed: boolean;
  readonly signIn: ReactNode;
  readonly children: ReactNode;
}

/** Asks guests to sign in at an address for signed-in people, and shows the address afterwards. */
function SignInGate({ isClosed, signIn, children }: SignInGateProps) {
  const { path } = useLocation();
  if (!isClosed || signIn === null) return children;
  return (
    <RedirectLookup key={path} path={path} signIn={signIn}>
      {children}
    </RedirectLookup>
  );
}

/**
 * Redirects from the bare address to the person's first screen when the page loads; later navigation to `/` opens its
 * own screen.
 */
function RedirectToFirstScreen({ showsUnread }: { readonly showsUnread: boolean }) {
  const { path } = useLocation();
  const go = useGo();
  const { view } = useView();
  const home = showsUnread ? OWN_PAGES.document : firstScreenPath(view);
  const hasLoaded = useRef(false);
  useEffect(() => {
    const redirects = path === '/' && (!hasLoaded.current || !isRouteOpen(view, path));
    hasLoaded.current = true;
    if ((redirects && home !== '/') || path === SIGN_IN) go(home, { replace: true });
  }, [path, home, go, view]);
  return null;
}
