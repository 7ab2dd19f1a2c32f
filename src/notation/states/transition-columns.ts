import type { Column } from '../reader/columns.ts';

export const TRANSITION_COLUMNS: readonly Column[] = [
  {
    name: 'From',
    aliases: ['Current state', 'From state', 'Old state'],
    blank: 'An error, but see *Events without states* and `on create`.',
    notShown: 'The transition is left out.',
    about:
      'One or several states, a group, `any state` (`any`, `(any)`), or `any state except A, B`. `(new)` or a dash: creation.',
  },
  {
    name: 'Event',
    aliases: ['Action', 'Trigger'],
    blank: '`to STATE`; on `(new)`, creation.',
    notShown: 'The transition is left out.',
    about: 'What people do, or what starts it by itself; see *Triggers*.',
  },
  {
    name: 'To',
    aliases: ['Next state', 'New state', 'To state'],
    blank: 'The state stays.',
    notShown: 'The transition is left out.',
    about: 'The state it leads to.',
  },
  {
    name: 'Who',
    aliases: ['By', 'Role', 'Roles'],
    blank: 'Those who may change the record; on timers and `(new)`, the product.',
    notShown: 'Nobody may.',
    about: 'Roles, or fields that lead to a person (`owner.manager`); one of them is enough.',
  },
  {
    name: 'Only if',
    aliases: ['Guard', 'Condition', 'If'],
    blank: 'None.',
    notShown: 'It is refused.',
    about: 'A condition on the record before the event.',
  },
  {
    name: 'Then',
    aliases: ['Effect', 'Effects'],
    blank: 'Only the new state.',
    notShown: 'Only the new state.',
    about: 'Effects, in order, separated by semicolons; see *Effects*.',
  },
  {
    name: 'Error',
    aliases: ['Error code', 'Fails with'],
    blank: '`NOT_MET`.',
    notShown: '`NOT_MET`.',
    about: 'The code of point 8 if the condition is not met.',
  },
  {
    name: 'Wrong state',
    aliases: ['Wrong state error'],
    blank: '`WRONG_STATE`.',
    notShown: '`WRONG_STATE`.',
    about: 'The code of point 8 if the record is in a state from which the event leads nowhere.',
  },
  {
    name: 'Button',
    aliases: ['Label', 'Button text'],
    blank: 'The event, capitalised.',
    notShown: 'The event, capitalised.',
    about: 'The text of the button.',
  },
  {
    name: 'Notes',
    aliases: ['Note', 'Description', 'Why'],
    blank: 'None.',
    notShown: 'None.',
    about: 'Help text of the transition.',
  },
];

export const MACHINE_KEYS: readonly Column[] = [
  {
    name: 'States',
    aliases: ['All states'],
    blank: 'The states of the table, in its order.',
    notShown: 'The states of the table, in its order.',
    about: 'All states, in the order of boards and choices.',
  },
  {
    name: 'Final',
    aliases: ['Final states', 'End states'],
    blank: 'None.',
    notShown: 'None.',
    about: 'States without transitions out of them: not editable, not deletable.',
  },
  {
    name: 'Editable in',
    aliases: ['Editable', 'Editable while'],
    blank: 'No state; without the line, every state that is not final.',
    notShown: 'No state.',
    about: 'The states in which the fields may be changed.',
  },
  {
    name: 'Group',
    aliases: ['Groups'],
    blank: 'None.',
    notShown: 'None.',
    about:
      '`Running = Requested, Approved`: a name for several states in *From*, *Final*, *Editable in* and conditions. May be repeated.',
  },
  {
    name: 'Colours',
    aliases: ['Colors'],
    blank: 'By what the states mean.',
    notShown: 'By what the states mean.',
    about: 'The colours of states: `Granted green, Closed grey`; see *Colours*.',
  },
  {
    name: 'Primary',
    aliases: ['Main'],
    blank: 'What leads towards a good end.',
    notShown: 'What leads towards a good end.',
    about: 'The events that are the main button.',
  },
  {
    name: 'Danger',
    aliases: ['Dangerous'],
    blank: 'What cancels, rejects or the like.',
    notShown: 'What cancels, rejects or the like.',
    about: 'The events that are red in menus and are confirmed.',
  },
];

/** The triggers of transitions that the product makes by itself, and the creation of a record. */
export const TRIGGERS: readonly Word[] = [
  word('(new)', 'In *From*: creation. Without it, records start in the first state listed.', ['(create)', '[*]']),
  word('after', '`after 3 days` in the state; `24 hours after pickupAt` (or `after 24 hours from pickupAt`), a field.'),
  word('before', '`2 hours before dueAt`, a field.', ['before 2 hours from dueAt']),
  word('every', '`every 3 days`: repeatedly.'),
  word(
    'on create',
    'Effects of the creation of the record itself, after those of *(new)*; ``on create where `condition` ``. *From*, *To*, *Who*, *Only if* and *Button* stay empty, as for the next two. Each row whose condition holds acts, in the same transaction.',
  ),
  word(
    'on change',
    'Effects of a change of the record itself that is no event: ``on change where `old.price != price` ``. A change that changes nothing has none.',
  ),
  word('on delete', 'Effects of the deletion of the record itself, worked out before it is deleted.'),
  word('when', '``when `condition` ``: as soon as the condition holds.'),
  word(
    'on',
    '``on Comment: create by ticket where `condition` ``: when this happens to a record whose field `ticket` refers here. In the condition, names are its fields, and `this` is the record here. `by` is needed if several fields refer here.',
  ),
];

/** The effects that the `Then` column may contain. */
export const EFFECTS: readonly Word[] = [
  word('field = value', 'Sets a field; the value sees the effects before it.'),
  word('path.field = value', 'Sets a field of the record, or of each record, that the path leads to.'),
  word(
    'add VALUE to path',
    'Adds a value, or those of a field with several, to a field with several values, unless it is there: `add me to fans`.',
  ),
  word('remove VALUE from path', 'Removes a value from a field with several values, if it is there.'),
  word(
    'raise EVENT on path',
    'Raises an event of the record, or of each record, that the path leads to; of those that meet a condition: ``raise close on Comment where `ticket == this` ``.',
  ),
  word('delete', 'Deletes the record itself, after all other effects.'),
  word(
    'delete path',
    'Deletes the record, or each record or line, that the path leads to; those that meet a condition: ``delete steps where `done` ``, ``delete Comment where `ticket == this` ``.',
    ['remove path'],
  ),
  word(
    'create ENTITY: field = value',
    'Creates a record; commas separate values. `create Fee for l in lines where …: line = l`: one for each matching line, value of a list, or record of an entity (`s in Seat where s.hall == hall`).',
  ),
  word('ask field', 'The event asks for the field, and requires it.'),
  word('ask field (optional)', 'The same, but it may stay empty.'),
  word(
    'notify person',
    'An entry in the inbox of the person that the path leads to, or of everybody who holds a role (`notify Board`), unless they act themselves. If there is nobody, the history says so.',
  ),
  word(
    'email person: "subject" / "text"',
    'An e-mail to each person, as for `notify`, or to the address in a field; see *E-mails*. `… with receipt` attaches a file.',
  ),
  word('call NAME', 'Puts an outside call of point 7 into the outbox.'),
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
