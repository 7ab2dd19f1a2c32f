import { CLAIMS } from './claims.ts';
import { CLAIMS_MORE } from './claims-more.ts';
import { HELPDESK_MORE } from './helpdesk.ts';
import { INVOICES_MORE } from './invoices.ts';
import { LENDING_MORE } from './lending.ts';
import type { Planted } from './planted.ts';
import { HELPDESK_SCREENS, INVOICE_SCREENS, LENDING_SCREENS } from './screens.ts';

/** Documents of `examples/` with the faults that are planted in them. */
export const PLANTED: readonly { readonly document: string; readonly faults: readonly Planted[] }[] = [
  { document: 'expense-claims.md', faults: [...CLAIMS, ...CLAIMS_MORE] },
  { document: 'invoices.md', faults: [...INVOICE_SCREENS, ...INVOICES_MORE] },
  { document: 'helpdesk.md', faults: [...HELPDESK_SCREENS, ...HELPDESK_MORE] },
  { document: 'lending.md', faults: [...LENDING_SCREENS, ...LENDING_MORE] },
];
