import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Condition,
  type FilterField,
  operandOf,
  operatorsFor,
} from '../../src/client/screens/filters/filter-model.ts';
import { filterText } from '../../src/client/screens/filters/filter-text.ts';
import { readFilter } from '../../src/client/screens/filters/parse-filter.ts';
import { schemaOf } from '../../src/model/lookups/schema.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { rooms } from '../support/documents/rooms.ts';
import { startServer } from '../support/http/server.ts';

const VALUES: Readonly<Record<string, Condition['value']>> = {
  days: 'Late Friday',
  size: 'Small',
  opens: '09:00',
  seats: 4,
  area: '12.5',
  rent: '100.00',
  built: '2026-01-31',
  checked: '2026-01-31T09:00:00.000Z',
  heated: true,
  createdAt: '2026-01-31T09:00:00.000Z',
};

test('every operator that a field offers makes a filter that the server accepts', async () => {
  const server = await startServer(rooms);
  try {
    const ada = await server.as('Ada');
    const schema = schemaOf(readDocument(rooms).model);
    const attributes = schema.entities.get('Room')?.attributes ?? assert.fail();
    const unasked = new Set(['id', 'changedAt', 'changedBy']);
    const asking = [...attributes.values()].filter(({ name }) => !unasked.has(name));
    const fields = asking.map(
      ({ name, id, type }): FilterField => ({
        name,
        id,
        type,
        label: name,
        titleField: 'entity' in type ? 'name' : null,
        isPerson: 'entity' in type,
      }),
    );
    const words = {
      fields: new Map(fields.map((field) => [field.name, field])),
      isTaken: (name: string) => attributes.has(name),
    };
    const asked = new Set<string>();
    for (const field of fields) {
      for (const operator of operatorsFor(field)) {
        const one = Object.hasOwn(VALUES, field.name) ? (VALUES[field.name] ?? null) : 'Ada';
        const options = field.type.kind === 'choice' ? field.type.options.map((option) => option.name) : [];
        const operand = operandOf(operator);
        const value = operand === 'many' ? options.slice(0, 2) : operand === 'days' ? '7' : one;
        const text = filterText({ conditions: [{ field: field.name, operator, value }], joins: [] }, words);
        assert.notEqual(text, '', `${field.name} ${operator}`);
        const read = readFilter(text, words)?.conditions;
        assert.deepEqual(
          read?.map((condition) => condition.operator),
          [operator],
          text,
        );
        const answer = await ada.get(`/api/rooms?filter=${encodeURIComponent(text)}`);
        assert.equal(answer.status, 200, `${text}: ${answer.text}`);
        asked.add(field.name);
      }
    }
    const never = fields.filter(({ name }) => !asked.has(name)).map(({ name }) => name);
    assert.deepEqual(never, []);
  } finally {
    await server.stop();
  }
});
