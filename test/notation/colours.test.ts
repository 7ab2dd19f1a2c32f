import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { attributeTones } from '../../src/model/meaning/attribute-tones.ts';
import { eventMeaning } from '../../src/model/meaning/event-meaning.ts';
import { printDocument } from '../../src/notation/document/print-document.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';

const document = (note: string, ...keys: readonly string[]) => `# Specification: Colours

## 3. Entities and their fields

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| kind | Idea, Very big, Bug | no | ${note} |

## 4. States and transitions

### Job: status

| From | Event | To |
| --- | --- | --- |
| (new) | | Open |
| Open | start | Going |
| Open | park | Going |
| Going | finish | Done |

${keys.map((key) => `- ${key}`).join('\n')}
`;

const STATED = document(
  '"what it is", colours Idea violet, Very big Red, required',
  'Colours: Going teal, Done grey',
  'Primary: park',
  'Danger: finish',
);

function findings(text: string): readonly string[] {
  const unread = readDocument(text).diagnostics.filter(({ code }) => code === 'name-unknown');
  return unread.map(({ at, message }) => `${text.slice(at.from, at.to)}: ${message}`);
}

test('colours of options and states are stated by name, and replace those by meaning', () => {
  const { model } = readDocument(STATED);
  const attributes = schemaOf(model).entities.get('Job')?.attributes;
  const tones = (name: string) => {
    const attribute = attributes?.get(name);
    assert.ok(attribute);
    return Object.fromEntries(attributeTones(attribute));
  };
  assert.deepEqual(tones('kind'), { Idea: 'violet', 'Very big': 'red' });
  assert.deepEqual(tones('status'), { Open: 'grey', Going: 'teal', Done: 'grey' });
  const kind = model.entities[0]?.fields.find(({ name }) => name === 'kind');
  assert.deepEqual([kind?.help, kind?.required], ['what it is', true]);
});

test('main events and those that call a record off replace those by meaning', () => {
  const machine = readDocument(STATED).model.machines[0];
  assert.ok(machine);
  assert.deepEqual(eventMeaning(machine, 'park'), { forward: ['Open'], danger: [] });
  assert.deepEqual(eventMeaning(machine, 'start'), { forward: [], danger: [] });
  assert.deepEqual(eventMeaning(machine, 'finish'), { forward: [], danger: ['Going'] });
});

test('unknown colours, options, states and events are reported at their place and have no effect', () => {
  const text = document('colours Idea pink, Tale red', 'Colours: Gone red, Done pink', 'Primary: leap', 'Danger: fall');
  assert.deepEqual(findings(text), [
    'pink: “pink” is not a known colour.',
    'Tale: “Tale” is not a known option of this field.',
    'Gone: “Gone” is not a known state of this table.',
    'pink: “pink” is not a known colour.',
    'leap: 2 names are not a known event of this table: “leap”, “fall”.',
  ]);
  const machine = readDocument(text).model.machines[0];
  assert.deepEqual([machine?.colours, machine?.primary, machine?.danger], [[], [], []]);
});

test('the printed document states them again', () => {
  const printed = printDocument(readDocument(STATED).model);
  assert.match(printed, /colours Idea violet, Very big red/);
  assert.match(printed, /- Colours: Going teal, Done grey\n- Primary: park\n- Danger: finish/);
  assert.deepEqual(findings(printed), []);
});
