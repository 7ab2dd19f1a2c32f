import type { QueryClient } from '@tanstack/react-query';
import type { Waiting } from './undo-queue.ts';

/** A page has one cache of what it asked, and one of what waits, once something does. */
export const waitingOn = new WeakMap<QueryClient, Waiting>();
