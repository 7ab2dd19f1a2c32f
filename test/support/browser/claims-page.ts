import type { Page } from 'playwright-core';

/** Fills the form of a new claim with one line, and sends it. Dates are typed as people type them: day, month, year. */
export async function createClaim(
  page: Page,
  claim: { title: string; category: string; date: string; what: string; amount: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(claim.title);
  await page.getByRole('radio', { name: claim.category }).check();
  await typeDate(page, 'Spent on', claim.date);
  await page.getByRole('button', { name: 'Add line' }).click();
  await page.getByRole('textbox', { name: 'What, line 1' }).fill(claim.what);
  await page.getByRole('textbox', { name: 'Amount, line 1' }).fill(claim.amount);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
}

/** Types an ISO date into a date input, as people write it: day, month, year. */
export async function typeDate(page: Page, label: string, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  const input = page.getByRole('textbox', { name: label });
  await input.click();
  await input.and(page.locator(':not([readonly])')).fill(`${day}/${month}/${year}`);
}

/** Acts as somebody else through the switcher in the page's head. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Acting as|^Guest/ }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('button', { name: new RegExp(`Acting as ${name}`) }).waitFor();
}

/** Raises an event by its button on a record, at once, and waits until the record stands in the state. */
export async function raise(page: Page, event: string, state: string): Promise<void> {
  const stands = page.getByText(`Status: ${state}`);
  await page.getByRole('button', { name: event, exact: true }).click();
  // One that leads back does not wait.
  await stands.or(about(page, event)).first().waitFor();
  if ((await stands.count()) === 0) await now(page, event);
  await stands.waitFor();
}

/** The message of what waits since it has no way back: an event, at a record. */
export const about = (page: Page, event: string, title = '') =>
  page.getByRole('alertdialog', { name: `${event} in 6 seconds.` }).filter({ hasText: title });

/** Lets no time pass for what was pressed: it has no way back. */
export const now = (page: Page, event: string): Promise<void> =>
  about(page, event).getByRole('button', { name: 'Now' }).click();

/** A date in the zone of the document, so many days from today. */
export function daysAgo(days: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now() - days * 86_400_000);
}
