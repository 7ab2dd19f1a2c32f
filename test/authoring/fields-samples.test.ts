import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from '../../src/fields/index.ts';
import { fieldType } from '../../src/fields/registry/lookup.ts';
import { formatJson, type PlainType } from '../../src/fields/registry/shown.ts';
import { formatter } from '../../src/fields/text/format.ts';
import type { Bounds } from '../../src/fields/types/field.ts';
import type { Type } from '../../src/model/types/types.ts';

const format = formatter({ language: 'en', zone: 'UTC' });
const bounds: Bounds = (bound) => ('value' in bound ? bound.value : null);

for (const { kind, samples } of fields) {
  const field = fieldType(kind);
  for (const { type, good, bad } of samples) {
    for (const [input, shown] of good) {
      test(`${kind}: ${JSON.stringify(input)} reads as ${JSON.stringify(shown)} and survives the wire`, () => {
        const read = field.read(input, type, bounds);
        assert.ok('value' in read, JSON.stringify(read));
        assert.equal(field.show(read.value, type, format), shown);
        const wire = field.write(read.value, type);
        // A password is accepted and never returned.
        if (kind === 'password') assert.equal(wire, null);
        else assert.deepEqual(field.read(JSON.parse(JSON.stringify(wire)), type, bounds), read);
        if (isPlain(type)) assert.equal(formatJson(wire, type, format), shown);
      });
    }
    for (const [input, code] of bad) {
      test(`${kind}: ${JSON.stringify(input).slice(0, 80)} is refused with ${code}`, () => {
        const read = field.read(input, type, bounds);
        assert.equal('problem' in read ? read.problem.code : `value ${JSON.stringify(read.value)}`, code);
      });
    }
  }
}

test('a wire value of the wrong type is shown as empty', () => {
  const shown = fields.flatMap(({ samples }) =>
    samples.flatMap(({ type }) =>
      isPlain(type) ? [formatJson(type.kind === 'object' ? [1] : { strange: true }, type, format)] : [],
    ),
  );
  assert.ok(shown.length > 15);
  assert.deepEqual([...new Set(shown)], ['']);
});

function isPlain(type: Type): type is PlainType {
  return !['reference', 'references', 'role', 'list'].includes(type.kind);
}
