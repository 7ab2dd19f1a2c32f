import type { Planted } from './planted.ts';

/** Faults across the points of the lending desk. */
export const LENDING_MORE: readonly Planted[] = [
  {
    fault: 'a case that no way back covers',
    from: '`condition in [good, worn]`',
    to: '`condition == good`',
    at: ['| On loan | take back |'],
  },
  {
    fault: 'a case with two ways back',
    from: '`condition == damaged`',
    to: '`condition in [worn, damaged]`',
    at: ['| On loan | take back |'],
  },
  {
    fault: 'bounds of a day the wrong way round',
    from: '`pickupAt >= now + LEAD and pickupAt <= now + 60 days`',
    to: '`pickupAt <= now + LEAD and pickupAt >= now + 60 days`',
  },
  {
    fault: 'a limit that leaves the desk nothing to approve',
    from: '| APPROVED_BY_ITSELF | 500 EUR |',
    to: '| APPROVED_BY_ITSELF | 5000 EUR |',
    at: ['| APPROVED_BY_', '| Requested | approve | Approved | Desk |', '| Requested | when'],
  },
  {
    fault: 'a step for people who have not signed in',
    from: '| Open | assess | Assessed | Technician |',
    to: '| Open | assess | Assessed | Visitor |',
  },
  { fault: 'a link to what they may not open', from: '- Link: Basket → `/basket`', to: '- Link: Stock → `/stock`' },
  {
    fault: 'a code that tells of loans of others',
    from: '- Unique: borrower where `state == Draft`',
    to: '- Unique: courseCode',
    at: ['- Unique: courseCode', '| courseCode |'],
  },
  { fault: 'a shelf whose pattern can hang', from: '`/[A-Z][0-9]{2}/`', to: '`/([A-Z]+[0-9]*)*/`' },
  { fault: 'a pattern longer than the field', from: '`/[A-Z0-9-]*/`', to: '`/[A-Z0-9-]{13,}/`' },
  { fault: 'more lines than there can be', from: '`count(lines) >= 1 and', to: '`count(lines) >= 10 and' },
  { fault: 'an event of another name', from: 'raise hand out on lines.item', to: 'raise handout on lines.item' },
  { fault: 'a length for a day', from: '? today + 30 days : borrower', to: '? 30 days : borrower' },
  {
    fault: 'a shelf that is changed unseen',
    from: '| Item.shelf: read | no | no | yes | yes | yes |',
    to: '| Item.shelf: read | no | no | yes | no | yes |',
    at: ['| Item.shelf: read', '| Item: change |'],
  },
  {
    fault: 'events that raise each other',
    from: '| Available | hand out | On loan | Desk | | | |',
    to: '| Available | hand out | On loan | Desk | | raise hand out on loan | |',
    at: ['| Approved | hand out |', '| Available | hand out |'],
  },
  {
    fault: 'a loss that stays',
    from: '| Lost | turn up | Available | Desk | | | |\n',
    to: '',
    at: ['| On loan | lose |', '- Final: Retired'],
  },
  {
    fault: 'a state in other letters',
    from: '| On loan | lose | Lost |',
    to: '| On loan | lose | lost |',
    at: ['| On loan | lose |', '| Lost | turn up |'],
  },
  {
    fault: 'a grace without a unit',
    from: '| GRACE | 2 hours |',
    to: '| GRACE | 2 |',
    at: ['| GRACE |', '| isOverdue |', '| take back | Returned |'],
  },
  {
    fault: 'hours that overlap',
    from: 'Monday to Thursday 09:00–18:00; Friday',
    to: 'Monday to Friday 09:00–18:00; Friday',
  },
  {
    fault: 'a timer from a moment that comes later',
    from: '| Approved | 24 hours after pickupAt |',
    to: '| Approved | 24 hours after returnedAt |',
  },
  {
    fault: 'a manager who approves what they borrow',
    from: '| Requested | approve | Approved | Manager | `borrower != me` |',
    to: '| Requested | approve | Approved | Manager | |',
  },
];
