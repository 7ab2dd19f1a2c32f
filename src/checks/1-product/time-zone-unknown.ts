import { nearest } from '../../expressions/syntax/nearest-name.ts';
import { isTimeZone } from '../../fields/calendar/calendar.ts';
import { defineCheck } from '../check.ts';
import { renaming } from '../places.ts';

export const check = defineCheck({
  code: 'time-zone-unknown',
  point: 1,
  severity: 'error',
  about: 'A time zone that is not known by that name, so that days are counted in UTC.',
  *find({ model }) {
    const { standing, value, at } = model.product.timeZone;
    if (standing !== 'stated' || value === null || isTimeZone(value)) return;
    const meant = zoneOf(value);
    yield {
      at,
      message: `There is no time zone “${value}”.`,
      next:
        meant === null
          ? 'Write a continent and a city, such as `Europe/Berlin`. As it stands days are counted in UTC.'
          : `Did you mean ${meant}? As it stands days are counted in UTC.`,
      edit: renaming(at, value, meant),
      witness: 'Somebody looks at the time of a record: it is that of UTC, and so is the beginning of each day.',
    };
  },
});

/** The zone of a city, or one written much the same. */
function zoneOf(text: string): string | null {
  const zones = Intl.supportedValuesOf('timeZone');
  const city = folded(text.replace(/(?<!\s)\s+time$/i, '').replace(/^.*[,/]/, ''));
  return zones.find((zone) => folded(zone.replace(/^.*\//, '')) === city) ?? nearest(text, zones);
}

function folded(name: string): string {
  return name.trim().replaceAll(/[\s_]/g, '').toLowerCase();
}
