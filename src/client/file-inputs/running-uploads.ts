import { createContext } from 'react';

/** Uploads of a form that are running. Each resolves to whether the file was uploaded. */
export type RunningUploads = Set<Promise<boolean>>;

/** Provided by a form, so that it waits for the uploads of its inputs. Null if nobody waits. */
export const RunningUploadsContext = createContext<RunningUploads | null>(null);

/** Registers an upload until it ends. */
export function trackUpload(all: RunningUploads | null, upload: Promise<boolean>): void {
  all?.add(upload);
  void upload.finally(() => all?.delete(upload));
}

/** Registers a refused file, which keeps the form from being sent until the returned function is called. */
export function blockForRefusedFile(all: RunningUploads | null): () => void {
  const refused = Promise.resolve(false);
  all?.add(refused);
  return () => all?.delete(refused);
}

/** Waits for all uploads, including those started meanwhile. Resolves to false if one failed or was stopped. */
export async function allUploadsSucceed(all: RunningUploads): Promise<boolean> {
  while (all.size > 0) {
    const ended = await Promise.allSettled(all);
    if (ended.some((each) => each.status === 'rejected' || !each.value)) return false;
  }
  return true;
}
