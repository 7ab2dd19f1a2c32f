import type { StaticType } from './static.ts';

export type NumberType = Extract<StaticType, { t: 'number' }>;
export type ChoiceType = Extract<StaticType, { t: 'choice' }>;
export type ListType = Extract<StaticType, { t: 'list' }>;

export const BOOLEAN: StaticType = { t: 'boolean' };

/** What a condition needs to be. */
export const CONDITION: StaticType = { t: 'boolean', condition: true };
export const EMPTY: StaticType = { t: 'empty' };
export const TEXT: StaticType = { t: 'text' };
export const DATE: StaticType = { t: 'date' };
export const INSTANT: StaticType = { t: 'instant' };
export const DURATION: StaticType = { t: 'duration' };
export const WORKING: StaticType = { t: 'working' };
export const TIME: StaticType = { t: 'time' };
export const INTEGER: NumberType = { t: 'number', scale: 0, unit: null };

/** Returns a static type in the words of a message: "an amount in EUR", "a date". */
export function kindWords(type: StaticType): string {
  switch (type.t) {
    case 'empty':
      return 'empty';
    case 'boolean':
      return 'yes or no';
    case 'number':
      if (type.unit === null) return 'a plain number';
      return type.unit === 'B' ? 'a size in bytes' : `an amount in ${type.unit}`;
    case 'money':
      return 'an amount of money';
    case 'text':
      return 'text';
    case 'choice':
      return `one of ${someOf(type.options.map((option) => option.name))}`;
    case 'role':
      return 'a role';
    case 'date':
      return 'a date';
    case 'instant':
      return 'a date and time';
    case 'time':
      return 'a time of day';
    case 'duration':
      return 'a length of time';
    case 'working':
      return 'a length of working time';
    case 'file':
      return 'a file';
    case 'object':
      return 'the values of a record';
    case 'record':
      return `a record of ${type.entity}`;
    case 'list':
      return type.of.t === 'record' ? `a list of ${type.of.entity}` : 'a list';
  }
}

/** Whether a type is a date, or a date and time. */
export function isMoment(type: StaticType): boolean {
  return type.t === 'date' || type.t === 'instant';
}

/** Whether both choices have the same options, wherever these are stated. */
export function sameChoice(one: ChoiceType, other: ChoiceType): boolean {
  if (one.of === other.of) return true;
  const names = new Set(one.options.map((option) => option.name));
  return one.options.length === other.options.length && other.options.every((option) => names.has(option.name));
}

/** Whether values of these types can be equal; numbers of different scales can. */
export function comparable(one: StaticType, other: StaticType): boolean {
  if (one.t === 'empty' || other.t === 'empty') return true;
  if (one.t === 'choice' && other.t === 'choice') return sameChoice(one, other);
  if (one.t === 'number' && other.t === 'number') return one.unit === other.unit;
  if (one.t === 'money' || other.t === 'money') return isMoney(one) && isMoney(other);
  if (one.t === 'record' && other.t === 'record') return one.entity === other.entity;
  if (isLength(one) && isLength(other)) return true;
  return one.t === other.t && one.t !== 'file' && one.t !== 'list' && one.t !== 'object';
}

/** Whether values are lengths of time, in calendar or working time. */
export function isLength(type: StaticType): boolean {
  return type.t === 'duration' || type.t === 'working';
}

export function isMoney(type: StaticType): boolean {
  return type.t === 'money' || (type.t === 'number' && type.unit !== null && type.unit !== 'B');
}

/** Whether values of the type can be compared by `<`. */
export function isOrdered(type: StaticType): boolean {
  return type.t === 'number' || type.t === 'money' || type.t === 'time' || isMoment(type) || isLength(type);
}

function someOf(names: readonly string[]): string {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')}, …`;
}
