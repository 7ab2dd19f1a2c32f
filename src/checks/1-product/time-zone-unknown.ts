import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { isTimeZone } from '../../fields/calendar/calendar.ts';
import { renameEdit } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'time-zone-unknown',
  point: 1,
  severity: 'error',
  about: 'A time zone that does not exist, so UTC is used.',
  *find({ model }) {
    const { standing, value, at } = model.product.timeZone;
    if (standing !== 'stated' || value === null || isTimeZone(value)) return;
    const meant = zoneOf(value);
    yield {
      at,
      message: `There is no time zone “${value}”.`,
      next:
        meant === null
          ? 'Write a continent and a city, such as `Europe/Berlin`. Until then, UTC is used.'
          : `Did you mean ${meant}? Until then, UTC is used.`,
      edit: renameEdit(at, value, meant),
      witness: 'Somebody looks at the time of a record: it is shown in UTC, and days begin at midnight UTC.',
    };
  },
});

/** Returns the time zone of a city, or the one with the most similar name. */
function zoneOf(text: string): string | null {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = folded(text.replace(/(?<!\s)\s+time$/i, '').replace(/^.*[,/]/, ''));
  return zones.find((zone) => folded(zone.replace(/^.*\//, '')) === city) ?? nearest(text, zones);
}

function folded(name: string): string {
  return name.trim().replaceAll(/[\s_]/g, '').toLowerCase();
}
