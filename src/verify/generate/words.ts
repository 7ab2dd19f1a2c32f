/** Names from several domains, including some that careless programs handle wrongly. */
export const ENTITIES: readonly string[] = [
  ...[
    'Rental',
    'Shelf',
    'Reader card',
    'Visit',
    'Dose',
    'Ward',
    'Plot',
    'Seedling',
    'Harvest',
    'Berth',
    'Voyage',
    'Cargo',
  ],
  ...[
    'Lesson',
    'Course',
    'Exam',
    'Repair',
    'Spare part',
    'Vehicle',
    'Parcel',
    'Depot',
    'Shift',
    'Recipe',
    'Menu',
    'Table',
  ],
  ...['Select', '__proto__', 'constructor', 'Größe', '订单', '🦉', 'Where', 'Object'],
];

export const LINES: readonly string[] = ['Item', 'Entry', 'Step', 'Ingredient', 'Piece', 'values', 'Leg'];

export const PEOPLE: readonly string[] = ['Member', 'Colleague', 'Keeper', 'Volunteer', 'User', 'Nurse', 'from'];

export const ROLES: readonly string[] = [
  'Librarian',
  'Skipper',
  'Gardener',
  'Doctor',
  'Clerk',
  'Auditor',
  'Head of all',
  'admin',
  'toString',
  '🛡️ Guard',
];

export const EVERYBODY: readonly string[] = ['Anybody', 'Signed in', 'Public', 'valueOf'];

export const FIELDS: readonly string[] = [
  ...[
    'weight',
    'colour',
    'remark',
    'due date',
    'count',
    'priority',
    'price',
    'deposit',
    'start',
    'end',
    'urgent',
    'place',
  ],
  ...[
    'order',
    'group',
    'select',
    '__proto__',
    'constructor',
    'length',
    'hasOwnProperty',
    'größe',
    '数量',
    '🎈',
    'index',
    'key',
  ],
];

export const STATES: readonly (readonly string[])[] = [
  ['New', 'Checked', 'Approved', 'Closed'],
  ['Open', 'Running', 'Paused', 'Done'],
  ['Wanted', 'Found', 'Lost', 'Given back'],
  ['Raw', '__proto__', 'constructor', 'Ready'],
  ['Draft', 'Sent', 'Read', 'Filed'],
];

/** None of these is a state of a record, so they only refer to lines. */
export const LINE_STATES: readonly (readonly string[])[] = [
  ['Planned', 'Under way', 'Settled'],
  ['Asked for', 'Given', 'Struck'],
  ['Blank', 'toString', 'Sealed'],
];

export const LINE_EVENTS: readonly string[] = ['advance', 'settle', 'valueOf', 'seal'];

export const EVENTS: readonly string[] = [
  'check',
  'start',
  'pause',
  'finish',
  'send',
  'take back',
  'lose',
  'find',
  'toString',
  'lock',
  'file',
  'give',
  'drop',
];

export const MACHINES: readonly string[] = ['status', 'stage', 'phase', 'where'];

export const CHOICES: readonly (readonly string[])[] = [
  ['Red', 'Green', 'Blue'],
  ['Low', 'Middle', 'High', 'Highest'],
  ['North', 'South', 'in between'],
  ['null value', '__proto__', 'None'],
];

export const FIRST_NAMES: readonly string[] = [
  'Ada',
  'Bo',
  'Cleo',
  'Dag',
  'Eve',
  'Finn',
  'Gro',
  'Hal',
  'Ida',
  'Jan',
  'Kim',
  'Lou',
];

/** The time at which the values of a generated document make sense. */
export const GENERATED_NOW = Date.UTC(2026, 7, 14, 10);
