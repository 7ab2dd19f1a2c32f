import type { Planted } from './planted.ts';

/** Faults across the points of the invoices. */
export const INVOICES_MORE: readonly Planted[] = [
  {
    fault: 'a minus for a plus',
    from: '`dueDate <= issueDate + MAX_DUE_DAYS`',
    to: '`dueDate < issueDate - MAX_DUE_DAYS`',
    at: ['| Due after issue |', '| Due soon enough |'],
  },
  {
    fault: 'a default that its rule refuses',
    from: '| TAX_RATES | [0, 7, 19] |',
    to: '| TAX_RATES | [0, 7, 16] |',
    at: ['| TAX_RATES |', '| taxRate |', '| Tax rate |'],
  },
  {
    fault: 'a call that hides the error of its guard',
    from: '| archive Client | | Client | CLIENT_HAS_OPEN_INVOICES |',
    to: '| archive Client | | Client | |',
  },
  {
    fault: 'a session that ends before a call does',
    from: '| Session | not shown. | |',
    to: '| Session | 10 s | |',
    at: ['| Session |', '| Timeout |', '| Retries |'],
  },
  {
    fault: 'a way back that stays where it is',
    from: '| archived | restore | active |',
    to: '| archived | restore | archived |',
  },
  {
    fault: 'no reminders at all',
    from: '| MAX_REMINDERS | 3 |',
    to: '| MAX_REMINDERS | 0 |',
    at: ['| MAX_REMINDERS |', '| remind |'],
  },
  {
    fault: 'a moment that nothing sets',
    from: '| invited | | | invitedAt = now |',
    to: '| invited | | | |',
    at: '| invitedAt |',
  },
  { fault: 'a final state in other letters', from: '- Final: void', to: '- Final: Void' },
  {
    fault: 'a sum that needs itself',
    from: '| total | money(EUR) | | = `subtotal + taxTotal` |',
    to: '| total | money(EUR) | | = `balanceDue + paidTotal` |',
    at: ['| total |', '| balanceDue |'],
  },
  { fault: 'money times money', from: '`round(quantity * unitPrice, 2)`', to: '`round(unitPrice * unitPrice, 2)`' },
  {
    fault: 'a report that no link reaches',
    from: '### Reports\n',
    to: '### Reports\n\n- Menu: no\n',
    at: ['- Menu: no', '| `/reports` |'],
  },
  {
    fault: 'a draft that tells of drafts of others',
    from: '| invoice | Invoice | no | |',
    to: '| invoice | Invoice | no | unique |',
  },
  {
    fault: 'an address that tells who asked before',
    from: '| email | email | yes | |\n\n### PdfJob',
    to: '| email | email | yes | unique |\n\n### PdfJob',
  },
  {
    fault: 'a guard by what the assistant may not read',
    from: '| Workspace: read | yes | yes | yes | no |',
    to: '| Workspace: read | yes | no | yes | no |',
    at: ['| draft | send |', '| Workspace: read |', '| remind |'],
  },
  {
    fault: 'clients from people who have not signed in',
    from: '| Client: create, change | yes | yes | no | no |',
    to: '| Client: create, change | yes | yes | no | yes |',
  },
];
