import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diagnose, withSampleDiagnostics } from '../../src/cli/analysis/diagnose.ts';
import { startServer } from '../support/http/server.ts';

const FOLDER = join(import.meta.dirname, '..', 'documents', 'clean');

describe('the example documents', () => {
  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.md'))) {
    const text = readFileSync(join(FOLDER, name), 'utf8');

    test(`${name} has no errors or warnings, and every sentence is read`, () => {
      const found = withSampleDiagnostics(diagnose(text)).diagnostics;
      const wrong = found.filter(
        ({ code, severity }) => severity === 'error' || severity === 'warning' || code === 'not-read',
      );
      assert.deepEqual(
        wrong.map(({ at, code, message }) => `${at.line} ${code}: ${message}`),
        [],
      );
    });

    test(`${name} runs: everyone in its sample data can open each of their lists`, async () => {
      const { model } = diagnose(text);
      const server = await startServer(text, { read: diagnose });
      try {
        const people = model.entities.find(({ fields }) => fields.some(({ signIn }) => signIn))?.name;
        const names = (model.samples.find(({ entity }) => entity === people)?.rows ?? []).map(
          ({ cells }) => cells[0]?.text ?? '',
        );
        assert.ok(names.length > 0, 'nobody in the sample data');
        for (const person of names) {
          const caller = await server.as(person);
          for (const { does, method, path } of model.calls) {
            if (does.kind !== 'list' || path.includes(':')) continue;
            const { status } = await caller.call(method, path);
            assert.ok(status === 200 || status === 403, `${person} ${path}: ${status}`);
          }
        }
      } finally {
        await server.stop();
      }
    });
  }
});
