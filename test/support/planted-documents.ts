import type { Planted } from './planted.ts';
import { CLAIMS } from './planted-claims.ts';
import { HELPDESK_SCREENS, INVOICE_SCREENS, LENDING_SCREENS } from './planted-screens.ts';

/** Documents of `examples/` with the faults that are planted in them. */
export const PLANTED: readonly { readonly document: string; readonly faults: readonly Planted[] }[] = [
  { document: 'expense-claims.md', faults: CLAIMS },
  { document: 'invoices.md', faults: INVOICE_SCREENS },
  { document: 'helpdesk.md', faults: HELPDESK_SCREENS },
  { document: 'lending.md', faults: LENDING_SCREENS },
];
