import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { currentPerson } from '../../src/checks/lookups/typed-parts.ts';
import { contextOf } from '../../src/checks/runner/run.ts';
import { isObviouslySatisfiable } from '../../src/checks/solver/linear-terms.ts';
import { type Goal, isSatisfiableBySearch } from '../../src/checks/solver/solver.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { allDocuments } from '../support/notation/robust.ts';

/** Every condition of a document over one entity with every other, each wished true and wished false. */
function* questions(text: string): Generator<{ wishes: Goal[]; plain: boolean; searched: boolean }> {
  const { schema, formulas } = contextOf(assume(readDocument(text).model));
  const me = currentPerson(schema);
  const given = { schema, valid: true, filled: me === null ? [] : [me] };
  const conditions = formulas.flatMap(({ typed, entity }) =>
    typed !== null && typed.type.t === 'boolean' && entity !== null ? [{ typed, entity }] : [],
  );
  for (const one of conditions) {
    for (const other of conditions) {
      if (one.entity !== other.entity) continue;
      for (const [first, second] of [
        [true, true],
        [true, false],
        [false, false],
      ] as const) {
        const wishes = [
          { condition: one.typed, truth: first },
          { condition: other.typed, truth: second },
        ];
        const plain = isObviouslySatisfiable(wishes, given);
        if (plain) yield { wishes, plain, searched: isSatisfiableBySearch(wishes, given) };
        else yield { wishes, plain, searched: false };
      }
    }
  }
}

describe('what is plainly possible', () => {
  for (const [path, text] of allDocuments()) {
    it(`is possible by search as well: ${path}`, () => {
      const all = [...questions(text)];
      const wrong = all.filter(({ plain, searched }) => plain && !searched);
      assert.deepEqual(
        wrong.map(({ wishes }) => wishes),
        [],
      );
      if (all.length > 2000) assert.ok(all.some(({ plain }) => plain));
    });
  }

  const document = `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | sign-in, unique |

### Order

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | |
| keeper | Person | no | |
| buyer | Person | no | |
| kind | Big, Small | yes | |
| price | money(EUR) | yes | |
| due | date | no | |

## 5. Validation rules

| Rule | On | Must hold | Error |
| --- | --- | --- | --- |
RULES
`;
  const judged = (...conditions: string[]) => {
    const rows = conditions.map((condition, index) => `| V${index} | Order | \`${condition}\` | E |`);
    const { schema, formulas } = contextOf(assume(readDocument(document.replace('RULES', rows.join('\n'))).model));
    const me = currentPerson(schema);
    const wishes = formulas.flatMap(({ typed, element }) =>
      typed !== null && element.startsWith('rule/') ? [{ condition: typed, truth: true }] : [],
    );
    assert.equal(wishes.length, conditions.length);
    return isObviouslySatisfiable(wishes, { schema, valid: true, filled: me === null ? [] : [me] });
  };

  it('is what is wanted of fields that nothing else speaks of', () => {
    assert.ok(judged('kind == Big', 'keeper == me', 'buyer == me', 'price > 5 EUR', 'due >= today'));
    assert.ok(judged('kind == Big', 'kind != Small', 'keeper == me', 'keeper == me'));
    assert.ok(judged('price > 5 EUR', 'price <= 100 EUR'));
    assert.ok(judged('due == null', 'keeper != null'));
  });

  it('is never what is wanted of one field twice and may contradict', () => {
    assert.ok(!judged('kind == Big', 'kind == Small'));
    assert.ok(!judged('kind != Big', 'kind != Small'));
    assert.ok(!judged('keeper == me', 'keeper != me'));
    assert.ok(!judged('keeper == me', 'keeper == null'));
    assert.ok(!judged('price > 100 EUR', 'price <= 5 EUR'));
    assert.ok(!judged('price > 5 EUR', 'price < 5 EUR'));
    assert.ok(!judged('due >= today', 'due < today'));
    assert.ok(!judged('title == null'));
    assert.ok(!judged('keeper == buyer', 'keeper != me'));
  });
});
