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
import { messages } from '../languages/messages.ts';
import { unsentRecords } from '../platform/outbox-flag.ts';
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
  usePageTitle(messages.application.account.title);
  if (person === null) return null;
  return (
    <div className="account">
      <PageHeader title={messages.application.account.title} />
      <p className="account-muted">{messages.signIn.accountOf({ name: person.title })}</p>
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
      <h2 id="account-password">{messages.signIn.changeTitle}</h2>
      {problem !== null && <ProblemNote problem={problem} />}
      {isDone && <p role="status">{messages.signIn.changed}</p>}
      <form onSubmit={submit}>
        <SecretField
          label={messages.signIn.current}
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          isSecret
        />
        <SecretField
          label={messages.signIn.newPassword}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          help={messages.signIn.chooseIntro}
          isSecret
        />
        <Button type="submit" busy={busy}>
          {messages.signIn.changeSubmit}
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
      <h2 id="account-programs">{messages.signIn.programs}</h2>
      <p className="account-muted">{messages.signIn.programsText}</p>
      {error !== null && <ProblemNote problem={error.problem} />}
      {data?.items.length === 0 && <p>{messages.signIn.noPrograms}</p>}
      <ul className="account-list">
        {data?.items.map((program) => (
          <ProgramRow key={program.id} program={program} onEnd={() => end(program.id)} />
        ))}
      </ul>
      {problem !== null && <ProblemNote problem={problem} />}
      {token !== null && <ShownOnce text={messages.signIn.token} value={token} />}
      <form onSubmit={submit}>
        <SecretField label={messages.signIn.programLabel} value={label} onChange={setLabel} autoComplete="off" />
        <Button type="submit" busy={busy}>
          {messages.signIn.makeProgram}
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
          {messages.signIn.used({ date: format.instant(program.used) })}
          {program.expires !== null && `, ${messages.signIn.until({ date: format.instant(program.expires) })}`}
        </span>
      </span>
      <Button size="small" onPress={onEnd} label={messages.signIn.endOf({ label: program.label })}>
        {messages.signIn.end}
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
      <h2 id="account-everywhere">{messages.signIn.signOutEverywhere}</h2>
      <p className="account-muted">{messages.signIn.everywhereText}</p>
      {problem !== null && <ProblemNote problem={problem} />}
      <Button onPress={() => (unsent > 0 ? setAsking(true) : leave())} busy={busy} variant="danger">
        {messages.signIn.signOutEverywhere}
      </Button>
      <Confirm
        title={messages.offline.leave.title({ count: unsent })}
        action={messages.offline.leave.action}
        isOpen={isAsking}
        busy={busy}
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        <p>{messages.offline.leave.text}</p>
      </Confirm>
    </section>
  );
}
