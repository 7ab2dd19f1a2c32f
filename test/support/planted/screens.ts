import type { Planted } from './planted.ts';

/** Faults in the screens of the invoices, each as an author makes it: one edit of one place. */
export const INVOICE_SCREENS: readonly Planted[] = [
  {
    fault: 'a link to a renamed screen',
    from: '- Link: New invoice → `/invoices/new`',
    to: '- Link: New invoice → `/invoice/new`',
  },
  { fault: 'a form that leads nowhere', from: '- Then: `/invoices`', to: '- Then: `/start`' },
  {
    fault: 'two addresses that lead to one another',
    from: '- Redirects to: `/settings/profile`',
    to: '- Redirects to: `/settings`',
  },
  {
    fault: 'somebody led to a screen of others',
    from: '- Redirects to: `/invoices`',
    to: '- Redirects to: `/settings/business`',
  },
  { fault: 'a parameter in other signs', from: '| `/payments/:id` |', to: '| `/payments/{id}` |' },
  { fault: 'a record without a parameter', from: '| `/clients/:id` |', to: '| `/client` |' },
  { fault: 'an order by lines', from: '- Sort: -issueDate', to: '- Sort: items' },
  { fault: 'an order that nobody follows', from: '- Sort: -issueDate', to: '- Sort: client.name' },
  {
    fault: 'a column of another record',
    from: '| Payment | table: invoice, amount,',
    to: '| Payment | table: invoice, invoice.number, amount,',
  },
  {
    fault: 'a column twice',
    from: 'table: name, email, city, openBalance',
    to: 'table: name, email, name, openBalance',
  },
  { fault: 'a sum of texts', from: '- Number: Tax, sum of taxTotal', to: '- Number: Tax, sum of notes' },
  {
    fault: 'a figure of drafts among those that are none',
    from: '- Number: Tax, sum of taxTotal',
    to: '- Number: Tax, sum of taxTotal where `status == draft`',
  },
  { fault: 'a month of a client', from: 'sum of total by month of issueDate', to: 'sum of total by month of client' },
  {
    fault: 'a filter that keeps nothing away',
    from: '- Filter: Overdue where `overdue`',
    to: '- Filter: Overdue where `discountPercent >= 0`',
  },
  { fault: 'a figure on a table', from: '- When empty: No invoices yet', to: '- Number: All, count' },
  {
    fault: 'a form for whoever may not',
    from: 'receivedOn, method, reference | owner, accountant |',
    to: 'receivedOn, method, reference | owner, assistant, accountant |',
  },
  { fault: 'a language by its name', from: '- Language: en', to: '- Language: Swedisch' },
];

/** Faults in the screens of the helpdesk. */
export const HELPDESK_SCREENS: readonly Planted[] = [
  {
    fault: 'a start that is closed',
    from: '- Start for: agent, lead, admin',
    to: '- Start for: agent, lead, admin, employee',
  },
  { fault: 'a start at one record', from: '- Menu: yes', to: '- Menu: yes\n\n### Ticket\n\n- Start for: agent' },
  { fault: 'a time zone without its continent', from: '- Time zone: Europe/London', to: '- Time zone: London' },
  { fault: 'a refresh without a unit', from: '- Refresh: every 60 seconds', to: '- Refresh: every 60' },
  { fault: 'an order on a form', from: '- Menu: yes', to: '- Menu: yes\n- Sort: subject' },
  { fault: 'a board by text', from: '| board by assignee | lead |', to: '| board by subject | lead |' },
  {
    fault: 'a screen to sign in on for agents',
    from: '| `/login` | Sign in | | sign in | |',
    to: '| `/login` | Sign in | | sign in | agent |',
  },
  { fault: 'a chart by a moment', from: 'bar, count by team', to: 'bar, count by createdAt' },
  {
    fault: 'the same words twice in the menu',
    from: '| `/admin/people` | People |',
    to: '| `/admin/people` | Categories |',
  },
  { fault: 'a misspelt role of a start', from: '- Start for: employee', to: '- Start for: employe' },
];

/** Faults in the screens of the lending desk. */
export const LENDING_SCREENS: readonly Planted[] = [
  {
    fault: 'a switch that brings nothing in',
    from: '- Filter: Past where `not (state in Running)`',
    to: '- Switch: Past where `state == Draft`',
  },
  { fault: 'two filters of one name', from: '- Filter: Past where', to: '- Filter: Current where' },
  {
    fault: 'a list that its route narrows in vain',
    from: '| `/charges` | Charges |',
    to: '| `/people/:id/charges` | Charges |',
  },
  {
    fault: 'a calendar by a state',
    from: '| Loan where `state in Running` | board by state |',
    to: '| Loan where `state in Running` | calendar by state |',
  },
  {
    fault: 'a screen of lines',
    from: '| `/items/:id` | Item | Item | record |',
    to: '| `/items/:id` | Item | LoanLine | record |',
  },
];
