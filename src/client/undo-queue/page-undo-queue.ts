import type { QueryClient } from '@tanstack/react-query';
import type { UndoQueue } from './undo-queue.ts';

/** The undo queue of a page, by its query client. Absent until something was queued. */
export const undoQueues = new WeakMap<QueryClient, UndoQueue>();
