// Written by `npm run index` from what this folder holds.
import { boolean } from './types/boolean.ts';
import { choice } from './types/choice.ts';
import { dateAndTime } from './types/date-and-time.ts';
import { date } from './types/date.ts';
import { decimal } from './types/decimal.ts';
import { duration } from './types/duration.ts';
import { email } from './types/email.ts';
import { file } from './types/file.ts';
import { integer } from './types/integer.ts';
import { list } from './types/list.ts';
import { longText } from './types/long-text.ts';
import { money } from './types/money.ts';
import { numberSeries } from './types/number-series.ts';
import { object } from './types/object.ts';
import { password } from './types/password.ts';
import { reference } from './types/reference.ts';
import { references } from './types/references.ts';
import { role } from './types/role.ts';
import { text } from './types/text.ts';
import { texts } from './types/texts.ts';
import { time } from './types/time.ts';
import { unknown } from './types/unknown.ts';

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
  object,
  password,
  reference,
  references,
  role,
  text,
  texts,
  time,
  unknown,
] as const;
