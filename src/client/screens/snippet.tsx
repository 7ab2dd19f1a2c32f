import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { texts } from '../texts.ts';

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
      <figcaption className="snippet-title">{title}</figcaption>
      <pre className="snippet-text" tabIndex={0}>
        <code>{text}</code>
      </pre>
      <button type="button" className="snippet-copy" onClick={copy} onBlur={() => setCopied('no')}>
        {copied === 'yes' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        <span aria-live="polite">{label(copied)}</span>
      </button>
    </figure>
  );
}

function label(copied: Copied): string {
  if (copied === 'yes') return texts.points.copied;
  return copied === 'no' ? texts.points.copy : texts.points.copyFailed;
}
