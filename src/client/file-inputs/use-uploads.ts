import { use, useEffect, useRef, useState } from 'react';
import type { FieldFailure } from '../components/field.tsx';
import { upload } from '../data/upload.ts';
import { messages } from '../languages/messages.ts';
import { useView } from '../view/view-context.tsx';
import { isImage } from './file-check.ts';
import type { ShownFile } from './file-value.ts';
import { blockForRefusedFile, RunningUploadsContext, trackUpload } from './running-uploads.ts';
import { answeredUploadFailures, failuresBeforeUpload, type UploadFailures } from './upload-failures.ts';
import type { UploadSubject } from './use-upload.ts';

export interface SendingFile {
  readonly key: number;
  readonly name: string;
  readonly share: number;
  readonly stop: () => void;
}

export interface FailedFile {
  readonly key: number;
  readonly name: string;
  readonly failures: readonly FieldFailure[];
  /** Null if it would be refused again. */
  readonly retry: (() => void) | null;
  readonly dismiss: () => void;
}

/** Several uploads at a time: their progress, their failures, and previews of uploaded images. */
export function useUploads({
  entity,
  field,
  bounds,
  onDone,
}: Omit<UploadSubject, 'onDone'> & { readonly onDone: (file: ShownFile) => void }) {
  const { format } = useView();
  const [sending, setSending] = useState<readonly SendingFile[]>([]);
  const [failed, setFailed] = useState<readonly FailedFile[]>([]);
  const [previews, setPreviews] = useState<ReadonlyMap<string, string>>(new Map());
  const [told, setTold] = useState('');
  const underWay = use(RunningUploadsContext);
  const next = useRef(0);
  const done = useRef(onDone);
  done.current = onDone;
  const open = useRef<{ readonly stops: Set<AbortController>; readonly urls: Set<string> }>({
    stops: new Set(),
    urls: new Set(),
  });
  useEffect(() => {
    const { stops, urls } = open.current;
    return () => {
      for (const stop of stops) stop.abort();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, []);

  const isRefused = failed.length > 0;
  useEffect(() => (isRefused ? blockForRefusedFile(underWay) : undefined), [isRefused, underWay]);

  const fail = (file: File, { failures, canRetry }: UploadFailures) => {
    const key = next.current++;
    const dismiss = () => setFailed((before) => before.filter((each) => each.key !== key));
    const retry = canRetry
      ? () => {
          dismiss();
          send(file);
        }
      : null;
    setFailed((before) => [...before, { key, name: file.name, failures, retry, dismiss }]);
  };

  const send = (file: File) => trackUpload(underWay, sent(file));

  /** Resolves to whether the file was uploaded. */
  const sent = async (file: File): Promise<boolean> => {
    const key = next.current++;
    const stop = new AbortController();
    open.current.stops.add(stop);
    setSending((before) => [...before, { key, name: file.name, share: 0, stop: () => stop.abort() }]);
    const onShare = (share: number) =>
      setSending((before) => before.map((each) => (each.key === key ? { ...each, share } : each)));
    try {
      const value = await upload(entity, field, file, onShare, stop.signal);
      if (isImage(value.mediaType)) {
        const url = URL.createObjectURL(file);
        open.current.urls.add(url);
        setPreviews((before) => new Map(before).set(value.file, url));
      }
      setTold(messages.inputs.file.uploaded({ name: file.name }));
      done.current({ file: value.file, name: value.name, size: value.size, mediaType: value.mediaType });
      return true;
    } catch (error) {
      if (stop.signal.aborted) return false;
      const answered = answeredUploadFailures(error);
      if (answered === null) throw error;
      fail(file, answered);
      return false;
    } finally {
      open.current.stops.delete(stop);
      setSending((before) => before.filter((each) => each.key !== key));
    }
  };

  return {
    sending,
    failed,
    told,
    preview: (file: string) => {
      const url = previews.get(file);
      return url === undefined ? null : { file, url };
    },
    start: (files: readonly File[]) => {
      setFailed([]);
      for (const file of files) {
        const failures = failuresBeforeUpload(file, bounds, format);
        if (failures === null) send(file);
        else fail(file, { failures, canRetry: false });
      }
    },
  };
}
