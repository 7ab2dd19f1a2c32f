import type { Planted } from './planted.ts';
import { CLAIMS } from './planted-claims.ts';

/** Documents of `examples/` with the faults that are planted in them. */
export const PLANTED: readonly { readonly document: string; readonly faults: readonly Planted[] }[] = [
  { document: 'expense-claims.md', faults: CLAIMS },
];
