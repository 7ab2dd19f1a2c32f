import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../components/button.tsx';
import { Link } from '../../components/link.tsx';
import { messages } from '../../languages/messages.ts';

/** An address to share, which opens a record without signing in, with a button that copies the full URL. */
export function SharedLink({ path }: { readonly path: string }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = () =>
    navigator.clipboard.writeText(new URL(path, globalThis.location.href).href).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  return (
    <span className="record-given">
      <Link to={path}>{path}</Link>
      <IconButton
        size="small"
        label={messages.record.copyLink}
        icon={copied === 'yes' ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onPress={() => void copy()}
      />
      <span role="status" className={copied === 'failed' ? '' : 'reader-only'}>
        {copied === 'yes' ? messages.record.linkCopied : copied === 'failed' ? messages.record.linkNotCopied : ''}
      </span>
    </span>
  );
}
