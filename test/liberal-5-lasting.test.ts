import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocument } from '../src/notation/read.ts';

const THINGS = `## 3. Entities and their fields

### Person
- name: text, required, title

### Boat
- name: text, required, title

### Trip
- boat: Boat, required
- skipper: Person
- crew: set of Person
- start: date and time, required
- end: date and time, required

### Lesson
- boat: Boat, required
- day: date, required
- from: time, required
- to: time, required

### Repair
- boat: Boat, required
- start: date and time, required
- duration min: integer(10..180)

### Stay
- boat: Boat, required
- arrival: date, required
- departure: date, required

## 4. States and transitions

- Trip states: Asked, Booked, Sailing, Cancelled. It starts as Asked. Cancelled is final.
- Asked to Booked: anybody.
- Booked to Sailing: anybody.
- Booked to Cancelled: anybody.

## 5. Validation rules

`;

function read(rules: string) {
  const text = `${THINGS}${rules}\n`;
  const { model, diagnostics } = readDocument(text);
  const own = diagnostics.filter(({ point, severity }) => point === 5 && severity !== 'gap');
  return {
    rules: model.rules.map(({ entity, condition }) => `${entity} | ${condition?.text}`),
    named: model.rules.map(({ name, field }) => [name, field?.name ?? null]),
    left: own.map(({ code, message, at }) => `${code} ${text.slice(at.from, at.to)} ${message}`),
  };
}

const OVERLAP = 'overlaps(start, end, this.start, this.end)';
const ANY = `Trip | none(Trip where boat == this.boat and ${OVERLAP})`;
const NOT_CANCELLED = `Trip | this.status == Cancelled or none(Trip where boat == this.boat and ${OVERLAP} and status != Cancelled)`;
const OF_SKIPPER = `this.skipper == null or none(Trip where skipper == this.skipper and ${OVERLAP}`;

const SAID: Readonly<Record<string, readonly string[]>> = {
  'Two trips of the same boat must not overlap.': [ANY],
  'No two trips of the same boat may overlap.': [ANY],
  'Trips of the same boat never overlap each other.': [ANY],
  'Trips must not overlap in time for one boat.': [ANY],
  "A boat can't have two overlapping trips.": [ANY],
  'No boat may have more than one trip at the same time.': [ANY],
  'A trip must not overlap another one on the same boat.': [ANY],
  'Two trips of the same boat must not overlap (cancelled ones do not count).': [NOT_CANCELLED],
  'Trips must not overlap for the same boat, except cancelled trips.': [NOT_CANCELLED],
  'A trip must not overlap another trip of the same boat unless one of them is Cancelled.': [NOT_CANCELLED],
  'Two trips of the same boat must not overlap if both are Booked or Sailing.': [
    `Trip | this.status not in [Booked, Sailing] or none(Trip where boat == this.boat and ${OVERLAP} and status in [Booked, Sailing])`,
  ],
  'A Booked trip must not overlap another Booked trip of the same boat.': [
    `Trip | this.status != Booked or none(Trip where boat == this.boat and ${OVERLAP} and status == Booked)`,
  ],
  'A trip must not overlap another Booked trip of the same boat.': [
    `Trip | none(Trip where boat == this.boat and ${OVERLAP} and (status == Booked or this.status == Booked))`,
  ],
  'A person cannot have two trips at the same time.': [`Trip | ${OF_SKIPPER})`],
  'A crew member cannot have overlapping trips.': [
    `Trip | none(Trip where crew.exists(eachOne, eachOne in this.crew) and ${OVERLAP})`,
  ],
  'Two trips of the same boat or the same skipper must not overlap. Back-to-back is allowed. Cancelled trips are ignored.':
    [NOT_CANCELLED, `Trip | this.status == Cancelled or ${OF_SKIPPER} and status != Cancelled)`],
  'Two trips of one boat must not overlap. The same holds for two trips of the same skipper.': [
    ANY,
    `Trip | ${OF_SKIPPER})`,
  ],
  'Two lessons of the same boat never overlap.': [
    'Lesson | none(Lesson where boat == this.boat and day == this.day and overlaps(from, to, this.from, this.to))',
  ],
  'No boat may have two repairs at once.': [
    'Repair | none(Repair where boat == this.boat and overlaps(start, start + Repair["duration min"] * 1 minute, this.start, this.start + this["duration min"] * 1 minute))',
  ],
  'A trip must end after it starts, on the same day.': [
    'Trip | end > start',
    'Trip | date(this.start) == date(this.end)',
  ],
  'A lesson must end after it starts.': ['Lesson | to > from'],
  'A trip cannot start in the past, nor further ahead than 60 days.': [
    'Trip | start == old.start or start >= now',
    'Trip | start <= now + 60 days',
  ],
  'A trip must start at least 2 hours in advance.': ['Trip | start == old.start or start >= now + 2 hours'],
  'Trips can be booked up to 60 days in advance.': ['Trip | start <= now + 60 days'],
  'A trip lasts 1 to 10 hours.': ['Trip | (this.end - this.start) >= 1 hour and (this.end - this.start) <= 10 hours'],
  'A trip may not be shorter than 1 hour or longer than 10 hours.': [
    'Trip | (this.end - this.start) >= 1 hour',
    'Trip | (this.end - this.start) <= 10 hours',
  ],
  'A repair takes at least 30 minutes.': ['Repair | this["duration min"] * 1 minute >= 30 minutes'],
  'A stay lasts at most 21 days.': ['Stay | (this.departure - this.arrival) <= 21 days'],
  'A trip must lie wholly within opening hours.': ['Trip | workingTime(this.start, this.end) == this.end - this.start'],
};

/** Unsure, or about something that the document does not have. */
const LEFT: readonly string[] = [
  'Two trips of the same boat must not overlap. Unless it rains.',
  'Two trips of the same boat must not overlap on weekdays.',
  'Two trips of the same colour must not overlap.',
  'Two trips of the same boat and the same skipper must not overlap.',
  'Two boats of the same skipper must not overlap.',
  'A Booked trip must not overlap another trip of the same boat.',
  'Two trips of the same boat may overlap.',
  'A trip may start in the past.',
  'A trip starts in the morning.',
  'A trip must not last longer than 4 hours unless it rains.',
  'A repair must end after it starts.',
  'A stay must lie within opening hours.',
];

describe('what is said of when records begin and end', () => {
  for (const [sentence, rules] of Object.entries(SAID)) {
    test(`is read: ${sentence}`, () => {
      const found = read(`- ${sentence}`);
      assert.deepEqual(found.rules, rules);
      assert.deepEqual(found.left, []);
    });
  }

  for (const sentence of LEFT) {
    test(`is reported where it is not sure: ${sentence}`, () => {
      const found = read(`- ${sentence}`);
      assert.deepEqual(found.rules, []);
      assert.equal(found.left.length, 1);
      assert.match(found.left[0] ?? '', /^not-read /);
    });
  }

  test('that two may touch does not fit days, which they would share', () => {
    const { rules, left } = read('- Two stays of one boat must not overlap. Back-to-back is allowed.');
    assert.deepEqual(rules, [
      'Stay | none(Stay where boat == this.boat and overlaps(arrival, departure, this.arrival, this.departure))',
    ]);
    assert.match(left.join(), /^not-read Back-to-back is allowed/);
  });

  test('in a numbered line has its number, and fails at the beginning', () => {
    assert.deepEqual(read('R-3. Two trips of the same boat must not overlap.').named, [['R-3', 'start']]);
  });
});

describe('a title in bold before a rule', () => {
  test('names it, in a list and in a paragraph', () => {
    const text = '**No clash.** Two trips of the same boat must not overlap.';
    assert.deepEqual(read(`- ${text}`).named, [['No clash', 'start']]);
    assert.deepEqual(read(text).named, [['No clash', 'start']]);
  });

  test('may say what it is about', () => {
    assert.deepEqual(read('- **Stays.** The departure is after the arrival.').rules, ['Stay | departure > arrival']);
  });

  test('keeps its sentence from none of the findings', () => {
    assert.match(read('- **Weather.** Nobody sails in a storm.').left.join(), /^not-read \*\*Weather/);
  });
});

describe('a condition in backticks', () => {
  const DOUBLE = 'none(Trip where boat == this.boat and start == this.start)';

  test('behind its entity is a rule', () => {
    assert.deepEqual(read(`- Trip: \`${DOUBLE}\``).rules, [`Trip | ${DOUBLE}`]);
  });

  test('under its entity is one, too, with a name or without', () => {
    const { rules, named } = read(`### Trip\n\n- \`${DOUBLE}\`\n- No double: \`${DOUBLE}\` — "Taken."`);
    assert.deepEqual(rules, [`Trip | ${DOUBLE}`, `Trip | ${DOUBLE}`]);
    assert.deepEqual(named, [
      ['Trip', null],
      ['No double', null],
    ]);
  });

  test('that is broken is reported where it breaks, and refuses', () => {
    const { rules, left } = read('- Trip: `skipper != null and`');
    assert.deepEqual(rules, ['Trip | skipper != null and']);
    assert.match(left.join(), /^expression-syntax /);
  });

  test('of something that is no entity is not read', () => {
    const { rules, left } = read(`- Journey: \`${DOUBLE}\``);
    assert.deepEqual(rules, []);
    assert.match(left.join(), /^not-read /);
  });
});

describe('a heading of several words over sentences', () => {
  test('is none of a rule that is missing', () => {
    const { rules, left } = read('### Time and place\n\n- Nobody sails in a storm.');
    assert.deepEqual(rules, []);
    assert.match(left.join(), /^not-read Nobody sails in a storm/);
  });

  test('with nothing under it is reported', () => {
    assert.match(read('### Time and place').left.join(), /^name-unknown /);
  });
});
