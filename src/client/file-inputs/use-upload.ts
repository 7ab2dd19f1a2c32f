import { use, useEffect, useRef, useState } from 'react';
import type { Json } from '../../engine/core/intent.ts';
import type { FieldFailure } from '../components/field.tsx';
import { upload } from '../data/upload.ts';
import { inputTexts } from '../texts/input-texts.ts';
import { useView } from '../view/view-context.tsx';
import { type FileBounds, isImage } from './file-check.ts';
import { UnderWayContext, whileRefused, whileUnderWay } from './running-uploads.ts';
import { answeredFaults, faultsBefore } from './upload-faults.ts';

const words = inputTexts.file;

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
  const [faults, setFaults] = useState<readonly FieldFailure[]>([]);
  const [failed, setFailed] = useState<File | null>(null);
  const [preview, setPreview] = useState<{ readonly file: string; readonly url: string } | null>(null);
  const [told, setTold] = useState('');
  const underWay = use(UnderWayContext);
  const stopping = useRef<AbortController | null>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview.url)), [preview]);

  const isRefused = faults.length > 0;
  useEffect(() => (isRefused ? whileRefused(underWay) : undefined), [isRefused, underWay]);

  const send = (file: File) => whileUnderWay(underWay, sent(file));

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
      setTold(words.uploaded(file.name));
      onDone({ file: value.file, name: value.name, size: value.size, mediaType: value.mediaType });
      return true;
    } catch (error) {
      const answered = answeredFaults(error);
      if (answered !== null) {
        setFaults(answered.faults);
        if (answered.again) setFailed(file);
      } else if (!stop.signal.aborted) throw error;
      return false;
    } finally {
      setSending(null);
    }
  };

  const start = (file: File, several: boolean) => {
    const before = faultsBefore(file, bounds, format);
    setFailed(null);
    setFaults(before ?? []);
    if (before !== null) return;
    send(file);
    if (several) setTold(words.several);
  };

  return {
    sending,
    faults,
    told,
    preview,
    start,
    stop: () => stopping.current?.abort(),
    /** Dismisses the file that was refused. */
    dismiss: () => {
      setFaults([]);
      setFailed(null);
    },
    canRetry: failed !== null && sending === null,
    retry: () => {
      if (failed === null) return;
      setFaults([]);
      send(failed);
    },
  };
}
