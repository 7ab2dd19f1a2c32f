import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { messages } from '../languages/messages.ts';
import './sign-in.css';

/** A secret that is shown only once, with a button to copy it. */
export function ShownOnce({ text, value }: { readonly text: string; readonly value: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(value).then(() => setCopied(true));
  return (
    <div className="account-token" role="status">
      <p>{text}</p>
      <code>{value}</code>
      <Button size="small" onPress={copy}>
        {isCopied ? messages.signIn.copied : messages.signIn.copy}
      </Button>
    </div>
  );
}
