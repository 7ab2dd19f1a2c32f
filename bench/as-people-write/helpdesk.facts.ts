import type { Model } from '../../src/model/types/model.ts';
import { ask } from './ask.ts';
import { cellOf, decided } from './decide.ts';
import { fact } from './fact.ts';
import type { Fact } from './key.ts';
import { fold, named } from './names.ts';

/** The matrix as a table of point 9 that the priority is computed from, or as choices in its formula. */
function priority(model: Model, impact: string, urgency: string): string | boolean | null {
  const m = ask(model);
  const computed = m.field('Ticket', 'Priority')?.computed ?? null;
  const named = model.constants.find(({ name, table }) => table !== null && m.says(computed, name))?.table;
  const looked = named ? cellOf(named, [impact, urgency]) : null;
  return looked ?? decided(model, computed, { impact, urgency, vip: 'false' });
}

export const helpdeskFacts: readonly Fact[] = [
  fact(
    1,
    [22],
    'Employees land on /my, everyone else on /queue.',
    (m) =>
      m.startsAt('/my', 'employee') &&
      (m.startsAt('/queue', 'everyone else') || m.startsAt('/queue', 'agent', 'lead', 'admin|administrator')),
  ),
  fact(2, [23], 'Without a session one is led to /login and back to the address wanted.', (m) => {
    const others = m.model.screens.filter(({ route }) => route !== '/login');
    // A screen to sign in on leads back by itself.
    if (m.screen('/login')?.kind === 'sign-in') return others.length > 0;
    const led = (route: string) => /^\/login\b/u.test(route) && /next|return|back|from|wanted/u.test(route);
    return others.length > 0 && others.every(({ otherwise }) => otherwise !== null && led(otherwise.route));
  }),
  fact(
    3,
    [27],
    'My tickets hides Closed and Cancelled until "Show finished" is on; off at first.',
    (m) =>
      m
        .screen('/my')
        ?.filters.some(
          ({ kind, name, on, filter }) =>
            kind === 'switch' && named(name, 'Show finished') && !on && m.says(filter, 'closed', 'cancelled'),
        ) ?? false,
  ),
  fact(4, [42, 44, 298], 'The queue: by due time, 25 rows, refreshed every 60 seconds.', (m) => {
    const queue = m.screen('/queue');
    const [first] = queue?.sort ?? [];
    if (!queue || !first) return false;
    const rows = m.bound(queue.pageSize) === 25 || (queue.pageSize === null && m.limit('page size', 25));
    return named(first.field, 'due at|due time|due') && !first.descending && rows && m.is(queue.refresh, '60 seconds');
  }),
  fact(
    5,
    [46, 47],
    'Only leads open the team board; dropping a card gives the ticket to that agent.',
    (m) =>
      m.screenFor('/team', 'lead') &&
      m.screen('/team')?.kind === 'board' &&
      named(m.screen('/team')?.by ?? '', 'assignee'),
  ),
  fact(6, [49, 232], "Approvals stands in the menu only for somebody's manager.", (m) => {
    const screen = m.screen('/approvals');
    const related = m.model.roles.filter(({ relation }) => relation.some(({ path }) => m.says(path, 'manager')));
    const roles = screen?.roles ?? [];
    const byRole = roles.length > 0 && roles.every(({ name }) => related.some((role) => role.name === name));
    return m.says(screen?.menu?.when ?? null, 'isManager|manager') || byRole;
  }),
  fact(
    7,
    [113, 114, 115, 117],
    'Priority by impact and urgency.',
    ({ model }) =>
      priority(model, 'site', 'medium') === fold('P2') &&
      priority(model, 'one person', 'high') === fold('P3') &&
      priority(model, 'company', 'medium') === fold('P1'),
  ),
  fact(8, [118], 'VIP raises by one step, but a computed P2 stays P2.', (m) =>
    m.computed('Ticket', 'Priority', 'vip', 'P2', 'P3'),
  ),
  fact(9, [119, 289, 291], 'Due at counts working hours, 4/8/24/40 by priority.', (m) => {
    const hours = m.model.limits.find(({ name }) => name === 'working hours')?.hours ?? [];
    const days = hours.filter(({ from, to }) => from === '08:00' && to === '18:00').flatMap((each) => each.days);
    return (
      [1, 2, 3, 4, 5].every((day) => days.includes(day)) &&
      days.length === 5 &&
      m.computed('Ticket', 'Due at', 4, 8, 24, 40) &&
      m.working(m.field('Ticket', 'Due at')?.computed ?? null)
    );
  }),
  fact(10, [119], 'The clock stands still while Waiting for requester.', (m) => {
    const moved = m.transitions('Ticket', 'Waiting for requester', 'In progress');
    const shifts =
      moved.length > 0 && moved.every((each) => m.effect(each, 'set', 'due at|waited|paused|deadline|stood still'));
    return m.computed('Ticket', 'Due at', 'Waiting for requester') || shifts;
  }),
  fact(
    11,
    [121, 293],
    'At risk: not overdue, less than 20 % of the target left.',
    (m) =>
      m.computed('Ticket', 'At risk', 'overdue|due at') &&
      (m.computed('Ticket', 'At risk', 20) || m.computed('Ticket', 'At risk', 0.2)),
  ),
  fact(
    12,
    [76, 85, 172],
    'A category of a ticket is active and of the second level; two levels at most.',
    (m) =>
      m.rule('Ticket', 'category', 'active') &&
      m.rule('Ticket', 'category', 'parent category|parent|level') &&
      m.rule('Category', 'parent category|parent|level'),
  ),
  fact(13, [136, 137], 'Assigned to In progress: the assignee; approval Granted where needed, else E09.', (m) =>
    m
      .transitions('Ticket', 'Assigned', 'In progress')
      .some(
        (each) =>
          m.by(each, 'assignee') &&
          m.guarded(each, 'needs approval', 'granted') &&
          m.refuses(m.errors('E09', 'The approval is still missing'), 'Ticket', each.event),
      ),
  ),
  fact(14, [139], 'Waiting for requester needs a public comment with the move.', (m) =>
    m
      .transitions('Ticket', 'In progress', 'Waiting for requester')
      .some((each) => m.guarded(each, 'comment|comments|public comment|question')),
  ),
  fact(15, [141], 'A comment by the requester moves a waiting ticket back by itself.', (m) =>
    m
      .transitions('Ticket', 'Waiting for requester', 'In progress', 'itself')
      .some((each) => each.timer?.kind === 'on' && m.after(each, 'comment', 'requester')),
  ),
  fact(
    16,
    [147, 177],
    'Resolving needs a note of 10 to 2,000 characters and a work entry.',
    (m) =>
      m.bounded('Ticket', 'Resolution note', 10, 2000) &&
      m
        .transitions('Ticket', 'In progress', 'Resolved')
        .some((each) => m.guarded(each, 'resolution note', 'work entry|work|worklog|time spent')),
  ),
  fact(
    17,
    [152, 153, 154],
    'Reopening: requester, 5 working days (E13), twice (E17), a comment, resolved at emptied.',
    (m) =>
      m
        .transitions('Ticket', 'Resolved', 'In progress', 'event')
        .some(
          (each) =>
            m.by(each, 'requester') &&
            m.guarded(each, 5, 2, 'resolved at', 'reopen count', 'comment|comments|what is still wrong') &&
            m.effect(each, 'set', 'resolved at', 'null') &&
            m.refuses(m.errors('E13', 'The time to reopen this ticket has passed'), 'Ticket', each.event) &&
            m.refuses(m.errors('E17', 'already been reopened twice'), 'Ticket', each.event),
        ),
  ),
  fact(
    18,
    [143, 150, 294],
    'Closed by itself after 5 working days, or 10 without answer, with a notice after 7.',
    (m) => {
      const working = (n: number, from: string, to: string) =>
        m
          .transitions('Ticket', from, to, 'itself')
          .filter((each) => each.timer?.kind === 'after' && m.after(each, n) && m.working(each.timer.delay));
      const notices = working(7, 'Waiting for requester', 'Waiting for requester');
      return (
        working(5, 'Resolved', 'Closed').length > 0 &&
        working(10, 'Waiting for requester', 'Closed').length > 0 &&
        notices.some((each) => m.effect(each, 'notify', 'requester'))
      );
    },
  ),
  fact(19, [159], 'A refused approval cancels a New or Assigned ticket, reason "Approval refused".', (m) =>
    ['New', 'Assigned'].every((from) =>
      m.transitions('Ticket', from, 'Cancelled').some((each) => {
        const raised = m
          .transitions('Approval', 'Pending', 'Refused')
          .some(({ effects }) => effects.some((effect) => effect.kind === 'raise' && effect.event === each.event));
        const itself = each.timer !== null && m.after(each, 'refused|refuse');
        return (itself || raised) && m.effect(each, 'set', 'cancel reason', 'Approval refused');
      }),
    ),
  ),
  fact(
    20,
    [164, 165],
    'An approval expires after 5 working days; a lead renews it once.',
    (m) =>
      m
        .transitions('Approval', 'Pending', 'Expired', 'itself')
        .some((each) => each.timer?.kind === 'after' && m.after(each, 5) && m.working(each.timer.delay)) &&
      m
        .transitions('Approval', 'Expired', 'Pending', 'event')
        .some((each) => m.by(each, 'lead') && m.guarded(each, 'renewed')),
  ),
  fact(
    21,
    [176],
    'A comment is edited by its author only, for 15 minutes.',
    (m) =>
      m.onlyWhere('Comment', null, 'change', '*', 'author|createdBy', 'me', 15) ||
      (m.onlyWhere('Comment', null, 'change', '*', 'author|createdBy', 'me') && m.rule('Comment', 'change', 15)),
  ),
  fact(22, [180, 181, 182], 'Work: 5 to 480 in steps of 5; not in the future; 14 days; 720 a day.', (m) => {
    const minutes = m.field('Work entry', 'Minutes')?.type;
    const steps = (minutes?.kind === 'integer' && minutes.step === 5) || m.rule('Work entry', 'minutes', '%', 5);
    return (
      m.bounded('Work entry', 'Minutes', 5, 480) &&
      steps &&
      m.rules('Work entry').some((each) => m.compares(each.condition, 'day worked', '<=', 'today')) &&
      m.rule('Work entry', 'day worked', 14) &&
      m.rule('Work entry', 'agent', 'day worked', 720)
    );
  }),
  fact(
    23,
    [201],
    'Confidential tickets: requester, approver, assignee, lead of the team; no watchers.',
    (m) =>
      m.onlyWhere('Ticket', null, 'read', 'agent', 'confidential') &&
      m.onlyWhere('Ticket', null, 'read', 'admin|administrator', 'confidential') &&
      m.onlyWhere('Ticket', null, 'read', 'lead', 'confidential', 'team') &&
      ['requester', 'approver', 'assignee'].every((each) => m.may('Ticket', null, 'read', '*', each, 'me')) &&
      m.rule('Ticket', 'confidential', 'watchers'),
  ),
  fact(
    24,
    [216, 219],
    'Internal comments, cause, work entries never to employees; satisfaction not to agents.',
    (m) =>
      m.hidden('Ticket', 'Cause', 'employee') &&
      m.onlyWhere('Comment', null, 'read', 'employee', 'visibility', 'public') &&
      !m.may('Work entry', null, 'read', 'employee') &&
      m.grants('Work entry', null, 'read', '*').length > 0 &&
      m.hidden('Ticket', 'Satisfaction', 'agent'),
  ),
  fact(25, [185, 244, 276, 277, 278, 297], 'Files: six kinds, 15 MB (E10), else E11, 10 per ticket (E12).', (m) => {
    const endings = ['pdf', 'png', 'jpg', 'txt', 'log', 'zip'];
    const call = m.call('POST', '/api/tickets/:number/attachments');
    const answers = (code: string, words: string) =>
      m.errors(code, words).some((error) => call?.errors.some(({ name }) => name === error.code));
    const listed =
      answers('E10', 'larger than 15 MB') && answers('E11', 'not accepted') && answers('E12', '10 files at most');
    const ten =
      m.rule('Attachment', 10) || m.rule('Ticket', 'attachments', 10) || m.bounded('Ticket', 'attachments', null, 10);
    return (m.file('Attachment', endings, 15) || m.file('Ticket', endings, 15)) && ten && listed;
  }),
];

export const helpdeskTraps: readonly Fact[] = [
  fact(1, [200, 201, 213], 'Somebody sees every ticket, the confidential ones among them.', (m) =>
    ['employee', 'agent', 'lead', 'admin|administrator'].some((role) => m.free('Ticket', null, 'read', role)),
  ),
  fact(2, [176], 'Somebody changes every comment.', (m) => m.free('Comment', null, 'change', '*')),
  fact(
    3,
    [216],
    'Employees see causes or work entries.',
    (m) => m.may('Ticket', 'Cause', 'read', 'employee') || m.may('Work entry', null, 'read', 'employee'),
  ),
  fact(4, [214], 'Admins take, move or resolve tickets.', (m) =>
    m.transitions('Ticket', '*', '*').some(({ who }) => who?.some(({ name }) => named(name, 'admin|administrator'))),
  ),
  fact(5, [217], 'Others than admins change the VIP mark.', (m) =>
    ['employee', 'agent', 'lead'].some(
      (role) => m.may('Person', 'VIP', 'change', role) || m.free('Person', null, 'change', role),
    ),
  ),
  fact(6, [196], 'Employees change every ticket.', (m) => m.free('Ticket', null, 'change', 'employee')),
];
