import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bounds } from '../src/fields/field.ts';
import { formatter } from '../src/fields/format.ts';
import { fields } from '../src/fields/index.ts';
import { fieldType } from '../src/fields/lookup.ts';

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
        assert.deepEqual(field.read(JSON.parse(JSON.stringify(wire)), type, bounds), read);
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
