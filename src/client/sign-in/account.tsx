import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useQueryKey } from '../api/query-keys.ts';
import type { ProblemError } from '../api/request.ts';
import {
  changePassword,
  createProgram,
  fetchPrograms,
  type Program,
  revokeProgram,
  signOutEverywhere,
} from '../api/sign-in.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { useSending } from '../components/use-sending.ts';
import { unsentRecords } from '../platform/outbox-flag.ts';
import { texts as clientTexts } from '../texts/application-texts.ts';
import { offlineTexts } from '../texts/offline-texts.ts';
import { signInTexts as texts } from '../texts/sign-in-texts.ts';
import { usePageTitle } from '../view/page-title.tsx';
import { useView } from '../view/view-context.tsx';
import { Credentials } from './credentials.tsx';
import { Passkeys } from './passkeys.tsx';
import { SecretField } from './secret-field.tsx';
import { Sessions } from './sessions.tsx';
import { ShownOnce } from './shown-once.tsx';
import '../styles/overlays.css';
import './sign-in.css';

/** The account page: password, credentials, passkeys, programs and sessions. */
export function AccountPage() {
  const { person } = useView();
  usePageTitle(clientTexts.account.title);
  if (person === null) return null;
  return (
    <div className="account">
      <PageHeader title={clientTexts.account.title} />
      <p className="account-muted">{texts.accountOf(person.title)}</p>
      <Password />
      <Credentials />
      <Passkeys />
      <Programs />
      <Sessions />
      <Everywhere />
    </div>
  );
}

function Password() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const { send, problem, busy } = useSending();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setDone(false);
    void send(() => changePassword(current, password)).then((taken) => {
      if (!taken) return;
      setDone(true);
      setCurrent('');
      setPassword('');
    });
  };
  return (
    <section aria-labelledby="account-password">
      <h2 id="account-password">{texts.changeTitle}</h2>
      {problem !== null && <ProblemNote problem={problem} />}
      {isDone && <p role="status">{texts.changed}</p>}
      <form onSubmit={submit}>
        <SecretField
          label={texts.current}
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          isSecret
        />
        <SecretField
          label={texts.newPassword}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          help={texts.chooseIntro}
          isSecret
        />
        <Button type="submit" busy={busy}>
          {texts.changeSubmit}
        </Button>
      </form>
    </section>
  );
}

function Programs() {
  const client = useQueryClient();
  const key = [...useQueryKey(), 'programs'];
  const { data, error } = useQuery<{ readonly items: readonly Program[] }, ProblemError>({
    queryKey: key,
    queryFn: ({ signal }) => fetchPrograms(signal),
  });
  const [label, setLabel] = useState('');
  const [token, setToken] = useState<string | null>(null);
  const { send, problem, busy } = useSending();
  const again = () => client.invalidateQueries({ queryKey: key });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => {
      const made = await createProgram(label);
      setToken(made.token);
      setLabel('');
      await again();
    });
  };
  const end = (id: string) => void send(() => revokeProgram(id).then(again));
  return (
    <section aria-labelledby="account-programs">
      <h2 id="account-programs">{texts.programs}</h2>
      <p className="account-muted">{texts.programsText}</p>
      {error !== null && <ProblemNote problem={error.problem} />}
      {data?.items.length === 0 && <p>{texts.noPrograms}</p>}
      <ul className="account-list">
        {data?.items.map((program) => (
          <ProgramRow key={program.id} program={program} onEnd={() => end(program.id)} />
        ))}
      </ul>
      {problem !== null && <ProblemNote problem={problem} />}
      {token !== null && <ShownOnce text={texts.token} value={token} />}
      <form onSubmit={submit}>
        <SecretField label={texts.programLabel} value={label} onChange={setLabel} autoComplete="off" />
        <Button type="submit" busy={busy}>
          {texts.makeProgram}
        </Button>
      </form>
    </section>
  );
}

function ProgramRow({ program, onEnd }: { readonly program: Program; readonly onEnd: () => void }) {
  const { format } = useView();
  return (
    <li>
      <span>
        {program.label}{' '}
        <span className="account-muted">
          {texts.used(format.instant(program.used))}
          {program.expires !== null && `, ${texts.until(format.instant(program.expires))}`}
        </span>
      </span>
      <Button size="small" onPress={onEnd} label={texts.endOf(program.label)}>
        {texts.end}
      </Button>
    </li>
  );
}

function Everywhere() {
  const { send, problem, busy } = useSending();
  const [isAsking, setAsking] = useState(false);
  const { person } = useView();
  const unsent = unsentRecords(person?.id).length;
  const leave = () =>
    void send(() => signOutEverywhere(person?.id ?? '')).then((taken) => {
      if (taken) globalThis.location.reload();
    });
  return (
    <section aria-labelledby="account-everywhere">
      <h2 id="account-everywhere">{texts.signOutEverywhere}</h2>
      <p className="account-muted">{texts.everywhereText}</p>
      {problem !== null && <ProblemNote problem={problem} />}
      <Button onPress={() => (unsent > 0 ? setAsking(true) : leave())} busy={busy} variant="danger">
        {texts.signOutEverywhere}
      </Button>
      <Confirm
        title={offlineTexts.leave.title(unsent)}
        action={offlineTexts.leave.action}
        isOpen={isAsking}
        busy={busy}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        <p>{offlineTexts.leave.text}</p>
      </Confirm>
    </section>
  );
}
