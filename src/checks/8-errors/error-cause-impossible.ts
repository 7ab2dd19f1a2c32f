import type { Entity, Field, Model } from '../../model/types/model.ts';
import { STANDARD_CODES } from '../../model/types/standard-codes.ts';
import type { Kind } from '../../model/types/types.ts';
import { joinNames } from '../lookups/text-places.ts';
import { defineCheck } from '../runner/check.ts';

export const check = defineCheck({
  code: 'error-cause-impossible',
  point: 8,
  severity: 'warning',
  about: 'An entry for certain entities or fields that never raise its error.',
  *find({ model }) {
    for (const entry of model.errors) {
      if (entry.standing !== 'stated') continue;
      const causes = entry.causes.flatMap(({ name, at }) => {
        const subject = subjectOf(model, name);
        return subject === null ? [] : { name, at, subject };
      });
      const codes = [entry.code, ...entry.standsFor];
      const never = causes.filter(({ subject }) => !codes.some((code) => mayRaise(model, code, subject)));
      const [first] = never;
      if (first === undefined) continue;
      yield {
        element: entry.id,
        at: first.at ?? entry.at,
        message: `${joinNames(
          never.map(({ name }) => name),
          'and',
        )} never ${never.length === 1 ? 'raises' : 'raise'} ${joinNames(codes, 'or')}.`,
        next: 'Name what raises it under When, or remove the entry.',
      };
    }
  },
});

/** An entity, or one of its fields. */
interface Subject {
  readonly entity: Entity;
  readonly field: Field | null;
}

function subjectOf({ entities }: Model, cause: string): Subject | null {
  const dot = cause.lastIndexOf('.');
  const entity = entities.find(({ name }) => name === (dot < 0 ? cause : cause.slice(0, dot)));
  if (entity === undefined) return null;
  if (dot < 0) return { entity, field: null };
  const field = entity.fields.find(({ name }) => name === cause.slice(dot + 1));
  return field === undefined ? null : { entity, field };
}

/** The kinds of fields whose values have a length. */
const LONG: ReadonlySet<Kind> = new Set<Kind>(['text', 'long text', 'password', 'texts', 'number series', 'email']);

/** The kinds of fields with a number of items. */
const SEVERAL: ReadonlySet<Kind> = new Set<Kind>(['list', 'texts', 'references', 'choice', 'role', 'file']);

/** The kinds of fields that may raise an error. Errors that are absent may concern any field. */
const KINDS: ReadonlyMap<string, ReadonlySet<Kind>> = new Map([
  ['TOO_LONG', LONG],
  ['TOO_SHORT', LONG],
  ['TOO_FEW_LINES', SEVERAL],
  ['TOO_MANY_LINES', SEVERAL],
  ['WRONG_FILE', new Set<Kind>(['file'])],
]);

function mayRaise(model: Model, code: string, { entity, field }: Subject): boolean {
  if (raises(model, code, entity, field)) return true;
  if (!STANDARD_CODES.has(code)) return false;
  switch (code) {
    case 'IN_USE':
      return restricts(model, entity, field);
    case 'NOT_UNIQUE':
      return isUnique(entity, field);
    case 'WRONG_STATE':
      return model.machines.some((machine) => isOf(model, machine.entity, entity));
    default: {
      const kinds = KINDS.get(code);
      const fields = field === null ? entity.fields : [field];
      return kinds === undefined || fields.some(({ type }) => kinds.has(type.kind));
    }
  }
}

/** Whether a rule, an event or a key of the entity states the code. */
function raises({ rules, machines }: Model, code: string, { name, unique }: Entity, field: Field | null): boolean {
  const keys = unique.filter(({ fields }) => field === null || fields.some((one) => one.name === field.name));
  if (keys.some(({ error }) => error?.name === code)) return true;
  // Rules and events are named themselves and not by a field.
  if (field !== null) return false;
  return (
    rules.some((rule) => rule.entity === name && rule.error?.name === code) ||
    machines.some(
      (machine) =>
        machine.entity === name &&
        machine.transitions.some(({ error, wrongState }) => error?.name === code || wrongState?.name === code),
    )
  );
}

/** Whether a reference restricts the deletion of the entity. As a field, it is the restricting one. */
function restricts({ entities }: Model, { name }: Entity, field: Field | null): boolean {
  const refers = ({ type, onDelete }: Field, to: string) =>
    (type.kind === 'reference' || type.kind === 'references') && type.entity === to && onDelete === 'restrict';
  if (field === null) return entities.some(({ fields }) => fields.some((one) => refers(one, name)));
  return entities.some((entity) => refers(field, entity.name));
}

const isUnique = ({ unique, fields }: Entity, field: Field | null): boolean =>
  field === null
    ? unique.length > 0 || fields.some((one) => one.unique)
    : field.unique || unique.some((key) => key.fields.some(({ name }) => name === field.name));

/** Whether the states are those of the entity, of its lines, or of the record that it belongs to. */
const isOf = ({ entities }: Model, of: string, { name, belongsTo }: Entity): boolean =>
  of === name ||
  of === belongsTo?.name ||
  entities.some((entity) => entity.name === of && entity.belongsTo?.name === name);
