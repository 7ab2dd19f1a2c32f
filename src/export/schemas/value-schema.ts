import type { StaticType } from '../../expressions/types/static.ts';
import { isCounted, isNumericKey } from '../../model/lookups/record-key.ts';
import type { ValueForms } from '../../model/types/call.ts';
import type { Field } from '../../model/types/model.ts';
import type { Bound, Type } from '../../model/types/types.ts';
import { arrayOf, completeObject, type JsonSchema, NULL, objectSchema, orNull } from './json-schema.ts';

/** What bounds and roles are looked up with. */
export interface ValueContext {
  /** Returns the number of a bound; null if it is not shown. */
  readonly bounds: (bound: Bound) => number | null;
  /** The names of the roles that a field of type Role can hold. */
  readonly roles: readonly string[];
  /** Returns the field by which calls name records of an entity; null: they name them by ids. */
  readonly keyOf: (entity: string) => Field | null;
  /** The forms in which the call writes values. */
  readonly forms?: ValueForms;
  /** Whether the document states the shape of the answer, so that running numbers are numbers. */
  readonly isStated?: boolean;
}

const TEXT: JsonSchema = { type: 'string' };
const COUNT: JsonSchema = { type: 'integer', examples: [1] };
const ID: JsonSchema = { type: 'string', examples: ['01981c5e-7a40-7cc3-98c4-dc0c0c07398f'] };
const INSTANT: JsonSchema = { type: 'string', format: 'date-time', examples: ['2026-11-27T13:30:00Z'] };
const DATE: JsonSchema = { type: 'string', format: 'date', examples: ['2026-11-27'] };
const TIME: JsonSchema = { type: 'string', pattern: '^\\d{2}:\\d{2}$', examples: ['09:30'] };
const FILE: JsonSchema = completeObject([
  ['file', TEXT],
  ['name', TEXT],
  ['size', { type: 'integer' }],
  ['mediaType', TEXT],
]);

const decimal = (scale: number, forms: ValueForms | undefined): JsonSchema =>
  forms?.decimals === 'number'
    ? { type: 'number', examples: [scale === 0 ? 12 : 12.5] }
    : {
        type: 'string',
        pattern: scale === 0 ? '^-?\\d+$' : `^-?\\d+\\.\\d{${scale}}$`,
        examples: [scale === 0 ? '12' : `12.${'5'.padEnd(scale, '0')}`],
      };

const amount = (forms: ValueForms | undefined): JsonSchema =>
  completeObject([
    [
      'amount',
      forms?.decimals === 'number'
        ? { type: 'number', examples: [12.5] }
        : { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', examples: ['12.50'] },
    ],
    ['currency', { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] }],
  ]);

/** Returns the schema of an instant. */
export function instantSchema(forms: ValueForms | undefined): JsonSchema {
  const times = forms?.times ?? 'ISO 8601';
  if (times === 'ISO 8601' || times === 'ISO 8601 in seconds') return INSTANT;
  const [description, example] =
    times === 'Unix seconds'
      ? ['Seconds since 1970-01-01T00:00:00Z.', 1764250200]
      : ['Milliseconds since 1970-01-01T00:00:00Z.', 1764250200000];
  return {
    type: 'integer',
    format: times === 'Unix seconds' ? 'unix-time' : 'int64',
    description,
    examples: [example],
  };
}

/** Returns the schema of what names a record of an entity. */
export function nameSchema(entity: string, { keyOf }: ValueContext): JsonSchema {
  const key = keyOf(entity);
  if (key === null) return ID;
  return isNumericKey(key) ? COUNT : TEXT;
}

/** Returns the schema of a value as it is answered, without null. */
export function answeredValue(type: Type, context: ValueContext): JsonSchema {
  switch (type.kind) {
    case 'integer':
      return { type: 'integer' };
    case 'decimal':
      return decimal(type.scale, context.forms);
    case 'money':
      return type.currency === null ? amount(context.forms) : decimal(type.scale, context.forms);
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return DATE;
    case 'date and time':
      return instantSchema(context.forms);
    case 'time':
      return TIME;
    case 'duration':
      return { type: 'string', examples: ['1 h 30 min'] };
    case 'choice':
      return severalOf(type.several, namesSchema(type.options.map(({ name }) => name)));
    case 'role':
      return severalOf(type.several, namesSchema(context.roles));
    case 'reference':
      return { ...nameSchema(type.entity, context), description: described(type.entity, context) };
    case 'references':
      return arrayOf({ ...nameSchema(type.entity, context), description: described(type.entity, context) });
    case 'object':
      return objectSchema([], [], true);
    case 'texts':
      return arrayOf(TEXT);
    case 'file':
      return severalOf(type.several, FILE);
    case 'email':
      return { type: 'string', format: 'email', examples: ['jan@example.com'] };
    case 'list':
      return arrayOf(objectSchema([], [], true));
    case 'password':
      return NULL;
    case 'number series':
      return isCounted(type) && context.isStated === true ? COUNT : TEXT;
    default:
      return TEXT;
  }
}

const described = (entity: string, { keyOf }: ValueContext): string =>
  `The ${keyOf(entity)?.name ?? 'id'} of the ${entity}.`;

/** Returns the schema of a value in a request, with the bounds of its type. */
export function sentValue(type: Type, context: ValueContext): JsonSchema {
  switch (type.kind) {
    case 'text':
    case 'long text':
    case 'password':
      return { type: 'string', ...range(type, context, 'minLength', 'maxLength') };
    case 'integer':
      return {
        type: 'integer',
        ...range(type, context, 'minimum', 'maximum'),
        ...(type.step === null || numberOf(type.min, context) !== null ? {} : { multipleOf: type.step }),
      };
    case 'decimal':
      return sentDecimal(type, context);
    case 'money':
      return type.currency === null ? amount(context.forms) : sentDecimal(type, context);
    case 'references':
      return { ...arrayOf(nameSchema(type.entity, context)), ...range(type, context, 'minItems', 'maxItems') };
    case 'texts':
      return { ...arrayOf(TEXT), ...range(type, context, 'minItems', 'maxItems') };
    case 'file': {
      const id: JsonSchema = { type: 'string', description: 'The id of an upload.' };
      return severalOf(type.several, { anyOf: [id, objectSchema([['file', id]], ['file'], true)] });
    }
    default:
      return answeredValue(type, context);
  }
}

function sentDecimal(type: Extract<Type, { readonly kind: 'decimal' | 'money' }>, context: ValueContext): JsonSchema {
  const example = decimalExample(type, context);
  if (context.forms?.decimals === 'number')
    return { type: 'number', ...range(type, context, 'minimum', 'maximum'), examples: [Number(example)] };
  return { ...TEXT, pattern: decimalPattern(type.scale), examples: [example] };
}

const decimalPattern = (scale: number) => (scale === 0 ? '^-?\\d+$' : `^-?\\d+(\\.\\d{1,${scale}})?$`);

/** Returns a decimal within the bounds of its type. */
function decimalExample(type: Extract<Type, { readonly kind: 'decimal' | 'money' }>, context: ValueContext): string {
  const [least, most] = [numberOf(type.min, context), numberOf(type.max, context)];
  const usual = 12.5;
  const value = least !== null && least > usual ? least : most !== null && most < usual ? most : usual;
  return value.toFixed(type.scale);
}

const severalOf = (several: boolean, schema: JsonSchema) => (several ? arrayOf(schema) : schema);

const namesSchema = (names: readonly string[]): JsonSchema =>
  names.length === 0 ? TEXT : { type: 'string', enum: [...names] };

interface Range {
  readonly min: Bound | null;
  readonly max: Bound | null;
}

function range({ min, max }: Range, context: ValueContext, least: string, most: string): JsonSchema {
  const [low, high] = [numberOf(min, context), numberOf(max, context)];
  return { ...(low === null ? {} : { [least]: low }), ...(high === null ? {} : { [most]: high }) };
}

const numberOf = (bound: Bound | null, { bounds }: ValueContext): number | null =>
  bound === null ? null : 'value' in bound ? bound.value : bounds(bound);

/** Returns the schema of the value of an expression, which may be null. */
export function computedValue(type: StaticType, context: ValueContext): JsonSchema {
  switch (type.t) {
    case 'empty':
      return NULL;
    case 'boolean':
      return orNull({ type: 'boolean' });
    case 'number':
      return orNull(type.scale > 0 ? decimal(type.scale, context.forms) : { type: 'number', examples: [3] });
    case 'money':
      return orNull(amount(context.forms));
    case 'choice':
      return orNull(namesSchema(type.options.map(({ name }) => name)));
    case 'date':
      return orNull(DATE);
    case 'instant':
      return orNull(instantSchema(context.forms));
    case 'time':
      return orNull(TIME);
    case 'duration':
    case 'working': {
      const whole: JsonSchema = { type: 'integer' };
      return orNull(
        completeObject([
          ['months', whole],
          ['days', whole],
          ['ms', whole],
        ]),
      );
    }
    case 'record':
      return orNull(nameSchema(type.entity, context));
    case 'list':
      return orNull(arrayOf(computedValue(type.of, context)));
    case 'text':
      return orNull(type.counted === true && context.isStated === true ? COUNT : TEXT);
    default:
      return orNull(TEXT);
  }
}
