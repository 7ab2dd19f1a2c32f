import { v7 } from 'uuid';

/** A new id: never reused, and later ones sort later. */
export const newId = (now: number): string => v7({ msecs: now });
