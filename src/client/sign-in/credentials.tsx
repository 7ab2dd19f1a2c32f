import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useQueryKey } from '../api/query-keys.ts';
import type { ProblemError } from '../api/request.ts';
import { fetchCredentials, removeSignInKey, type SignInKey } from '../api/sign-in.ts';
import { Button } from '../components/button.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { useSending } from '../components/use-sending.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';

/**
 * Other credentials of the person: the password, links to choose one, and accounts with a provider. Each can be
 * removed.
 */
export function Credentials() {
  const client = useQueryClient();
  const key = [...useQueryKey(), 'credentials'];
  const { data, error } = useQuery<{ readonly items: readonly SignInKey[] }, ProblemError>({
    queryKey: key,
    queryFn: ({ signal }) => fetchCredentials(signal),
  });
  const { send, problem } = useSending();
  const remove = (credential: SignInKey) =>
    void send(() => removeSignInKey(credential).then(() => client.invalidateQueries({ queryKey: key })));
  if (data?.items.length === 0 || (data === undefined && error === null)) return null;
  return (
    <section aria-labelledby="account-credentials">
      <h2 id="account-credentials">{messages.signIn.credentials}</h2>
      <p className="account-muted">{messages.signIn.credentialsText}</p>
      {error !== null && <ProblemNote problem={error.problem} />}
      {problem !== null && <ProblemNote problem={problem} />}
      <ul className="account-list">
        {data?.items.map((credential) => (
          <CredentialRow
            key={`${credential.kind} ${credential.id}`}
            credential={credential}
            onRemove={() => remove(credential)}
          />
        ))}
      </ul>
    </section>
  );
}

function CredentialRow({ credential, onRemove }: { readonly credential: SignInKey; readonly onRemove: () => void }) {
  const { format } = useView();
  const { kind, label, made, used, expires } = credential;
  const name = kind === 'subject' ? messages.signIn.accountWith({ provider: label }) : messages.signIn.credential[kind];
  const when =
    expires !== null
      ? messages.signIn.until({ date: format.instant(expires) })
      : kind === 'subject'
        ? messages.signIn.used({ date: format.instant(used) })
        : messages.signIn.chosen({ date: format.instant(made) });
  return (
    <li>
      <span>
        {name} <span className="account-muted">{when}</span>
      </span>
      <Button size="small" onPress={onRemove} label={messages.signIn.removeOf({ label: name })}>
        {messages.signIn.remove}
      </Button>
    </li>
  );
}
