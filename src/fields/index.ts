// Written by `npm run index` from what this folder holds.
import { boolean } from './boolean.ts';
import { choice } from './choice.ts';
import { dateAndTime } from './date-and-time.ts';
import { date } from './date.ts';
import { decimal } from './decimal.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { file } from './file.ts';
import { integer } from './integer.ts';
import { list } from './list.ts';
import { longText } from './long-text.ts';
import { money } from './money.ts';
import { numberSeries } from './number-series.ts';
import { reference } from './reference.ts';
import { references } from './references.ts';
import { role } from './role.ts';
import { text } from './text.ts';
import { texts } from './texts.ts';
import { time } from './time.ts';
import { unknown } from './unknown.ts';

export const fields = [
  boolean,
  choice,
  dateAndTime,
  date,
  decimal,
  duration,
  email,
  file,
  integer,
  list,
  longText,
  money,
  numberSeries,
  reference,
  references,
  role,
  text,
  texts,
  time,
  unknown,
] as const;
