import { useEffect, useRef, useState } from 'react';
import type { Json } from '../../engine/intent.ts';
import { ProblemError } from '../api/request.ts';
import { upload } from '../api/upload.ts';
import type { Failing } from '../parts/field.tsx';
import { useView } from '../view/view.tsx';
import { type FileBounds, faultOf, isImage } from './file-check.ts';
import { inputTexts } from './texts.ts';

const words = inputTexts.file;

export interface UploadSubject {
  readonly entity: string;
  readonly field: string;
  readonly bounds: FileBounds;
  readonly onDone: (value: Json) => void;
}

/** One upload at a time: its progress, what went wrong, and a picture of what was sent. */
export function useUpload({ entity, field, bounds, onDone }: UploadSubject) {
  const { format } = useView();
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number } | null>(null);
  const [faults, setFaults] = useState<readonly Failing[]>([]);
  const [failed, setFailed] = useState<File | null>(null);
  const [preview, setPreview] = useState<{ readonly file: string; readonly url: string } | null>(null);
  const [told, setTold] = useState('');
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview.url)), [preview]);

  const send = async (file: File) => {
    const stop = new AbortController();
    stopping.current = stop;
    setFailed(null);
    setTold('');
    setSending({ name: file.name, share: 0 });
    try {
      const value = await upload(entity, field, file, (share) => setSending({ name: file.name, share }), stop.signal);
      setPreview(isImage(value.mediaType) ? { file: value.file, url: URL.createObjectURL(file) } : null);
      setTold(words.uploaded(file.name));
      onDone({ file: value.file, name: value.name, size: value.size, mediaType: value.mediaType });
    } catch (error) {
      if (error instanceof ProblemError) {
        const { problem } = error;
        const own = problem.failures ?? [];
        setFaults(
          own.length > 0
            ? own
            : [
                {
                  code: problem.code,
                  message: problem.detail,
                  ...(problem.next === undefined ? {} : { next: problem.next }),
                },
              ],
        );
        // What the server looked at and refused is refused again.
        if (problem.status === 0 || problem.status === 429 || problem.status >= 500) setFailed(file);
      } else if (!stop.signal.aborted) throw error;
    } finally {
      setSending(null);
    }
  };

  const start = (file: File, several: boolean) => {
    const fault = faultOf(file, bounds);
    const kinds = format.choice(bounds.endings.map((ending) => ending.toUpperCase()));
    setFailed(null);
    if (fault === 'kind') {
      setFaults([{ code: 'WRONG_FILE', message: words.wrongKind(file.name, kinds), next: words.wrongKindNext(kinds) }]);
      return;
    }
    if (fault === 'size') {
      const message = words.tooBig(file.name, format.bytes(file.size), format.bytes(bounds.most ?? 0));
      setFaults([{ code: 'TOO_BIG', message, next: words.tooBigNext }]);
      return;
    }
    setFaults([]);
    void send(file);
    if (several) setTold(words.several);
  };

  return {
    sending,
    faults,
    told,
    preview,
    start,
    stop: () => stopping.current?.abort(),
    canRetry: failed !== null && sending === null,
    retry: () => {
      if (failed === null) return;
      setFaults([]);
      void send(failed);
    },
  };
}
