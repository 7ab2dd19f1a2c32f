import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryKey } from '../api/query-keys.ts';
import type { ProblemError } from '../api/request.ts';
import { endSession, fetchSessions, type Session } from '../api/sign-in.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { useSending } from '../components/use-sending.ts';
import { messages } from '../languages/messages.ts';
import { unsentRecords } from '../platform/outbox-flag.ts';
import { useView } from '../view/view-context.tsx';
import { deviceWords } from './device-name.ts';

/** The person's sessions, one row per device, each with a button to sign out. */
export function Sessions() {
  const client = useQueryClient();
  const key = [...useQueryKey(), 'sessions'];
  const { data, error } = useQuery<{ readonly items: readonly Session[] }, ProblemError>({
    queryKey: key,
    queryFn: ({ signal }) => fetchSessions(signal),
  });
  const { send, problem } = useSending();
  const { person } = useView();
  const unsent = unsentRecords(person?.id).length;
  const [asking, setAsking] = useState<Session | null>(null);
  const end = (session: Session) =>
    void send(async () => {
      await endSession(session, person?.id ?? '');
      if (session.isThis) globalThis.location.reload();
      else await client.invalidateQueries({ queryKey: key });
    });
  return (
    <section aria-labelledby="account-sessions">
      <h2 id="account-sessions">{messages.signIn.sessions}</h2>
      {error !== null && <ProblemNote problem={error.problem} />}
      {problem !== null && <ProblemNote problem={problem} />}
      <ul className="account-list">
        {data?.items.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() => (session.isThis && unsent > 0 ? setAsking(session) : end(session))}
          />
        ))}
      </ul>
      <Confirm
        title={messages.offline.leave.title({ count: unsent })}
        action={messages.offline.leave.action}
        isOpen={asking !== null}
        onConfirm={() => {
          if (asking !== null) end(asking);
          setAsking(null);
        }}
        onClose={() => setAsking(null)}
      >
        <p>{messages.offline.leave.text}</p>
      </Confirm>
    </section>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { format } = useView();
  const device = deviceWords(session.device) ?? messages.signIn.someDevice;
  return (
    <li>
      <span>
        {device}{' '}
        <span className="account-muted">
          {session.isThis ? messages.signIn.thisDevice : messages.signIn.used({ date: format.instant(session.used) })},{' '}
          {messages.signIn.since({ date: format.instant(session.made) })}
        </span>
      </span>
      <Button size="small" onPress={onEnd} label={messages.signIn.signOutOf({ device })}>
        {messages.menus.account.signOut}
      </Button>
    </li>
  );
}
