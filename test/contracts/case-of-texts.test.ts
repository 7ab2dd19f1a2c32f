import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { contract } from '../support/database/each-store.ts';
import { withLibrary } from '../support/http/library-calls.ts';

const FRUIT = `# Specification: Fruit

## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Fruit

- name: text, required, title
- note: text

## 6. Roles and permissions

- clerk: everyone who signs in

| | clerk |
| --- | --- |
| Person: read | yes |
| Fruit: read, create | yes |

## 7. The calls it makes

| Call | Method and path | Does | Gets |
| --- | --- | --- | --- |
| fruits | GET /fruits | list Fruit | [name] |
| new fruit | POST /fruits | create Fruit | name |

### fruits

- Sort: name

| Parameter | Filters by |
| --- | --- |
| has | \`lower(name).contains(lower(value))\` |
| exact | \`name.contains(value)\` |
| starts | \`upper(name).startsWith(upper(value))\` |
| note | \`lower(note) == lower(value)\` |

## Sample data

### Person

| name | email |
| --- | --- |
| Ann | ann@example.com |
`;

describe('parameters that ignore the case of letters', () => {
  contract('find texts in all scripts, and none where a text is empty', () =>
    withLibrary(async (server) => {
      const ann = await server.as('Ann');
      for (const name of ['Äpfel', 'BÄREN', 'apfel', 'ΣΙΓΜΑ', 'яблоко', 'Яблоня'])
        assert.equal((await ann.post('/fruits', name === 'apfel' ? { name, note: 'ROT' } : { name })).status, 201);
      const found = async (query: string) => {
        const { body, status, text } = await ann.get<string[]>(`/fruits?${query}`);
        assert.equal(status, 200, text);
        return new Set(body);
      };
      assert.deepEqual(await found('has=äP'), new Set(['Äpfel']));
      assert.deepEqual(await found('has=Ä'), new Set(['Äpfel', 'BÄREN']));
      assert.deepEqual(await found('exact=Ä'), new Set(['Äpfel', 'BÄREN']));
      assert.deepEqual(await found('exact=ä'), new Set());
      assert.deepEqual(await found('has=σιγ'), new Set(['ΣΙΓΜΑ']));
      assert.deepEqual(await found('starts=яБЛ'), new Set(['яблоко', 'Яблоня']));
      assert.deepEqual(await found('note=Rot'), new Set(['apfel']));
    }, FRUIT),
  );
});
