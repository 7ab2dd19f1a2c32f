import { helpdeskFacts, helpdeskTraps } from './helpdesk.facts.ts';
import { type Key, keyOf } from './key.ts';

/** The IT support desk: nested bullets and short sentences. */
export const helpdesk: Key = keyOf({
  document: 'helpdesk.md',
  requiredUnlessMarked: false,
  entities: `
    65 Person
    74 Category
    82 Ticket
    102 Comment; belongs to Ticket
    105 Attachment; belongs to Ticket
    107 Work entry; belongs to Ticket
    109 Approval; belongs to Ticket`,
  fields: `
    66 Person.Id: text|integer|unknown; builtIn
    67 Person.Name: text|unknown
    67 Person.E-mail ~email: email|text|unknown; unique
    68 Person.Site: choice(London, Leeds, Dublin)
    69 Person.Role: choice(employee, agent, lead, admin)|role
    70 Person.Team: choice(Service Desk, Network, Workplace); shown
    71 Person.Manager: reference(Person); optional
    72 Person.VIP: boolean; default no
    73 Person.Active: boolean
    75 Category.Id: text|integer|unknown; builtIn
    75 Category.Name: text|unknown; uniqueWith parent category|parent
    76 Category.Parent category ~parent: reference(Category); optional
    77 Category.Team ~team that gets the tickets: choice(Service Desk, Network, Workplace)|text|unknown
    78 Category.Needs approval: boolean
    79 Category.Needs device tag: boolean
    80 Category.Confidential: boolean
    81 Category.Active: boolean
    83 Ticket.Number: number series(HD-00000)|text|unknown; byProduct; fixed
    84 Ticket.Subject: text|unknown; min 5@170; max 120@170
    84 Ticket.Description: text|unknown; required@171; max 5000@171
    85 Ticket.Category: reference(Category); required@172
    86 Ticket.Requester: reference(Person)
    87 Ticket.Assignee: reference(Person); optional
    88 Ticket.Team: choice(Service Desk, Network, Workplace)|text|unknown; byProduct?
    89 Ticket.Impact: choice(one person, team, site, company); required@174
    90 Ticket.Urgency: choice(low, medium, high); required@174
    91 Ticket.Priority: choice(P1, P2, P3, P4); computed
    92 Ticket.Priority reason: text|unknown; requiredWhen@179; min 10@179; max 200@179
    93 Ticket.Device tag: text; matches LT-004711@173; rejects lt-4711@173; requiredWhen@173
    94 Ticket.State ~status: state
    95 Ticket.Created at: instant|unknown; builtIn
    95 Ticket.First response at: instant|unknown; computed?@124
    95 Ticket.Resolved at: instant|unknown; byProduct?
    95 Ticket.Closed at: instant|unknown; byProduct?
    96 Ticket.Resolution note: text|unknown; min 10@177; max 2000@177; required?
    96 Ticket.Cancel reason: text|unknown; min 10@178; max 500@178; required?
    97 Ticket.Cause: choice(hardware, software, network, user error, supplier, unknown)
    98 Ticket.Reopen count: integer; default 0; byProduct?
    99 Ticket.Watchers: references(Person); max 10@175
    100 Ticket.Satisfaction: integer|choice(1, 2, 3, 4, 5); min 1; max 5; optional
    101 Ticket.Version: integer; byProduct?
    103 Comment.Id: text|integer|unknown; builtIn
    103 Comment.Ticket: reference(Ticket)|unknown; owner Ticket
    103 Comment.Author: reference(Person)|unknown
    103 Comment.Text: text|unknown; min 1@176; max 3000@176; required?
    103 Comment.Written at: instant|unknown; byProduct?
    103 Comment.Edited at: instant|unknown; byProduct?
    104 Comment.Visibility: choice(public, internal); default public
    106 Attachment.Id: text|integer|unknown; builtIn
    106 Attachment.Ticket: reference(Ticket)|unknown; owner Ticket
    106 Attachment.Comment: reference(Comment)|unknown; optional@105
    106 Attachment.File name: text|unknown
    106 Attachment.Size in bytes ~size: integer|unknown
    106 Attachment.Type: text|unknown
    106 Attachment.Uploaded by: reference(Person)|unknown; byProduct?
    106 Attachment.Uploaded at: instant|unknown; byProduct?
    108 Work entry.Id: text|integer|unknown; builtIn
    108 Work entry.Ticket: reference(Ticket)|unknown; owner Ticket
    108 Work entry.Agent: reference(Person)|unknown
    108 Work entry.Minutes: integer|unknown; min 5@180; max 480@180; step 5@180
    108 Work entry.Day worked: date|unknown
    108 Work entry.Note: text|unknown
    110 Approval.Id: text|integer|unknown; builtIn
    110 Approval.Ticket: reference(Ticket)|unknown; owner Ticket; unique?
    110 Approval.Approver: reference(Person)|unknown; computed?@123
    110 Approval.State ~status: state
    110 Approval.Asked at: instant|unknown; byProduct?
    110 Approval.Decided at: instant|unknown; byProduct?
    110 Approval.Reason: text|unknown; min 10@178; max 500@178; required?
    111 Approval.Renewed: boolean; default no
    119 Ticket.Due at: instant; computed
    120 Ticket.Overdue: boolean; computed
    121 Ticket.At risk: boolean; computed
    122 Ticket.Time spent: integer|duration|decimal; computed`,
  screens: `
    21 /login Sign in
    24 /my My tickets
    29 /tickets/new Raise a ticket
    35 /tickets/:number Ticket
    40-41 /queue Queue; for Agent, Lead, Admin
    45-46 /team Team board; for Lead
    48 /approvals Approvals
    51 /known-problems Known problems
    53-54 /admin/categories Categories; for Admin
    55-56 /admin/people People; for Admin
    57-58 /reports Reports; for Lead, Admin, Auditor`,
  states: `
    129-130 Ticket: New*, Assigned, In progress, Waiting for requester, Escalated, Resolved, Closed!, Cancelled!
    160-166 Approval: Pending*, Granted!, Refused!, Expired`,
  transitions: `
    131-133 Ticket: New -> Assigned; by Agent, Lead; if
    134 Ticket: Assigned, In progress -> Assigned; by Lead; if
    135-137 Ticket: Assigned -> In progress; by Assignee; if
    138-139 Ticket: In progress -> Waiting for requester; by Assignee; if
    140-141 Ticket: Waiting for requester -> In progress; itself
    140-141 Ticket: Waiting for requester -> In progress; by Assignee
    142-143 Ticket: Waiting for requester -> Closed; itself
    144-145 Ticket: Escalated -> In progress; by Lead
    146-147 Ticket: In progress -> Resolved; by Assignee; if
    149-150 Ticket: Resolved -> Closed; by Requester
    149-150 Ticket: Resolved -> Closed; itself
    151-153 Ticket: Resolved -> In progress; by Requester; if
    155-156 Ticket: Assigned, In progress -> New; by Lead
    157-158 Ticket: New, Assigned -> Cancelled; by Requester, Lead; if
    157-159 Ticket: New, Assigned -> Cancelled; itself
    162 Approval: Pending -> Granted; by Approver
    163 Approval: Pending -> Refused; by Approver; if
    164 Approval: Pending -> Expired; itself
    165 Approval: Expired -> Pending; by Lead; if`,
  commonErrors: ['E02', 'E18'],
  calls: `
    230 POST /api/session; body email, password; errors E01
    231 DELETE /api/session
    232 GET /api/me
    234 GET /api/tickets; query scope, state, priority, category, team, assignee, q, sort, page; errors E03; does list Ticket
    235 POST /api/tickets; body categoryId, subject, description, impact, urgency, deviceTag; errors E07, E08, E16; does create Ticket
    236 GET /api/tickets/{number}; errors E04; does read Ticket
    237 PATCH /api/tickets/{number}; body version, ...; errors E03, E04, E05, E07; does change Ticket
    238 POST /api/tickets/{number}/moves; body to, comment, resolutionNote, cancelReason, assigneeId, version; errors E03, E04, E05, E06, E07, E09, E13, E17; does event Ticket
    239 PUT /api/tickets/{number}/satisfaction; body stars; errors E03, E06, E07; does change Ticket
    241 POST /api/tickets/{number}/comments; body text, visibility; errors E03, E04, E07; does create Comment
    242 PATCH /api/comments/{id}; body text; errors E03, E07; does change Comment
    244 POST /api/tickets/{number}/attachments; body file, commentId; errors E04, E10, E11, E12; does create Attachment
    245 GET /api/attachments/{id}; errors E04; does read Attachment
    246 DELETE /api/attachments/{id}; errors E03; does delete Attachment
    248 POST /api/tickets/{number}/work; body minutes, day, note; errors E03, E06, E07; does create Work entry
    249 DELETE /api/worklogs/{id}; errors E03; does delete Work entry
    251 GET /api/approvals; query state; does list Approval
    252 POST /api/approvals/{id}/decision; body decision, reason; errors E03, E06, E07; does event Approval
    253 POST /api/approvals/{id}/renew; errors E03, E06; does event Approval
    255 GET /api/categories; does list Category
    256 POST /api/categories; body ...; errors E03, E07; does create Category
    256 PATCH /api/categories/{id}; body ...; errors E03, E07; does change Category
    257 DELETE /api/categories/{id}; errors E03, E15; does delete Category
    258 GET /api/people; query q, page; does list Person
    259 PATCH /api/people/{id}; body ...; errors E03, E07; does change Person
    261 GET /api/reports/weekly; query from, to, team; errors E03; does none`,
  errors: `
    267 E01 401 "Your e-mail or password is not right."
    268 E02 401 "Your session has ended. Please sign in again."
    269 E03 403 "You are not allowed to do this."
    270 E04 404 "We cannot find this ticket."
    271 E05 409 "Someone else changed this ticket. Reload to see the changes."
    272 E06 409 "This step is not possible any more."
    273 E07 422 "Please correct the marked fields."
    274 E08 422 "You have no manager on record, so this request cannot be approved. Please contact the service desk."
    275 E09 409 "The approval is still missing."
    276 E10 413 "The file is larger than 15 MB."
    277 E11 415 "Files of this kind are not accepted."
    278 E12 409 "A ticket can hold 10 files at most."
    279 E13 409 "The time to reopen this ticket has passed. Please raise a new one."
    280 E14 409 "This ticket was merged into {number}."
    281 E15 409 "This category still has tickets. Make it inactive instead."
    282 E16 429 "You have raised a lot of tickets. Please try again in an hour."
    283 E17 409 "This ticket has already been reopened twice."
    284 E18 503 ""
    285 - - "You are offline. Nothing was sent."`,
  roles: `
    192 Employee
    198-199 Agent; includes Employee
    205-206 Lead; includes Agent
    210-211 Admin; includes Employee`,
  constants: `
    289 working hours: hours 1-5 08:00-18:00
    291 time to resolve target: table P1=4 P2=8 P3=24 P4=40
    292 time to first response: table P1=0.5 P2=2 P3=8 P4=16
    293 at risk target left: 20 %
    294 automatic closing resolving resolved: 5 working days
    294 automatic closing answer waiting: 10 working days
    294 automatic closing notice: 7 working days or 7
    295 approval expires: 5 working days
    296 reopening: 2
    297 files size upload: 15 MB
    297 files per ticket: 10
    297 new tickets per person: 20 or 20 per hour
    298 page size: 25
    298 queue refresh: 60 seconds
    298 open ticket refresh: 30 seconds
    299 search text from: 3 or 3 characters
    299 search text delay sent: 400 ms`,
  harmless: [
    'field Ticket.comments',
    'field Ticket.attachments',
    'field Ticket.work entries',
    'field Ticket.approval',
    'field Ticket.approver',
    'role auditor',
    'role manager',
    'role everyone',
    'role everyone else',
    'role assignee',
    'role requester',
    'role approver',
  ],
  unknowns: [
    { id: 'U1', line: 17 },
    { id: 'U2', line: 125 },
    { id: 'U3', line: 222 },
    { id: 'U4', line: 262 },
    { id: 'U5', line: 284 },
    { id: 'U6', line: 290 },
    { id: 'U7', line: 300 },
  ],
  contradictions: [
    { id: 'I1', lines: [129, 144], words: ['Escalated'] },
    { id: 'I2', lines: [280], words: ['E14'] },
    { id: 'I3', lines: [58], words: ['auditor|auditors'] },
    { id: 'I4', lines: [51], words: ['known-problems|known problems'] },
  ],
  facts: helpdeskFacts,
  traps: helpdeskTraps,
});
