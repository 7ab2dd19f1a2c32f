import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { View } from '../../src/engine/view/view.ts';
import { exampleText } from '../support/http/server.ts';
import { garden } from '../support/ledger/garden.ts';
import { mutated } from '../support/ledger/prove.ts';
import { type Garden, openGarden } from '../support/ledger/world.ts';

interface Why {
  readonly element: string;
  readonly line: number | null;
  readonly text: string | null;
  readonly standing: string;
  readonly assumption: string | null;
}

const documents: readonly (readonly [name: string, text: string])[] = [
  ['expense-claims.md', mutated(exampleText('expense-claims.md'), ['600 per minute', '99999 per minute'])],
  ['seed.md', exampleText('seed.md')],
  ['the garden', mutated(garden, ['100 per minute', '99999 per minute'])],
];

/** Ids of elements, as they begin. */
const ID =
  /^(?:point|entity|field|machine|state|transition|screen|number|chart|rule|role|permission|call|error|constant|limit)\/./;

/** Every id of an element in what a browser gets, by value or as a name. */
function idsIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string' && ID.test(value)) found.add(value);
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (ID.test(name)) found.add(name);
    idsIn(inner, found);
  }
  return found;
}

/** What the server says of an element, and what is wrong with it. */
async function faultOf(opened: Garden, text: string, element: string): Promise<string | null> {
  const { status, body } = await opened.server.guest.get<Why>(`/_/why/${encodeURIComponent(element)}`);
  if (status !== 200) return `${element} is unknown`;
  if (body.element !== element) return `${element} is answered as ${body.element}`;
  if (body.line === null) {
    const isNamed = body.standing === 'assumed' ? /^A-/.test(body.assumption ?? '') : body.standing === 'not shown';
    return isNamed ? null : `${element} has neither a line nor an assumption`;
  }
  const line = (text.split('\n')[body.line - 1] ?? '').trim();
  return line !== '' && body.text === line ? null : `${element} is not line ${body.line}`;
}

describe('the server explains every element id in the browser:', () => {
  for (const [name, text] of documents) {
    test(`every element in a view of ${name}, in each role`, async () => {
      const opened = await openGarden(text);
      try {
        const { body } = await opened.server.guest.get<{ people: { title: string }[]; view: View }>('/_/app');
        const ids = idsIn(body.view);
        for (const { title } of body.people) idsIn(await opened.view(title), ids);
        assert.ok(ids.size >= 9);
        const faults: string[] = [];
        for (const id of ids) faults.push(...[await faultOf(opened, text, id)].filter((fault) => fault !== null));
        assert.deepEqual(faults, []);
      } finally {
        await opened.stop();
      }
    });

    test(`every element id in the refusals of a record of ${name}, in each role`, async () => {
      const opened = await openGarden(text);
      try {
        const { body } = await opened.server.guest.get<{ people: { title: string }[] }>('/_/app');
        const ids = new Set<string>();
        for (const { title } of body.people) {
          const caller = await opened.as(title);
          for (const { name: entity, calls } of (await opened.view(title)).entities) {
            if (calls.list === null) continue;
            const path = opened.model.calls.find(({ id }) => id === calls.list)?.path ?? '';
            idsIn((await caller.get(path)).body, ids);
            idsIn((await opened.create(title, entity, { nothing: 1 })).body, ids);
          }
        }
        assert.ok(ids.size > 0);
        const faults: string[] = [];
        for (const id of ids) faults.push(...[await faultOf(opened, text, id)].filter((fault) => fault !== null));
        assert.deepEqual(faults, []);
      } finally {
        await opened.stop();
      }
    });
  }

  test('an unknown element id is not found', async () => {
    const opened = await openGarden(garden);
    try {
      for (const id of ['field/Plot/nothing', 'nothing', 'point/10', '__proto__', 'constructor']) {
        assert.equal(await faultOf(opened, garden, id), `${id} is unknown`);
      }
    } finally {
      await opened.stop();
    }
  });
});
