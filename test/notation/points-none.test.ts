import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../src/notation/document/read-document.ts';
import { findings } from '../support/notation/small-document.ts';

const TITLES = [
  [2, 'Screens and routes'],
  [4, 'States and transitions'],
  [5, 'Validation rules'],
  [7, 'The calls it makes'],
  [8, 'The error catalogue'],
  [9, 'Business constants and limits'],
] as const;

const THIRD = `## 3. Entities and their fields

### Person

- name: text, required, title
- email: email, required, unique, sign-in

### Note

- text: text, required, title

## 6. Roles and permissions

- member: everyone who signs in

| | member |
| --- | --- |
| Person: read | yes |
| Note: read, create, change | yes |
`;

for (const [point, title] of TITLES) {
  for (const none of ['None.', 'There are none.']) {
    test(`a point that says “${none}” leaves no finding: point ${point}`, () => {
      const text = `# Specification: Notes\n\n${THIRD}\n## ${point}. ${title}\n\n${none}\n`;
      const line = text.split('\n').indexOf(none) + 1;
      assert.deepEqual(
        findings(text).filter((each) => each.includes(` ${line}: `)),
        [],
      );
      assert.ok(!readDocument(text).diagnostics.some(({ code, point: at }) => code === 'not-shown' && at === point));
    });
  }
}
