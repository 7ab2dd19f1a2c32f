import type { Point } from './element.ts';

interface Opening {
  readonly line: string;
  readonly consequence: string;
}

const OPENINGS: Readonly<Record<Point, Opening>> = {
  1: {
    line: 'The members of a club share out its work.\n\n- For: members, the board',
    consequence: 'It is unclear whether the other points serve the purpose, and whom to ask about a gap.',
  },
  2: {
    line: '| Route | Screen | Shows | As | For |\n| --- | --- | --- | --- | --- |\n| `/` | My tasks | Task where `owner == me` | table: title, status | Member |',
    consequence:
      'Which screens there are and who sees them cannot be decided: each entity gets a default list, record and form.',
  },
  3: {
    line: '### Task\n\n| Field | Type | Required | Notes |\n| --- | --- | --- | --- |\n| title | text(3..120) | yes | title, searchable |',
    consequence: 'There is nothing to enter, show or store, and nobody to sign in but the built-in Person.',
  },
  4: {
    line: '### Task: status\n\n| From | Event | To | Who | Only if | Then |\n| --- | --- | --- | --- | --- | --- |\n| (new) | | Open | | | |\n| Open | finish | Done | owner | | |',
    consequence: 'No record has a state, so nothing can be submitted, approved or finished.',
  },
  5: {
    line: '| Rule | On | Must hold | Error |\n| --- | --- | --- | --- |\n| V1 | Task | `dueOn >= today` | DUE_IN_THE_PAST |',
    consequence: 'Every value that fits its type is accepted; nothing else is checked.',
  },
  6: {
    line: '- Member: everyone who signs in\n\n| | Member |\n| --- | --- |\n| Task: read | `owner == me` |',
    consequence:
      'Who may read or change what cannot be decided. In development everyone may do everything; production does not start.',
  },
  7: {
    line: '| Call | Method and path | Does | Sends | Gets | May fail with |\n| --- | --- | --- | --- | --- | --- |\n| tasks | GET /api/tasks | list Task | filter, sort, page | page of Task | |',
    consequence: 'Other programs can only use the default calls, and nothing is sent to other systems.',
  },
  8: {
    line: "| Code | Status | Message | What to do |\n| --- | --- | --- | --- |\n| NOT_ALLOWED | 403 | You don't have permission to do this. | Ask {who} to do it. |",
    consequence: 'What people read when something is refused cannot be decided: every refusal uses a built-in message.',
  },
  9: {
    line: '| Name | Value | Why |\n| --- | --- | --- |\n| TASK_LIMIT | 20 | what a member can bear |',
    consequence: 'No rule can use a business constant, and the product uses its default limits.',
  },
};

/**
 * Returns a template for a point that is not shown: a first piece of notation, which the reader accepts without a
 * finding.
 */
export function templateForPoint(point: Point): string {
  return OPENINGS[point].line;
}

/** Returns a sentence that says what cannot be decided while the point is not shown. */
export function gapDescription(point: Point): string {
  return OPENINGS[point].consequence;
}
