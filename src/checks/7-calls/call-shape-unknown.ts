import { checkExpression } from '../../expressions/infer/check.ts';
import { targetOf } from '../../expressions/shapes/resolve-member.ts';
import {
  answerShapeOf,
  requestShapeOf,
  type ShapeEntry,
  shownMembersOf,
  type UnresolvedPart,
} from '../../expressions/shapes/resolve-shape.ts';
import { callOfUrl } from '../../expressions/shapes/resolve-url.ts';
import { parseExpression } from '../../expressions/syntax/parse.ts';
import { entityOfCall } from '../../model/lookups/call-record.ts';
import type { EntitySchema, Schema } from '../../model/lookups/schema.ts';
import type { Call } from '../../model/types/model.ts';
import type { Type } from '../../model/types/types.ts';
import { placeWithin, withArticle } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'call-shape-unknown',
  point: 7,
  severity: 'error',
  about: 'A name in the body or the answer of a call that is not a field.',
  *find({ model, schema }) {
    const reported = new Set<string>();
    for (const call of model.calls) {
      const entity = schema.entities.get(entityOfCall(call) ?? '');
      if (call.standing !== 'stated' || entity === undefined) continue;
      for (const { key, from, to, of } of requestShapeOf(call, entity, schema)?.unresolved ?? [])
        yield {
          element: call.id,
          at: (call.sendsShape === null ? null : placeWithin(call.sendsShape, from, to)) ?? call.at,
          message: `The call ${call.name} is sent ${key}, which is not a field of ${of.entity.name}.`,
          next: nextFor(of),
        };
      if (call.does.kind === 'bulk' && call.does.act === 'delete all' && call.gets !== '')
        yield {
          element: call.id,
          at: call.at,
          message: `The call ${call.name} deletes all records of ${entity.entity.name}, so it returns nothing.`,
          next: 'Leave Gets blank.',
        };
      for (const { key, field } of singleInBrackets(call, entity, schema))
        yield {
          element: call.id,
          at: call.sendsShape?.at ?? call.at,
          message: `The call ${call.name} is sent several ${key}, but ${withArticle(entity.entity.name)} has one ${field}.`,
          next: 'Remove the brackets.',
        };
      for (const { row, entry } of shownMembersOf(call, entity, schema))
        if (entry === null)
          yield {
            element: call.id,
            at: row.at ?? call.at,
            message: `The parameter ${row.name} shows what ${entity.entity.name} does not have.`,
            next: `Name a field or an expression, or another record and its shape: \`owner as Person\`.`,
          };
      for (const part of answerShapeOf(call, entity, schema)?.unresolved ?? []) {
        const { row } = part;
        const finding = {
          element: row?.element ?? call.id,
          at: row?.at ?? call.at,
          ...unresolvedTexts(
            row === undefined ? `The call ${call.name} returns` : `The shape ${row.shape} has`,
            part,
            schema,
          ),
        };
        // Several calls may have the same shape.
        const text = JSON.stringify(finding);
        if (!reported.has(text)) yield finding;
        reported.add(text);
      }
    }
  },
});

interface Texts {
  readonly message: string;
  readonly next: string;
}

/** Returns what is wrong with a member that names a shape; null if it names none. */
function shapeProblem(subject: string, { key, value, of }: UnresolvedPart, schema: Schema): Texts | null {
  const [, from = 'this', as = value === '' ? key : value] = /^(.+?)\s+as\s+(\S.*)$/.exec(value) ?? [];
  const name = as.replace(/^\[\s*|\s*\]$/g, '');
  const shapes = schema.model.shapes.filter((shape) => shape.name === name);
  const [first] = shapes;
  if (first === undefined) return null;
  const target = targetOf(from, of, schema)?.target.entity.name ?? from.split(/\s+by\s+/)[0];
  if (shapes.some(({ entity }) => entity === target))
    return {
      message: `${subject} ${key} in the shape ${name}, which would contain itself.`,
      next: 'State a shape without this member for it, or name one field.',
    };
  return {
    message: `${subject} ${key} in the shape ${name}, which is of ${first.entity}, not of ${target}.`,
    next: `Name a shape of ${target}, or one field.`,
  };
}

/** Returns what is wrong with a member that is not resolved. `subject`: who has it. */
function unresolvedTexts(subject: string, part: UnresolvedPart, schema: Schema): Texts {
  const { key, value, of } = part;
  const reading = callOfUrl(value);
  if (reading !== null)
    return {
      message: `${subject} ${key}, the address of ${reading}, which reads no ${of.entity.name} that its path names.`,
      next: `Name a call that does \`read ${of.entity.name}\`, or remove ${key}.`,
    };
  if (value === '' && /\s/.test(key.trim()) && !/[[\]{}]/.test(key))
    return {
      message: `${subject} “${key}”, which is not a record, shape or field of ${of.entity.name}; it answers with nothing of the record.`,
      next: `Write \`${of.entity.name}\` for the whole record, fields with commas between them, or a shape: \`{ "${nameIn(of)}": ${nameIn(of)} }\`.`,
    };
  const other = shapeProblem(subject, part, schema);
  if (other !== null) return other;
  const problem = problemOf(value, of, schema);
  if (problem !== null)
    return { message: `${subject} ${key}, whose value is not read: ${problem.message}`, next: problem.next };
  return { message: `${subject} ${key}, which is not a field of ${of.entity.name}.`, next: nextFor(of) };
}

/** Returns what is wrong with a value that is an expression rather than a name; null if nothing is known to be. */
function problemOf(value: string, { entity }: EntitySchema, schema: Schema): { message: string; next: string } | null {
  if (/^[\p{L}\p{N}_ ]*$/u.test(value) || / (?:as|by) /.test(value)) return null;
  const { tree, problems } = parseExpression(value);
  const found = tree === null ? problems : checkExpression(tree, { schema, entity: entity.name, wants: null }).problems;
  return found.find(({ severity }) => severity === 'error') ?? null;
}

/** Returns the names of a body with brackets around a field that holds one value. */
function singleInBrackets(call: Call, entity: EntitySchema, schema: Schema): { key: string; field: string }[] {
  const inBrackets = (entries: readonly ShapeEntry[]): { key: string; field: string }[] =>
    entries.flatMap((entry) => {
      if (entry.kind === 'inside')
        return entry.several === true ? [{ key: entry.key, field: entry.key }] : inBrackets(entry.entries);
      if (entry.kind !== 'field' || entry.several !== true) return [];
      const type = entity.attributes.get(entry.field)?.type;
      return type === undefined || holdsSeveral(type) ? [] : [{ key: entry.key, field: entry.field }];
    });
  return inBrackets(requestShapeOf(call, entity, schema)?.shape ?? []);
}

const holdsSeveral = (type: Type): boolean =>
  ['list', 'texts', 'references'].includes(type.kind) || ('several' in type && type.several);

const nameIn = ({ title }: EntitySchema): string => title ?? 'name';

function nextFor(of: EntitySchema): string {
  const name = nameIn(of);
  return `Name a field of ${of.entity.name} after the colon, as in \`{ "${name}": ${name} }\`, or remove it.`;
}
