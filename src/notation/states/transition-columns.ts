import type { Column } from '../reader/columns.ts';

export const TRANSITION_COLUMNS: readonly Column[] = [
  {
    name: 'From',
    aliases: ['Current state', 'From state', 'Old state'],
    blank: 'an error: a transition starts somewhere; a dash is `(new)`',
    notShown: 'the transition is left out, and the gap is listed',
    about:
      'The state that it leaves; several, separated by commas, are a transition each, and so are the states of a group, `any state` (also `any`, `(any)`) and `any state except A, B`. `(new)` is the creation of a record.',
  },
  {
    name: 'Event',
    aliases: ['Action', 'Trigger'],
    blank: 'creation, on a row from `(new)`; elsewhere `to STATE`',
    notShown: 'the transition is left out, and the gap is listed',
    about: 'What people raise, as the text of a button, or what makes the product act by itself; see below.',
  },
  {
    name: 'To',
    aliases: ['Next state', 'New state', 'To state'],
    blank: 'the state stays as it is',
    notShown: 'the transition is left out, and the gap is listed',
    about: 'The state that it leads to.',
  },
  {
    name: 'Who',
    aliases: ['By', 'Role', 'Roles'],
    blank: 'whoever may change the record; on a timer or `(new)`: the product',
    notShown: 'nobody, until a line says who',
    about:
      'Roles, or fields that lead to a person (`owner`, `owner.manager`), separated by commas: one of them is enough.',
  },
  {
    name: 'Only if',
    aliases: ['Guard', 'Condition', 'If'],
    blank: 'no condition',
    notShown: 'it is refused, until a line decides it',
    about: 'A condition on the record as it is before the event.',
  },
  {
    name: 'Then',
    aliases: ['Effect', 'Effects'],
    blank: 'nothing besides the new state',
    notShown: 'nothing besides the new state, and the gap is listed',
    about:
      'What happens, left to right, separated by semicolons: `field = value`, `ask field`, `notify person`, `call NAME` and so on; see below.',
  },
  {
    name: 'Error',
    aliases: ['Error code', 'Fails with'],
    blank: '`NOT_MET`',
    notShown: '`NOT_MET`, and the gap is listed',
    about: 'The code of point 8 for a condition that is not met.',
  },
  {
    name: 'Button',
    aliases: ['Label', 'Button text'],
    blank: 'the event, with a capital',
    notShown: 'as blank',
    about: 'What people read on the button of the event.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Description', 'Why'],
    blank: 'nothing to add',
    notShown: 'nothing to add',
    about: 'An explanation, kept as the help of the transition. It decides nothing.',
  },
];

export const MACHINE_KEYS: readonly Column[] = [
  {
    name: 'States',
    aliases: ['All states'],
    blank: 'the states of the table, in the order in which they stand there',
    notShown: 'as blank',
    about: 'All states in the order of boards and choices, where that of the table is not meant.',
  },
  {
    name: 'Final',
    aliases: ['Final states', 'End states'],
    blank: 'no state is final',
    notShown: 'no state is final, and the gap is listed',
    about: 'States that nothing leads out of: not editable, not deletable.',
  },
  {
    name: 'Editable in',
    aliases: ['Editable', 'Editable while'],
    blank: 'in no state; where the line is missing, in each state that is not final',
    notShown: 'in no state, until a line says which',
    about: 'The states in which the fields may be changed.',
  },
  {
    name: 'Group',
    aliases: ['Groups'],
    blank: 'no group',
    notShown: 'no group, and the gap is listed',
    about:
      '`Running = Requested, Approved`: a name for several states, which may stand for them in From, Final and Editable in. The key may stand several times.',
  },
];

/** What makes the product take a transition by itself, and the creation of a record. */
export const TRIGGERS: readonly Word[] = [
  word(
    '(new)',
    'In the column From: the creation of a record. Its To is the state that a record starts in; of several such rows the first counts that the person may take and whose guard holds; without such a row it is the first state.',
    ['(create)', '[*]'],
  ),
  word(
    'after',
    '`after 3 days`: the product takes this way once the record has been in the state so long; once for each stay. `24 hours after pickupAt`, or `after 24 hours from pickupAt`, goes by a field.',
  ),
  word('before', '`2 hours before dueAt`: the same, so long before the moment that the field holds.', [
    'before 2 hours from dueAt',
  ]),
  word('every', '`every 3 days`: again and again.'),
  word('when', '``when `condition` ``: as soon as the condition holds, while the record is in the state.'),
  word(
    'on',
    '``on Comment: create by ticket where `condition` ``: when that event of another record happens, whose field `ticket` leads here. Names in the condition are fields of that record, and `this` is the record here. Without `by` it is the one field that leads here.',
  ),
];

/** What may stand in the column Then. */
export const EFFECTS: readonly Word[] = [
  word('field = value', 'Sets a field, of the record as it is after what stands to the left.'),
  word(
    'path.field = value',
    'Sets a field of the record that the path leads to, or of each where it leads to several.',
  ),
  word('raise EVENT on path', 'Raises an event of another record, or of each record in a list.'),
  word(
    'create ENTITY: field = value',
    'Makes a record. `create Fee for l in lines where …: line = l` makes one for each line, or each value of a list, that satisfies the condition; several values are separated by commas.',
  ),
  word('ask field', 'The event asks for the field, and requires it.'),
  word('ask field (optional)', 'The event asks for the field; it may stay empty.'),
  word(
    'notify person',
    'An entry in the inbox of the person whom the path leads to. Nobody there: history says so. Oneself: no entry.',
  ),
  word('call NAME', 'The outside call of point 7 is written to the outbox, in the same transaction.'),
];

interface Word {
  readonly name: string;
  readonly write: string;
  readonly aliases: readonly string[];
  readonly about: string;
}

function word(write: string, about: string, aliases: readonly string[] = []): Word {
  return { name: write, write, aliases, about };
}
