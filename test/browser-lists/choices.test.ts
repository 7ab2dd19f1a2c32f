import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Application, axeFindings, openApplication, withPerson } from '../support/browser/application.ts';

const jobs = `# Specification: Jobs

## 2. Screens and routes

| Route | Screen | Shows | As | For |
| --- | --- | --- | --- | --- |
| \`/\` | Jobs | Job | board by assignee: title | Lead |
| \`/new\` | New job | Job | form: title, project, assignee, shifts | Lead |
| \`/jobs/:id\` | Job | Job | record | Lead |

## 3. Entities and their fields

### Person

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| email | email | yes | unique, sign-in |
| role | Role | yes | |
| away | yes/no | no | |

### Project

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| name | text | yes | title |
| team | set of Person | no | |

### Job

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| title | text | yes | title |
| project | Project | no | |
| assignee | Person | no | |
| shifts | list of Shift | no | |

### Shift

Belongs to Job.

| Field | Type | Required | Notes |
| --- | --- | --- | --- |
| who | Person | no | |

## 5. Validation rules

| Rule | On | Must hold | Message |
| --- | --- | --- | --- |
| V1 | Job | \`assignee == null or assignee in project.team\` | The assignee is not in the team. |
| V2 | Shift | \`who == null or who.away != true\` | This person is away. |

## 6. Roles and permissions

- Lead: leads

| | Lead |
| --- | --- |
| Job: read, create, change | yes |
| Project: read | yes |
| Person: read | yes |

## Sample data

### Person

| name | email | role | away |
| --- | --- | --- | --- |
| Ada | ada@example.com | Lead | no |
| Ben | ben@example.com | Lead | yes |
| Cyd | cyd@example.com | Lead | no |

### Project

| name | team |
| --- | --- |
| Dam | Ada, Ben |

### Job

| title | project | assignee |
| --- | --- | --- |
| Axle | Dam | Ada |
`;

describe('a record that a rule rejects', () => {
  let app: Application;
  before(async () => {
    app = await openApplication(jobs);
  });
  after(() => app.stop());

  it('is offered with the reason in forms and lines; others without', () =>
    withPerson(app, 'Ada', '/new', async (page) => {
      await page.getByRole('textbox', { name: /^Title/ }).fill('Bolt');
      const project = page.locator('[data-field="project"]').getByRole('combobox');
      await project.fill('Dam');
      await page.getByRole('option', { name: 'Dam' }).click();
      const assignee = page.locator('[data-field="assignee"]').getByRole('combobox');
      await assignee.press('ArrowDown');
      const cyd = page.getByRole('option', { name: /Cyd/ });
      await cyd.getByText('The assignee is not in the team.').waitFor();
      assert.equal(await page.getByRole('option', { name: /Ben/ }).getByText('not in the team').count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add shift' }).click();
      const who = page.locator('tr[data-line="0"]').getByRole('combobox');
      await who.press('ArrowDown');
      await page.getByRole('option', { name: /Ben/ }).getByText('This person is away.').waitFor();
      assert.equal(await page.getByRole('option', { name: /Cyd/ }).getByText('away').count(), 0);
    }));

  it('is a board column that gives the reason before the drop', () =>
    withPerson(app, 'Ada', '/', async (page) => {
      const card = page.locator('.board-card', { hasText: 'Axle' });
      await card.waitFor();
      const box = (await card.boundingBox()) ?? assert.fail();
      const cyd = page.locator('.column', { hasText: 'Cyd' });
      const to = (await cyd.boundingBox()) ?? assert.fail();
      await page.mouse.move(box.x + 20, box.y + box.height - 6);
      await page.mouse.down();
      await page.mouse.move(to.x + 60, to.y + 100, { steps: 12 });
      await page.getByText('The assignee is not in the team.').first().waitFor();
      await page.mouse.up();
      await page.waitForTimeout(300);
      const ada = await app.server.as('Ada');
      const { body } = await ada.get<{ items: { title: string; _: { labels: Record<string, string> } }[] }>(
        '/api/jobs',
      );
      assert.equal(body.items.find(({ title }) => title === 'Axle')?._.labels['assignee'], 'Ada');
    }));
});
