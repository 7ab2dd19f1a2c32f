import { type FormEvent, useEffect, useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { signInWithPasskey } from '../api/passkeys.ts';
import { choosePassword, redirectToProvider, type SignInMethods, sendLink, signIn } from '../api/sign-in.ts';
import { AppearanceMenu } from '../appearance/appearance-menu.tsx';
import { Button } from '../components/button.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { type Sending, useSending } from '../components/use-sending.ts';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';
import { SIGN_IN } from '../navigation/home.ts';
import { deleteStoredAnswers } from '../platform/device-storage.ts';
import { useGo, useLocation } from '../platform/location.tsx';
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
  usePageTitle(messages.signIn.title);
  return (
    <>
      <h1>{messages.signIn.noWay}</h1>
      <p className="sign-in-intro">{messages.signIn.noWayNext}</p>
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
  usePageTitle(messages.signIn.title);
  const [refusal] = useState(refusalOfProvider);
  const problem = sending.problem ?? refusal;
  const withPasskey = () => void sending.send(signInWithPasskey).then((taken) => (taken ? onDone() : undefined));
  const { pathname, search } = globalThis.location;
  const withProvider = () =>
    void sending.send(() => redirectToProvider(pathname === SIGN_IN ? '/' : pathname + search));
  const hasOthers = methods.passkeys || methods.provider !== null;
  return (
    <>
      <h1>{messages.signIn.title}</h1>
      {problem !== null && <ProblemNote problem={problem} />}
      {methods.password && <WithPassword {...props} />}
      {methods.password && hasOthers && <p className="sign-in-or">{messages.signIn.or}</p>}
      {hasOthers && (
        <div className="sign-in-ways">
          {methods.provider !== null && (
            <Button onPress={withProvider} busy={sending.busy}>
              {messages.signIn.withProvider({ name: methods.provider })}
            </Button>
          )}
          {methods.passkeys && (
            <Button onPress={withPasskey} busy={sending.busy}>
              {messages.signIn.withPasskey}
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
  const { detail, next } = messages.signIn.provider[why as keyof typeof messages.signIn.provider];
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
        label={messages.signIn.password}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        isSecret
      />
      <Button type="submit" variant="primary" busy={sending.busy}>
        {messages.application.account.signIn}
      </Button>
      {methods.letters && (
        <button type="button" className="sign-in-other" onClick={onForgotten}>
          {messages.signIn.forgotten}
        </button>
      )}
    </form>
  );
}

function AskForLink({ ways: methods, onBack }: { readonly ways: SignInMethods; readonly onBack: () => void }) {
  usePageTitle(messages.signIn.linkTitle);
  const [name, setName] = useState('');
  const [isSent, setSent] = useState(false);
  const { send, problem, busy } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => sendLink(name)).then(setSent);
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <h1>{messages.signIn.linkTitle}</h1>
      {problem !== null && <ProblemNote problem={problem} />}
      {isSent ? (
        <p role="status">{messages.signIn.linkSent}</p>
      ) : (
        <>
          <p className="sign-in-intro">{messages.signIn.linkIntro}</p>
          <SecretField label={methods.name} value={name} onChange={setName} autoComplete="username" autoFocus />
          <Button type="submit" variant="primary" busy={busy}>
            {messages.signIn.linkSubmit}
          </Button>
        </>
      )}
      <button type="button" className="sign-in-other" onClick={onBack}>
        {messages.signIn.back}
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
  usePageTitle(messages.signIn.chooseTitle);
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(() => choosePassword(link, password)).then((taken) => (taken ? onDone() : undefined));
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <h1>{messages.signIn.chooseTitle}</h1>
      {sending.problem !== null && <ProblemNote problem={sending.problem} />}
      <SecretField
        label={messages.signIn.newPassword}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        help={messages.signIn.chooseIntro}
        isSecret
        autoFocus
      />
      <Button type="submit" variant="primary" busy={sending.busy}>
        {messages.signIn.chooseSubmit}
      </Button>
      <button type="button" className="sign-in-other" onClick={onBack}>
        {messages.signIn.back}
      </button>
    </form>
  );
}
