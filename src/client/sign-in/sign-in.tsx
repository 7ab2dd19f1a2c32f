import { type FormEvent, useEffect, useState } from 'react';
import type { Problem } from '../../engine/core/wire-format.ts';
import { signInWithPasskey } from '../api/passkeys.ts';
import { choosePassword, leaveForProvider, type SignInWays, sendLink, signIn } from '../api/sign-in.ts';
import { AppearanceMenu } from '../frame/appearance-menu.tsx';
import { SIGN_IN } from '../frame/home.ts';
import { forgetRead } from '../offline/device.ts';
import { Button } from '../parts/button.tsx';
import { aside } from '../parts/later.ts';
import { ProblemNote } from '../parts/problem-note.tsx';
import { type Sending, useSending } from '../parts/use-sending.ts';
import { texts as clientTexts } from '../texts.ts';
import { doorOf } from '../view/door.ts';
import { useGo, useLocation } from '../view/location.tsx';
import { usePageTitle } from '../view/title.tsx';
import { useView } from '../view/view.tsx';
import { Led } from './led.tsx';
import { SecretField } from './secret-field.tsx';
import { signInTexts as texts } from './texts.ts';
import './sign-in.css';

interface SignInProps {
  readonly ways: SignInWays;
  /** Told once somebody is signed in. */
  readonly onDone: () => Promise<void>;
}

const LeftHere = aside(
  () => import('../offline/left-here.tsx'),
  'LeftHere',
  () => null,
);

/** What stands behind `#link=` in the address, of a link to choose a password. */
const linkIn = (hash: string): string | null => /^#link=([0-9a-f]{64})$/.exec(hash)?.[1] ?? null;

/** The page of whoever is not signed in: all the ways in that are set up, or a link to choose a password. */
export function SignIn(props: SignInProps) {
  const { hash } = useLocation();
  useEffect(() => void forgetRead(), []);
  // An address that is pasted over this one changes no more than the hash.
  return <SignInAt key={hash} link={linkIn(hash)} {...props} />;
}

function SignInAt({ ways, onDone, link }: SignInProps & { readonly link: string | null }) {
  const { view } = useView();
  const [asks, setAsks] = useState(false);
  const sending = useSending();
  const { path } = useLocation();
  const go = useGo();
  const door = doorOf(view);
  if (door !== null && path !== door && link === null) return <Led door={door} />;
  return (
    <main className="sign-in">
      <p className="sign-in-product" data-element="point/1">
        {view.product.name}
      </p>
      {!ways.password && !ways.passkeys && ways.provider === null ? (
        <NoWay />
      ) : link !== null ? (
        <Choose link={link} sending={sending} onDone={onDone} onBack={() => go(path, { replace: true })} />
      ) : asks ? (
        <AskForLink ways={ways} onBack={() => setAsks(false)} />
      ) : (
        <Ways ways={ways} sending={sending} onDone={onDone} onForgotten={() => setAsks(true)} />
      )}
      <LeftHere />
      <div className="sign-in-tools">
        <AppearanceMenu />
      </div>
    </main>
  );
}

function NoWay() {
  usePageTitle(texts.title);
  return (
    <>
      <h1>{texts.noWay}</h1>
      <p className="sign-in-intro">{texts.noWayNext}</p>
    </>
  );
}

interface WaysProps {
  readonly ways: SignInWays;
  readonly sending: Sending;
  readonly onDone: () => Promise<void>;
  readonly onForgotten: () => void;
}

/** Every way that is set up: a password first, since whoever fills forms in looks for it there. */
function Ways(props: WaysProps) {
  const { ways, sending, onDone } = props;
  usePageTitle(texts.title);
  const [refusal] = useState(refusalOfProvider);
  const problem = sending.problem ?? refusal;
  const withPasskey = () => void sending.send(signInWithPasskey).then((taken) => (taken ? onDone() : undefined));
  const { pathname, search } = globalThis.location;
  const withProvider = () => void sending.send(() => leaveForProvider(pathname === SIGN_IN ? '/' : pathname + search));
  const hasOthers = ways.passkeys || ways.provider !== null;
  return (
    <>
      <h1>{texts.title}</h1>
      {problem !== null && <ProblemNote problem={problem} />}
      {ways.password && <WithPassword {...props} />}
      {ways.password && hasOthers && <p className="sign-in-or">{texts.or}</p>}
      {hasOthers && (
        <div className="sign-in-ways">
          {ways.provider !== null && (
            <Button onPress={withProvider} busy={sending.busy}>
              {texts.withProvider(ways.provider)}
            </Button>
          )}
          {ways.passkeys && (
            <Button onPress={withPasskey} busy={sending.busy}>
              {texts.withPasskey}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Why nobody was signed in who comes back from the provider, as the address says it. */
function refusalOfProvider(): Problem | null {
  const why = /^#provider=(over|refused|unknown)$/.exec(globalThis.location.hash)?.[1];
  if (why === undefined) return null;
  const { detail, next } = texts.provider[why as keyof typeof texts.provider];
  const code = 'NOT_RECOGNISED';
  return { type: `/_/errors/${code}`, title: detail, status: 401, detail, next, instance: SIGN_IN, code };
}

function WithPassword({ ways, sending, onDone, onForgotten }: WaysProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(() => signIn(name, password)).then((taken) => (taken ? onDone() : setPassword('')));
  };
  return (
    <form className="sign-in-form" onSubmit={submit}>
      <SecretField label={ways.name} value={name} onChange={setName} autoComplete="username" autoFocus />
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
      {ways.letters && (
        <button type="button" className="sign-in-other" onClick={onForgotten}>
          {texts.forgotten}
        </button>
      )}
    </form>
  );
}

function AskForLink({ ways, onBack }: { readonly ways: SignInWays; readonly onBack: () => void }) {
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
          <SecretField label={ways.name} value={name} onChange={setName} autoComplete="username" autoFocus />
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

interface ChooseProps {
  readonly link: string;
  readonly sending: Sending;
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
}

function Choose({ link, sending, onDone, onBack }: ChooseProps) {
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
