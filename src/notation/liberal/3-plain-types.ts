import type { Type } from '../../model/types/types.ts';
import { TEXT } from './3-measured.ts';

export const INTEGER: Type = { kind: 'integer', min: null, max: null, step: null, unit: null };

/** Types in the words of people and of databases. */
export const PLAIN: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...[
    'free text',
    'some text',
    'plain text',
    'one line of text',
    'uuid',
    'guid',
    'uuid v4',
    'nanoid',
    'ulid',
    'url',
    'uri',
    'link',
    'web address',
    'https url',
    'http url',
    'phone',
    'phone number',
    'telephone number',
    'colour',
    'color',
    'char',
    'nvarchar',
    'citext',
    'name',
    'slug',
    'iban',
    'bic',
  ].map((word): [string, Type] => [word, TEXT]),
  ...['several lines', 'several lines of text', 'multi-line', 'markdown', 'rich text', 'html', 'clob'].map(
    (word): [string, Type] => [word, { kind: 'long text', min: null, max: null }],
  ),
  ...[
    'a whole number',
    'whole number',
    'bigint',
    'smallint',
    'serial',
    'int4',
    'int8',
    'long',
    'natural number',
    'counter',
    'positive integer',
  ].map((word): [string, Type] => [word, INTEGER]),
  ...['iso date', 'iso 8601 date', 'calendar day', 'a date', 'a day', 'localdate', 'yyyy-mm-dd', 'dd.mm.yyyy'].map(
    (word): [string, Type] => [word, { kind: 'date' }],
  ),
  ...[
    'iso timestamp',
    'iso datetime',
    'iso 8601',
    'iso 8601 timestamp',
    'timestamptz',
    'timestamp with time zone',
    'offsetdatetime',
    'point in time',
    'moment in time',
    'date & time',
    'date/time',
    'date / time',
    'date and time of day',
    'date + time',
    'planned time',
    'planned times',
    'actual time',
    'actual times',
  ].map((word): [string, Type] => [word, { kind: 'date and time' }]),
  ...['ja/nein', 'yes or no', 'yes / no', 'y / n', 'y/n', 'tick', 'tick box', 'switch'].map((word): [string, Type] => [
    word,
    { kind: 'boolean' },
  ]),
  ...['texts', 'tags', 'several texts', 'list of words', 'list of tags'].map((word): [string, Type] => [
    word,
    { kind: 'texts', min: null, max: null },
  ]),
]);

/** Signs and words of currencies. */
export const SIGNS: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
]);

/** `pence`, `amount in cents`: money in its smallest unit. */
export const MINOR = /^(?:(?:(?:an? )?amount |money )?in )?(?:whole )?(?:(pence|pennies)|cents)\b/i;

/** Whether plain numbers beside this type are no amounts of its currency. */
export const isMinor = (text: string): boolean => MINOR.test(text.trim().replaceAll('`', ''));
