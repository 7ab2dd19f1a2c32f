import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { pageTexts } from '../../texts/page-texts.ts';

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
  if (copied === 'yes') return pageTexts.points.copied;
  return copied === 'no' ? pageTexts.points.copy : pageTexts.points.copyFailed;
}
