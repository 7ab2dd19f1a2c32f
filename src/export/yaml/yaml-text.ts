import type { Json } from '../../fields/text/json.ts';

/** Returns a JSON value as YAML 1.2 in block style. Text that YAML could read as something else is quoted. */
export function yamlText(value: Json): string {
  return `${block(value, 0).replace(/^\n/, '')}\n`;
}

/** Returns what follows a key or a hyphen: a value on the same line, or lines that are indented. */
function block(value: Json, depth: number): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  const indent = '  '.repeat(depth);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((item: Json) => `\n${indent}- ${inItem(item, depth)}`).join('');
  }
  const members = Object.entries(value as { readonly [name: string]: Json });
  if (members.length === 0) return '{}';
  return members
    .map(([name, member]) => `\n${indent}${textScalar(name)}:${separated(block(member, depth + 1))}`)
    .join('');
}

/** The first member of an object is written on the line of its hyphen. */
const inItem = (item: Json, depth: number): string => block(item, depth + 1).trimStart();

const separated = (text: string): string => (text.startsWith('\n') ? text : ` ${text}`);

const scalar = (value: string | number | boolean | null): string =>
  typeof value === 'string' ? textScalar(value) : String(value);

/** Words that YAML 1.1 or 1.2 reads as a truth value, null or a number. */
const SPECIAL = /^(?:true|false|null|yes|no|on|off|y|n|~|[-+.\d].*)$/i;

function textScalar(text: string): string {
  const isPlain = /^[\p{L}\p{N}_/$][\p{L}\p{N}_/$(), .:;'’“”{}<>=-]*$/u.test(text);
  const isSafe = isPlain && !SPECIAL.test(text) && !/: |:$| $/.test(text) && !text.includes('\n');
  return isSafe ? text : JSON.stringify(text);
}
