import { use, useEffect, useRef, useState } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { FieldFailure } from '../components/field.tsx';
import { upload } from '../data/upload.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { type FileBounds, isImage } from './file-check.ts';
import { blockForRefusedFile, RunningUploadsContext, trackUpload } from './running-uploads.ts';
import { answeredUploadFailures, failuresBeforeUpload } from './upload-failures.ts';

const words = messages.inputs.file;

export interface UploadSubject {
  readonly entity: string;
  readonly field: string;
  readonly bounds: FileBounds;
  readonly onDone: (value: Json) => void;
}

/** One upload at a time: its progress, its failures, and a preview of the uploaded image. */
export function useUpload({ entity, field, bounds, onDone }: UploadSubject) {
  const { format } = useView();
  const [sending, setSending] = useState<{ readonly name: string; readonly share: number } | null>(null);
  const [failures, setFailures] = useState<readonly FieldFailure[]>([]);
  const [failed, setFailed] = useState<File | null>(null);
  const [preview, setPreview] = useState<{ readonly file: string; readonly url: string } | null>(null);
  const [told, setTold] = useState('');
  const underWay = use(RunningUploadsContext);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview.url)), [preview]);

  const isRefused = failures.length > 0;
  useEffect(() => (isRefused ? blockForRefusedFile(underWay) : undefined), [isRefused, underWay]);

  const send = (file: File) => trackUpload(underWay, sent(file));

  /** Resolves to whether the file was uploaded. */
  const sent = async (file: File): Promise<boolean> => {
    const stop = new AbortController();
    stopping.current = stop;
    setFailed(null);
    setTold('');
    setSending({ name: file.name, share: 0 });
    try {
      const value = await upload(entity, field, file, (share) => setSending({ name: file.name, share }), stop.signal);
      setPreview(isImage(value.mediaType) ? { file: value.file, url: URL.createObjectURL(file) } : null);
      setTold(words.uploaded({ name: file.name }));
      onDone({ file: value.file, name: value.name, size: value.size, mediaType: value.mediaType });
      return true;
    } catch (error) {
      const answered = answeredUploadFailures(error);
      if (answered !== null) {
        setFailures(answered.failures);
        if (answered.canRetry) setFailed(file);
      } else if (!stop.signal.aborted) throw error;
      return false;
    } finally {
      setSending(null);
    }
  };

  const start = (file: File, several: boolean) => {
    const before = failuresBeforeUpload(file, bounds, format);
    setFailed(null);
    setFailures(before ?? []);
    if (before !== null) return;
    send(file);
    if (several) setTold(words.several);
  };

  return {
    sending,
    failures,
    told,
    preview,
    start,
    stop: () => stopping.current?.abort(),
    /** Dismisses the file that was refused. */
    dismiss: () => {
      setFailures([]);
      setFailed(null);
    },
    canRetry: failed !== null && sending === null,
    retry: () => {
      if (failed === null) return;
      setFailures([]);
      send(failed);
    },
  };
}
