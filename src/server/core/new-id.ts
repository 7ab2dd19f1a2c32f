import { v7 } from 'uuid';

/** Returns a new UUID of version 7. Later ids sort after earlier ones. */
export const newId = (now: number): string => v7({ msecs: now });
