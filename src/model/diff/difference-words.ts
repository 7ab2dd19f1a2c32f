import type { Formula } from '../types/formula.ts';
import type { Does, Effect } from '../types/model.ts';
import type { Bound, Type } from '../types/types.ts';
import { partWords } from './difference-parts.ts';
import { firstDifference } from './first-difference.ts';
import { withoutPlaces } from './without-places.ts';

/** Whether two parts of Models mean the same. Places, ids and the spacing of formulas do not count. */
export function haveSameMeaning(one: unknown, other: unknown): boolean {
  return firstDifference(plain(one), plain(other)) === null;
}

/** Returns a key that is equal exactly for parts that mean the same. */
export function meaningKey(part: unknown): string {
  return JSON.stringify(plain(part));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== 'object') return value;
  if (isFormula(value)) return value.tree === null ? value.text : withoutPlaces(value.tree);
  const entries = Object.entries(value).filter(([key, part]) => !isPlace(key, part));
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}

function isPlace(key: string, part: unknown): boolean {
  return key === 'at' || key === 'id' || ((key === 'from' || key === 'to') && typeof part === 'number');
}

function isFormula(value: object): value is Formula {
  return 'tree' in value && 'text' in value;
}

/** Returns a value of the Model in words: `none`, `yes`, “words”, `formula`, names separated by commas. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `“${cut(value)}”`;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inList).join(', ');
  if (typeof value !== 'object') return String(value);
  if (isFormula(value)) return `\`${cut(value.text)}\``;
  if (isType(value)) return typeWords(value);
  const words = partWords(value);
  if (words !== null) return words;
  if ('name' in value && typeof value.name === 'string') return value.name;
  if ('value' in value && 'standing' in value) return value.value === null ? 'not shown' : String(value.value);
  if ('constant' in value) return String(value.constant);
  if ('value' in value) return String(value.value);
  if ('field' in value && 'descending' in value) return `${value.descending === true ? '-' : ''}${String(value.field)}`;
  if ('route' in value) return String(value.route);
  return cut(JSON.stringify(plain(value)));
}

function inList(value: unknown): string {
  return typeof value === 'string' ? value : valueWords(value);
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const signs = [...line];
  return signs.length <= 120 ? line : `${signs.slice(0, 117).join('')}…`;
}

const KINDS: ReadonlySet<string> = new Set(
  'text|long text|email|integer|decimal|money|boolean|date|date and time|time|duration|choice|reference|references|texts|number series|role|list|file|unknown'.split(
    '|',
  ),
);

function isType(value: object): value is Type {
  if (!('kind' in value) || typeof value.kind !== 'string' || !KINDS.has(value.kind)) return false;
  // What a call does may have a `kind` of the same name.
  return 'entity' in value ? 'min' in value || value.kind === 'reference' : value.kind !== 'unknown' || 'text' in value;
}

/** Returns a type roughly as a document would state it. */
export function typeWords(type: Type): string {
  switch (type.kind) {
    case 'choice':
      return type.options.map(({ name }) => name).join(', ') || 'choice';
    case 'reference':
      return type.entity;
    case 'references':
      return `several ${type.entity}`;
    case 'list':
      return `list of ${type.entity}${range(type)}`;
    case 'money':
      return `money${type.currency === null ? '' : `(${type.currency})`}${range(type)}`;
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})${range(type)}${type.unit === null ? '' : ` ${type.unit}`}`;
    case 'integer':
      return `integer${range(type)}${type.unit === null ? '' : ` ${type.unit}`}${type.step === null ? '' : ` in steps of ${type.step}`}`;
    case 'number series':
      return `number series(${type.pattern})`;
    case 'role':
      return type.several ? 'Roles' : 'Role';
    case 'file':
      return `${type.several ? 'files' : 'file'}(${type.endings.join(', ')})${type.maxSize === null ? '' : ` at most ${bound(type.maxSize)} bytes`}`;
    case 'unknown':
      return `unknown type “${cut(type.text)}”`;
    default:
      return `${type.kind}${'min' in type ? range(type) : ''}`;
  }
}

function range({ min, max }: { readonly min: Bound | null; readonly max: Bound | null }): string {
  return min === null && max === null ? '' : `(${bound(min)}..${bound(max)})`;
}

function bound(stated: Bound | null): string {
  if (stated === null) return '';
  return 'constant' in stated ? stated.constant : String(stated.value);
}

/** Returns what a call does as a document would state it. */
export function doesWords(does: Does): string {
  switch (does.kind) {
    case 'outside':
      return 'outside';
    case 'unknown':
      return does.text === '' ? 'not shown' : `“${cut(does.text)}”`;
    case 'account':
      return does.event === null ? does.act : `${does.event} me`;
    case 'event':
      return `${does.event} ${does.entity}`;
    case 'bulk':
      return does.act === 'delete all' ? `${does.act} ${does.entity}` : `bulk ${does.event ?? does.act} ${does.entity}`;
    case 'file':
      return `${does.act} ${does.entity}.${does.field}`;
    case 'values':
      return `values of ${does.entity}.${does.field}`;
    default:
      return `${does.kind} ${does.entity}`;
  }
}

/** Returns an effect roughly as a document would state it. */
export function effectWords(effect: Effect): string {
  switch (effect.kind) {
    case 'set': {
      const target = `${effect.on === null ? '' : `${effect.on.text}.`}${effect.field}`;
      if (effect.change === null) return `${target} = ${effect.value.text}`;
      return `${effect.change} ${effect.value.text} ${effect.change === 'add' ? 'to' : 'from'} ${target}`;
    }
    case 'delete':
      return `delete ${effect.on?.text ?? 'this'}${effect.where === null ? '' : ` where ${effect.where.text}`}`;
    case 'raise':
      return `${effect.event} ${effect.on.text}${effect.where === null ? '' : ` where ${effect.where.text}`}`;
    case 'create':
      return `create ${effect.entity}`;
    case 'ask':
      return `ask ${effect.field}${effect.optional ? ' (optional)' : ''}`;
    case 'notify':
      return `notify ${effect.to.text}`;
    case 'email':
      return `email ${effect.to.text}: “${effect.subject.text}”`;
    case 'call':
      return `call ${effect.call}`;
  }
}
