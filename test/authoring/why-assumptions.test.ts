import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Problem } from '../../src/engine/core/wire-format.ts';
import { exampleText } from '../support/http/server.ts';
import { garden } from '../support/ledger/garden.ts';
import { mutated } from '../support/ledger/prove.ts';
import { decisionOf } from '../support/ledger/why.ts';
import { type Garden, openGarden } from '../support/ledger/world.ts';

interface Why {
  readonly standing: string;
  readonly assumption: string | null;
  readonly line: number | null;
  readonly text: string | null;
}

async function running(text: string, use: (garden: Garden) => Promise<void>): Promise<void> {
  const opened = await openGarden(text);
  try {
    await use(opened);
  } finally {
    await opened.stop();
  }
}

async function whyOf(opened: Garden, element: string): Promise<Why> {
  return (await opened.server.guest.get<Why>(`/_/why/${encodeURIComponent(element)}`)).body;
}

const notes = `# Specification: Notes

## 3. Entities and their fields

### Note

- text: text, required, title

## 6. Roles and permissions

not shown.
`;

describe('what an assumption decides', () => {
  test('A-ROLES: everyone may do everything until a cell of the matrix says who may', async () => {
    await running(notes, async (opened) => {
      assert.deepEqual(decisionOf(await opened.create('First', 'Note', { text: 'Hello' })), ['allowed', []]);
      const view = await opened.view('First');
      assert.deepEqual(view.assumptions, ['A-ROLES']);
      for (const { id } of view.model.permissions) {
        const why = await whyOf(opened, id);
        assert.deepEqual([why.standing, why.assumption, why.line], ['assumed', 'A-ROLES', null], id);
      }
    });
    const stated = '- Member: everyone who signs in\n\n| | Member |\n| --- | --- |\n| Note: read | yes |\n';
    await running(mutated(notes, ['not shown.\n', stated]), async (opened) => {
      const [code, by] = decisionOf(await opened.create('', 'Note', { text: 'Hello' }));
      assert.deepEqual([code, by.map(({ element }) => element)], ['NOT_ALLOWED', ['point/6']]);
      assert.deepEqual((await opened.view('')).assumptions, []);
    });
  });

  test('A-CALLS: which fields an assumed call takes, until the document states the call', async () => {
    const send = (opened: Garden) => opened.create('Vera', 'Tool', { label: 'Rake', price: '3.00' });
    await running(garden, async (opened) => {
      assert.deepEqual(decisionOf(await send(opened)), ['allowed', []]);
      const [code, by] = decisionOf(await opened.create('Vera', 'Tool', { label: 'Rake', wheels: 2 }));
      assert.deepEqual(
        [code, by.map(({ element, line }) => [element, line])],
        ['NOT_AN_INPUT', [['call/create Tool', undefined]]],
      );
      const why = await whyOf(opened, 'call/create Tool');
      assert.deepEqual([why.standing, why.assumption, why.line], ['assumed', 'A-CALLS', null]);
    });
    const call = '| new tool | POST /api/shed | create Tool | label | Tool | |\n';
    await running(mutated(garden, ['| register | POST', `${call}| register | POST`]), async (opened) => {
      const [code, by] = decisionOf(await send(opened));
      assert.deepEqual([code, by.map(({ element }) => element)], ['NOT_AN_INPUT', ['call/new tool']]);
      assert.equal((await whyOf(opened, 'call/new tool')).text, call.trim());
    });
  });
});

describe('a refusal that depends on unreadable data', () => {
  test('names no element or line for a record that is not found', async () => {
    await running(exampleText('expense-claims.md'), async (opened) => {
      const ana = await opened.as('Ana');
      const { body } = await ana.get<{ items: { id: string; title: string }[] }>('/api/claims');
      const hidden = body.items.find(({ title }) => title === 'Train to Hamburg')?.id ?? '';
      const jonas = await opened.as('Jonas');
      const match = { 'if-match': '"x"' };
      const answers = [
        await jonas.get<Problem>(`/api/claims/${hidden}`),
        await jonas.patch<Problem>(`/api/claims/${hidden}`, { title: 'Mine' }, match),
        await jonas.post<Problem>(`/api/claims/${hidden}/submit`, {}, match),
        await jonas.delete<Problem>(`/api/claims/${hidden}`, match),
        await jonas.get<Problem>(`/_/records/Claim/${hidden}/history`),
      ];
      for (const { status, body: problem, text } of answers) {
        assert.deepEqual([status, problem.code, problem.decidedBy], [404, 'NOT_FOUND', undefined]);
        assert.doesNotMatch(text, /"line"|"element"/);
      }
    });
  });

  test('names no element where a guard reads a hidden field', async () => {
    const secret = mutated(mutated(garden, ['| `fee <= FEE_CEILING` |', '| `ward == "North"` |']), [
      '| Plot.ward: read | yes |',
      '| Plot.ward: read | no |',
    ]);
    await running(secret, async (opened) => {
      const refused = await opened.raise('Mika', await opened.plot('B2'), 'request');
      assert.deepEqual([refused.status, refused.body.code, refused.body.decidedBy], [423, 'FEE_TOO_HIGH', undefined]);
      const [, by] = decisionOf(await opened.raise('Vera', await opened.plot('B2'), 'request'));
      assert.deepEqual(
        by.map(({ element }) => element),
        ['transition/Plot/status/Free/request'],
      );
    });
  });

  test('names no element if the grant reads a hidden field, and says so', async () => {
    const secret = mutated(garden, [
      '| fee where `soil == Clay` |',
      '| fee where `reason == null and keeper == null` |',
    ]);
    await running(secret, async (opened) => {
      const refused = await opened.change('Tilo', await opened.plot('B2'), { fee: '9.00' });
      assert.deepEqual([refused.body.code, refused.body.decidedBy], ['NOT_ALLOWED', undefined]);
      assert.match(refused.body.next ?? '', /Den Grund dürfen Sie nicht sehen/);
    });
  });
});
