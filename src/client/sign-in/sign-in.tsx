import { type FormEvent, useEffect, useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { signInWithPasskey } from '../api/passkeys.ts';
import { choosePassword, redirectToProvider, type SignInMethods, sendLink, signIn } from '../api/sign-in.ts';
import { AppearanceMenu } from '../appearance/appearance-menu.tsx';
import { Button } from '../components/button.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { type Sending, useSending } from '../components/use-sending.ts';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { SIGN_IN } from '../navigation/home.ts';
import { deleteStoredAnswers } from '../platform/device-storage.ts';
import { useGo, useLocation } from '../platform/location.tsx';
import { texts as clientTexts } from '../texts/application-texts.ts';
import { signInTexts as texts } from '../texts/sign-in-texts.ts';
import { usePageTitle } from '../view/page-title.tsx';
import { signInRouteOf } from '../view/sign-in-route.ts';
import { useView } from '../view/view-context.tsx';
import { RedirectToSignIn } from './redirect-to-sign-in.tsx';
import { SecretField } from './secret-field.tsx';
import './sign-in.css';

interface SignInProps {
  readonly methods: SignInMethods;
  /** Called after somebody has signed in. */
  readonly onDone: () => Promise<void>;
}

const UnsentNotice = lazyWithoutFallback(
  () => import('../offline/unsent-notice.tsx'),
  'UnsentNotice',
  () => null,
);

/** Returns the token behind `#link=` of a link to choose a password. */
const linkIn = (hash: string): string | null => /^#link=([0-9a-f]{64})$/.exec(hash)?.[1] ?? null;

/** The sign-in page: all ways to sign in, or choosing a password by a link. */
export function SignIn(props: SignInProps) {
  const { hash } = useLocation();
  useEffect(() => void deleteStoredAnswers(), []);
  // Pasting another link over the address changes only the hash.
  return <SignInAt key={hash} link={linkIn(hash)} {...props} />;
}

function SignInAt({ methods, onDone, link }: SignInProps & { readonly link: string | null }) {
  const { view } = useView();
  const [asks, setAsks] = useState(false);
  const sending = useSending();
  const { path } = useLocation();
  const go = useGo();
  const signInRoute = signInRouteOf(view);
  if (signInRoute !== null && path !== signInRoute && link === null) return <RedirectToSignIn door={signInRoute} />;
  return (
    <main className="sign-in">
      <p className="sign-in-product" data-element="point/1">
        {view.product.name}
      </p>
      {!methods.password && !methods.passkeys && methods.provider === null ? (
        <NoSignInMethod />
      ) : link !== null ? (
        <ChoosePassword link={link} sending={sending} onDone={onDone} onBack={() => go(path, { replace: true })} />
      ) : asks ? (
        <AskForLink ways={methods} onBack={() => setAsks(false)} />
      ) : (
        <SignInForms methods={methods} sending={sending} onDone={onDone} onForgotten={() => setAsks(true)} />
      )}
      <UnsentNotice />
      <div className="sign-in-tools">
        <AppearanceMenu />
      </div>
    </main>
  );
}

function NoSignInMethod() {
  usePageTitle(texts.title);
  return (
    <>
      <h1>{texts.noWay}</h1>
      <p className="sign-in-intro">{texts.noWayNext}</p>
    </>
  );
}

interface SignInMethodsProps {
  readonly methods: SignInMethods;
  readonly sending: Sending;
  readonly onDone: () => Promise<void>;
  readonly onForgotten: () => void;
}

/** All ways to sign in, the password first, where password managers look for it. */
function SignInForms(props: SignInMethodsProps) {
  const { methods, sending, onDone } = props;
  usePageTitle(texts.title);
  const [refusal] = useState(refusalOfProvider);
  const problem = sending.problem ?? refusal;
  const withPasskey = () => void sending.send(signInWithPasskey).then((taken) => (taken ? onDone() : undefined));
  const { pathname, search } = globalThis.location;
  const withProvider = () =>
    void sending.send(() => redirectToProvider(pathname === SIGN_IN ? '/' : pathname + search));
  const hasOthers = methods.passkeys || methods.provider !== null;
  return (
    <>
      <h1>{texts.title}</h1>
      {problem !== null && <ProblemNote problem={problem} />}
      {methods.password && <WithPassword {...props} />}
      {methods.password && hasOthers && <p className="sign-in-or">{texts.or}</p>}
      {hasOthers && (
        <div className="sign-in-ways">
          {methods.provider !== null && (
            <Button onPress={withProvider} busy={sending.busy}>
              {texts.withProvider(methods.provider)}
            </Button>
          )}
          {methods.passkeys && (
            <Button onPress={withPasskey} busy={sending.busy}>
              {texts.withPasskey}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Returns why the provider refused the sign-in, from the hash. */
function refusalOfProvider(): Problem | null {
  const why = /^#provider=(over|refused|unknown)$/.exec(globalThis.location.hash)?.[1];
  if (why === undefined) return null;
  const { detail, next } = texts.provider[why as keyof typeof texts.provider];
  const code = 'NOT_RECOGNISED';
  return { type: `/_/errors/${code}`, title: detail, status: 401, detail, next, instance: SIGN_IN, code };
}

function WithPassword({ methods, sending, onDone, onForgotten }: SignInMethodsProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(() => signIn(name, password)).then((taken) => (taken ? onDone() : setPassword('')));
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <SecretField label={methods.name} value={name} onChange={setName} autoComplete="username" autoFocus />
      <SecretField
        label={texts.password}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isSecret
      />
      <Button type="submit" variant="primary" busy={sending.busy}>
        {clientTexts.account.signIn}
      </Button>
      {methods.letters && (
        <button type="button" className="sign-in-other" onClick={onForgotten}>
          {texts.forgotten}
        </button>
      )}
    </form>
  );
}

function AskForLink({ ways: methods, onBack }: { readonly ways: SignInMethods; readonly onBack: () => void }) {
  usePageTitle(texts.linkTitle);
  const [name, setName] = useState('');
  const [isSent, setSent] = useState(false);
  const { send, problem, busy } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => sendLink(name)).then(setSent);
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <h1>{texts.linkTitle}</h1>
      {problem !== null && <ProblemNote problem={problem} />}
      {isSent ? (
        <p role="status">{texts.linkSent}</p>
      ) : (
        <>
          <p className="sign-in-intro">{texts.linkIntro}</p>
          <SecretField label={methods.name} value={name} onChange={setName} autoComplete="username" autoFocus />
          <Button type="submit" variant="primary" busy={busy}>
            {texts.linkSubmit}
          </Button>
        </>
      )}
      <button type="button" className="sign-in-other" onClick={onBack}>
        {texts.back}
      </button>
    </form>
  );
}

interface ChoosePasswordProps {
  readonly link: string;
  readonly sending: Sending;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
}

function ChoosePassword({ link, sending, onDone, onBack }: ChoosePasswordProps) {
  usePageTitle(texts.chooseTitle);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(() => choosePassword(link, password)).then((taken) => (taken ? onDone() : undefined));
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <h1>{texts.chooseTitle}</h1>
      {sending.problem !== null && <ProblemNote problem={sending.problem} />}
      <SecretField
        label={texts.newPassword}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        help={texts.chooseIntro}
        isSecret
        autoFocus
      />
      <Button type="submit" variant="primary" busy={sending.busy}>
        {texts.chooseSubmit}
      </Button>
      <button type="button" className="sign-in-other" onClick={onBack}>
        {texts.back}
      </button>
    </form>
  );
}
