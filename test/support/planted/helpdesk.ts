import type { Planted } from './planted.ts';

/** Faults across the points of the helpdesk. */
export const HELPDESK_MORE: readonly Planted[] = [
  {
    fault: 'two ways for one start',
    from: '| In progress | ask back |',
    to: '| Assigned | start | Waiting for requester | assignee | `category.needsApproval` | | E09 |\n| In progress | ask back |',
    at: '| Assigned | start |',
  },
  {
    fault: 'a table for people who see none of its rows',
    from: '| table: ticket, agent, minutes, dayWorked | agent, lead |',
    to: '| table: ticket, agent, minutes, dayWorked | agent, lead, admin |',
  },
  {
    fault: 'a call that hides an error of a rule',
    from: '| Ticket | E06, E13, E17 |',
    to: '| Ticket | E06, E13 |',
  },
  {
    fault: 'a rule with the error of another',
    from: 'where ticket == this.ticket) < 10` | E12 |',
    to: 'where ticket == this.ticket) < 10` | E11 |',
    at: ['| E12 | 409', '| add file |', '| Files |'],
  },
  {
    fault: 'a moment that is read and never set',
    from: 'ask question; waitingSince = now; create Comment',
    to: 'ask question; create Comment',
    at: ['| waitingSince |'],
  },
  {
    fault: 'hours added to minutes',
    from: '`author == this.requester` | In progress | | | waited = `coalesce(waited, 0) + floor(minutes(',
    to: '`author == this.requester` | In progress | | | waited = `coalesce(waited, 0) + floor(hours(',
  },
  { fault: 'minutes summed as hours', from: '| timeSpent | integer in min |', to: '| timeSpent | integer in h |' },
  {
    fault: 'a matrix with a row too few',
    from: '| site | P3 | P2 | P1 |\n',
    to: '',
    at: ['### PRIORITY', '| priority | P1', '| one person | P4', '| | low |', '| team | P3', '| company |'],
  },
  {
    fault: 'a reminder after the end',
    from: '| Waiting for requester | after 7 working days |',
    to: '| Waiting for requester | after 12 working days |',
  },
  { fault: 'a tag whose pattern can hang', from: '`/[A-Z]{2}-[0-9]{6}/`', to: '`/([A-Z]+-?)+[0-9]{6}/`' },
  {
    fault: 'a plus for a minus',
    from: '`dayWorked >= today - 14 days`',
    to: '`dayWorked >= today + 14 days`',
    at: ['| Two weeks |', '| Day worked |'],
  },
  {
    fault: 'an approval that nobody can renew',
    from: '| Expired | renew | Pending | lead |',
    to: '| Expired | renew | Pending | requester |',
  },
  {
    fault: 'a form that asks who I am',
    from: 'form: ticket, minutes, dayWorked, note',
    to: 'form: ticket, agent, minutes, dayWorked, note',
  },
  {
    fault: 'a column that some of them may not see',
    from: 'priority, category, team, assignee, dueAt |',
    to: 'priority, category, team, assignee, priorityReason, dueAt |',
  },
  {
    fault: 'a question whose answer is hidden from whoever gives it',
    from: '| Ticket.priorityReason: read | no | yes | yes | no |',
    to: '| Ticket.priorityReason: read | no | no | no | yes |',
    at: ['| Ticket.priorityReason: read', '| override |', '| priorityReason |'],
  },
  {
    fault: 'a file over what may be sent',
    from: 'at most 15 MB, fixed',
    to: 'at most 25 MB, fixed',
    at: ['| file | file', '| Upload size |'],
  },
  {
    fault: 'a final state that goes on',
    from: '- Final: Closed, Cancelled',
    to: '- Final: Closed, Cancelled, Resolved',
    at: ['- Final: Closed', '| Resolved |'],
  },
  {
    fault: 'a message with an old size',
    from: 'The file is larger than 15 MB.',
    to: 'The file is larger than 10 MB.',
  },
  {
    fault: 'a rule that moved on without its message',
    from: 'where ticket == this.ticket) < 10`',
    to: 'where ticket == this.ticket) < 20`',
    at: ['| Files |', '| E12 | 409'],
  },
  {
    fault: 'an event by a field of other records',
    from: 'on Comment: create by ticket',
    to: 'on Comment: create by author',
  },
];
