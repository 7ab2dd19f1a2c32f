// Written by `npm run index` from what this folder holds.
import { text } from './text.ts';

export const fields = [
  text,
] as const;
