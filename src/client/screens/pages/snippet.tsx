import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { messages } from '../../languages/messages.ts';

type Copied = 'no' | 'yes' | 'failed';

/** A piece of the document to copy. */
export function Snippet({ title, text }: { readonly title: string; readonly text: string }) {
  const [copied, setCopied] = useState<Copied>('no');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  return (
    <figure className="snippet">
      <figcaption className="snippet-head">
        <span>{title}</span>
        <span aria-live="polite">
          <Button
            size="small"
            variant="quiet"
            onPress={() => void copy()}
            icon={copied === 'yes' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          >
            {label(copied)}
          </Button>
        </span>
      </figcaption>
      <pre className="snippet-text">
        <code>{text}</code>
      </pre>
    </figure>
  );
}

function label(copied: Copied): string {
  if (copied === 'yes') return messages.pages.points.copied;
  return copied === 'no' ? messages.pages.points.copy : messages.pages.points.copyFailed;
}
