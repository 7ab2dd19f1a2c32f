import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/engine/compile/compile.ts';
import { viewOf } from '../../src/engine/view/view.ts';
import { assume } from '../../src/model/defaults/assume.ts';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { TEAMS } from '../support/documents/teams.ts';

test('a table that states no fields has a column for each but those that hold lines, or a page of text', () => {
  const { model } = readDocument(
    TEAMS.replace('| size | integer |', '| about | long text | no | |\n| size | integer |'),
  );
  const app = compile(assume(model), 'a version');
  const view = viewOf(app, new Set(['Lead']), { dev: false, person: null });
  const columns = view.screens.find(({ route }) => route === '/projects')?.fields;
  assert.deepEqual(
    columns?.filter((name) => name !== 'status'),
    ['title', 'members', 'reviewers', 'urgent', 'topics', 'papers', 'size', 'strength'],
  );
});

test('lines that hold lines of their own kind come to an end', () => {
  const { model } = readDocument(
    TEAMS.replace('| by | set of Person | no | on delete: clear |', '| within | list of Part | no | |'),
  );
  const app = compile(assume(model), 'a version');
  assert.deepEqual([...(app.entities.get('Part')?.readerDependent.keys() ?? [])], []);
  const telling = compile(assume(readDocument(TEAMS).model), 'a version').entities;
  assert.deepEqual(
    [...(telling.get('Project')?.readerDependent.keys() ?? [])],
    ['members', 'reviewers', 'topics', 'parts'],
  );
});
