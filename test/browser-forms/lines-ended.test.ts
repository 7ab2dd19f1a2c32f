import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { WireRecord } from '../../src/engine/core/wire-format.ts';
import { type Application, openApplication, withPerson } from '../support/browser/application.ts';
import { STEPPED_JOBS } from '../support/documents/stepped-jobs.ts';

/** The same on screens, with an event that ends the steps and not the job. */
const JOBS = STEPPED_JOBS.replace(
  '## 3. Entities',
  `## 2. Screens and routes

| Route | Screen | Shows | As |
| --- | --- | --- | --- |
| /jobs | Jobs | Job | table: title, status |
| /jobs/new | New job | Job | form: title, steps |
| /jobs/:id | Job | Job | record |

## 3. Entities`,
)
  .replace('| Open | close |', '| Open | check | Open | Hand | | raise finish on steps |\n| Open | close |')
  .replace('- Final: Closed', '- Final: Closed\n- Editable in: Open')
  .replace('- Final: Done', '- Final: Done\n- Editable in: Waiting');

let app: Application;
before(async () => {
  app = await openApplication(JOBS);
});
after(() => app.stop());

it('a line in a final state cannot be removed in the form; its button says why and the others work', async () => {
  const ada = await app.server.as('Ada');
  const made = await ada.post<WireRecord>('/api/jobs', { title: 'Roof', steps: [{ what: 'Saw', hours: 4 }] });
  assert.equal(made.status, 201, made.text);
  const path = `/api/jobs/${made.body.id}`;
  const checked = await ada.post<WireRecord>(`${path}/check`, {}, { 'if-match': made.body._.etag });
  assert.equal(checked.status, 200, checked.text);
  const [sawn] = checked.body['steps'] as unknown as readonly object[];
  const steps = [{ what: 'Nail', hours: 1 }, sawn];
  const more = await ada.patch<WireRecord>(path, { steps }, { 'if-match': checked.body._.etag });
  assert.equal(more.status, 200, more.text);
  await withPerson(app, 'Ada', `/jobs/${made.body.id}`, async (page) => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const kept = page.getByRole('button', { name: 'Remove step 2' });
    await kept.waitFor();
    assert.equal(await kept.getAttribute('aria-disabled'), 'true');
    await kept.focus();
    const reason = 'This would remove step 2, which is in a final state or contains a record that is.';
    await kept.press('Enter');
    await page.getByRole('tooltip').filter({ hasText: reason }).waitFor();
    assert.equal(await page.locator('tr[data-line]').count(), 2);
    await page.getByRole('button', { name: 'Remove step 1' }).click();
    assert.equal(await page.locator('tr[data-line]').count(), 1);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
  });
  const { body } = await ada.get<WireRecord>(path);
  const left = body['steps'] as unknown as readonly { readonly what: string; readonly state: string }[];
  assert.deepEqual(
    left.map(({ what, state }) => [what, state]),
    [['Saw', 'Done']],
  );
});
