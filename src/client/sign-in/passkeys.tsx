import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fetchPasskeys, makePasskey, type Passkey, removePasskey } from '../api/passkeys.ts';
import { useQueryKey } from '../api/query-keys.ts';
import type { ProblemError } from '../api/request.ts';
import { Button } from '../components/button.tsx';
import { ProblemNote } from '../components/problem-note.tsx';
import { useSending } from '../components/use-sending.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { deviceWords } from './device-name.ts';
import { SecretField } from './secret-field.tsx';

/** The person's passkeys, and a form to add one. */
export function Passkeys() {
  const client = useQueryClient();
  const key = [...useQueryKey(), 'passkeys'];
  const { data, error } = useQuery<{ readonly items: readonly Passkey[] }, ProblemError>({
    queryKey: key,
    queryFn: ({ signal }) => fetchPasskeys(signal),
  });
  const [label, setLabel] = useState(() => deviceWords(globalThis.navigator.userAgent) ?? '');
  const { send, problem, busy } = useSending();
  const again = () => client.invalidateQueries({ queryKey: key });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => makePasskey(label).then(again));
  };
  const remove = (id: string) => void send(() => removePasskey(id).then(again));
  const isOff = error?.problem.code === 'NO_PASSKEYS';
  if (isOff || (data === undefined && error === null)) return null;
  return (
    <section aria-labelledby="account-passkeys">
      <h2 id="account-passkeys">{messages.signIn.passkeys}</h2>
      <p className="account-muted">{messages.signIn.passkeysText}</p>
      {error !== null && <ProblemNote problem={error.problem} />}
      {data?.items.length === 0 && <p>{messages.signIn.noPasskeys}</p>}
      <ul className="account-list">
        {data?.items.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey.id)} />
        ))}
      </ul>
      {problem !== null && <ProblemNote problem={problem} />}
      <form onSubmit={submit}>
        <SecretField label={messages.signIn.passkeyLabel} value={label} onChange={setLabel} autoComplete="off" />
        <Button type="submit" busy={busy}>
          {messages.signIn.makePasskey}
        </Button>
      </form>
    </section>
  );
}

function PasskeyRow({ passkey, onRemove }: { readonly passkey: Passkey; readonly onRemove: () => void }) {
  const { format } = useView();
  return (
    <li>
      <span>
        {passkey.label}{' '}
        <span className="account-muted">{messages.signIn.used({ date: format.instant(passkey.used) })}</span>
      </span>
      <Button size="small" onPress={onRemove} label={messages.signIn.removeOf({ label: passkey.label })}>
        {messages.signIn.remove}
      </Button>
    </li>
  );
}
