import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useQueryKey } from '../api/query-keys.ts';
import { fetchInvitation, type Invitation as Made, makeInvitation } from '../api/sign-in.ts';
import { Button } from '../components/button.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { useSending } from '../components/use-sending.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { ShownOnce } from './shown-once.tsx';

/**
 * A button that creates an invitation link for the person of a record. Renders nothing if the server does not offer
 * one.
 */
export function Invitation({ id }: { readonly id: string }) {
  const { format } = useView();
  const key = [...useQueryKey(), 'invitation', id];
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchInvitation(id, signal) });
  const [made, setMade] = useState<Made | null>(null);
  const { send, problem, busy } = useSending();
  if (data?.offered !== true) return null;
  const show = () => void send(async () => setMade(await makeInvitation(id)));
  return (
    <section className="invitation" aria-label={messages.signIn.invitation}>
      {problem !== null && <ProblemNote problem={problem} />}
      {made === null ? (
        <Button onPress={show} busy={busy}>
          {messages.signIn.showInvitation}
        </Button>
      ) : (
        <ShownOnce text={messages.signIn.invitationText({ until: format.instant(made.expires) })} value={made.link} />
      )}
    </section>
  );
}
