import { useEffect, useRef, useState } from 'react';
import { allUploadsSucceed, type RunningUploads } from './running-uploads.ts';

/** The uploads of a form's inputs, and a way to wait for them. */
export interface UploadTracking {
  /** Value for `RunningUploadsContext` around the inputs. */
  readonly uploads: RunningUploads;
  /**
   * Waits until all uploads ended and the inputs were re-rendered with them; calls `beforeRender` just before that render.
   * Resolves to false if an upload failed or was stopped, so that the form is not sent.
   */
  readonly waitForUploads: (beforeRender: () => void) => Promise<boolean>;
}

export function useUploadTracking(): UploadTracking {
  const [uploads] = useState<RunningUploads>(() => new Set());
  const [count, setCount] = useState(0);
  const pendingRender = useRef<(() => void) | null>(null);
  useEffect(() => {
    pendingRender.current?.();
    pendingRender.current = null;
  }, [count]);
  const waitForUploads: UploadTracking['waitForUploads'] = async (beforeRender) => {
    const haveSucceeded = await allUploadsSucceed(uploads);
    await new Promise<void>((resolve) => {
      pendingRender.current = resolve;
      beforeRender();
      setCount((before) => before + 1);
    });
    return haveSucceeded;
  };
  return { uploads, waitForUploads };
}
