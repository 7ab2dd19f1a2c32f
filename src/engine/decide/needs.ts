import { fieldType } from '../../fields/registry/lookup.ts';
import { isObject, type Json, member } from '../../fields/text/json.ts';
import type { Row } from '../../fields/text/value.ts';
import type { Field } from '../../model/types/model.ts';
import type { CompiledEntity, CompiledModel, Path } from '../compiled/compiled-model.ts';
import { withoutPrefixes } from '../compiled/follow-path.ts';
import type { CommentIntent, Intent } from '../core/intent.ts';
import type { Facts, Needs, RecordKey, RowNeed, UniqueNeed } from '../core/needs-and-facts.ts';
import { mustSignIn, type Principal } from '../core/principal.ts';
import { trackFacts } from '../core/tracked-facts.ts';
import { tokenIn } from '../input/input-files.ts';

/** Returns the records to which an input refers. They may not exist or not be readable. */
export function recordsNamedIn(model: CompiledModel, intent: Intent): readonly RecordKey[] {
  const entity = model.entities.get(intent.entity);
  return entity === undefined || !('input' in intent) ? [] : inputNeeds(model, entity, intent.input, intent.id).rows;
}

/**
 * Returns what `decide` reads for this intent, as far as it is known before any record is loaded. Referenced records
 * for which `unseen` returns true are not loaded.
 */
export function needs(
  model: CompiledModel,
  principal: Principal,
  intent: Intent,
  _now: number,
  unseen: (entity: string, id: string) => boolean = () => false,
): Needs {
  const entity = model.entities.get(intent.entity);
  if (entity === undefined || mustSignIn(principal)) return NOTHING;
  const input = 'input' in intent ? inputNeeds(model, entity, intent.input, intent.id) : NOTHING;
  const key: RecordKey = { entity: intent.entity, id: intent.id };
  const own: RowNeed[] = intent.kind === 'create' ? [] : [{ ...key, paths: entity.paths }];
  if (intent.kind === 'restore') return { ...NOTHING, rows: personNeeds(model, principal), deleted: own };
  return {
    rows: [...own, ...input.rows.filter(({ entity: of, id }) => !unseen(of, id)), ...personNeeds(model, principal)],
    unique: input.unique,
    files: input.files,
    referrers: intent.kind === 'delete' ? [key] : [],
  };
}

/** Returns what a comment intent reads. Mentioned people are requested when the comment is read. */
export function commentNeeds(model: CompiledModel, principal: Principal, intent: CommentIntent): Needs {
  if (!model.entities.has(intent.entity) || mustSignIn(principal)) return NOTHING;
  const record = recordNeeds(model, principal, intent.entity, [intent.id]);
  return intent.kind === 'comment' ? record : { ...record, comments: [intent.comment] };
}

/**
 * Returns what is still missing to answer this person with a record, or null if nothing is. `make` creates the answer;
 * the last answer that it made with nothing missing is valid. May be called repeatedly.
 */
export function moreAnswerNeeds({ row: me }: Principal, facts: Facts, make: (facts: Facts) => void): Needs | null {
  const { facts: recording, missing } = trackFacts({
    ...facts,
    row: (entity, id) => {
      const record = facts.row(entity, id);
      return record === undefined && me !== null && me.id === id && me.entity === entity ? me : record;
    },
  });
  make(recording);
  return missing();
}

/**
 * Returns what `readableValuesFor`, `allowedActions`, `wireRecord` and `etagOf` read for these records: the records and what their paths
 * lead to.
 */
export function recordNeeds(model: CompiledModel, principal: Principal, entity: string, ids: readonly string[]): Needs {
  const paths = model.entities.get(entity)?.paths ?? [];
  return { ...NOTHING, rows: [...ids.map((id) => ({ entity, id, paths })), ...personNeeds(model, principal)] };
}

/** Like `recordNeeds`, for deleted records. */
export function deletedNeeds(
  model: CompiledModel,
  principal: Principal,
  entity: string,
  ids: readonly string[],
): Needs {
  const paths = model.entities.get(entity)?.paths ?? [];
  return { ...NOTHING, rows: personNeeds(model, principal), deleted: ids.map((id) => ({ entity, id, paths })) };
}

/**
 * Returns what is still missing after `recordNeeds` to answer with these records: results of queries and their
 * dependencies. Null if nothing is missing. `make` creates the answer for a record; the last answer made with nothing
 * missing is valid. May be called repeatedly.
 */
export function moreRecordNeeds(
  model: CompiledModel,
  keys: readonly RecordKey[],
  facts: Facts,
  make: (row: Row, facts: Facts) => void,
): Needs | null {
  if (model.questions.size === 0) return null;
  const { facts: recording, missing } = trackFacts(facts);
  for (const { entity, id } of keys) {
    const row = model.entities.has(entity) ? recording.row(entity, id) : null;
    if (row) make(row, recording);
  }
  return missing();
}

/** Returns the records that history entries refer to: the people who acted, and the targets of changed references. */
export function historyNeeds(
  model: CompiledModel,
  entity: string,
  entries: readonly {
    readonly actor: object;
    readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
  }[],
): Needs {
  const keys = new Map<string, RowNeed>();
  const add = (target: string | undefined, id: unknown) => {
    const prepared = target === undefined ? undefined : model.entities.get(target);
    if (prepared === undefined || typeof id !== 'string') return;
    keys.set(JSON.stringify([prepared.name, id]), { entity: prepared.name, id, paths: prepared.readPaths });
  };
  for (const { actor, changes } of entries) {
    if ('person' in actor) add(model.people?.entity, actor.person);
    for (const { field, from, to } of changes) {
      const type = model.entities.get(entity)?.schema.attributes.get(field)?.type;
      if (type?.kind !== 'reference' && type?.kind !== 'references') continue;
      for (const value of [from, to]) {
        if (type.kind === 'reference') add(type.entity, value);
        else if (Array.isArray(value)) for (const id of value) add(type.entity, id);
      }
    }
  }
  return { ...NOTHING, rows: [...keys.values()] };
}

const NOTHING: Needs = { rows: [], unique: [], files: [], referrers: [] };

function personNeeds({ people }: CompiledModel, { row }: Principal): RowNeed[] {
  if (row === null || people === null || people.paths.length === 0) return [];
  return [{ entity: row.entity, id: row.id, paths: people.paths }];
}

interface InputNeeds {
  readonly rows: readonly RowNeed[];
  readonly unique: readonly UniqueNeed[];
  readonly files: readonly string[];
}

/** Returns the referenced records, unique values and uploads in an input, without validating it. */
function inputNeeds(model: CompiledModel, entity: CompiledEntity, input: Json, except: string): InputNeeds {
  if (!isObject(input)) return NOTHING;
  const needsOfFields = entity.entity.fields
    .filter((field) => Object.hasOwn(input, field.name))
    .map((field) => fieldNeeds(model, entity, field, member(input, field.name), except));
  return joined(needsOfFields);
}

function fieldNeeds(
  model: CompiledModel,
  entity: CompiledEntity,
  field: Field,
  input: Json,
  except: string,
): InputNeeds {
  const { type } = field;
  const rows: RowNeed[] = [];
  const files: string[] = [];
  if (type.kind === 'list') {
    const lines = model.entities.get(type.entity);
    const items = Array.isArray(input) && lines !== undefined ? (input as readonly Json[]).slice(0, MOST_LINES) : [];
    return joined(items.map((item) => (lines === undefined ? NOTHING : inputNeeds(model, lines, item, except))));
  }
  if (type.kind === 'reference' || type.kind === 'references') {
    const ids = type.kind === 'reference' ? [input] : severalOf(input);
    const paths = pathsThrough(model, entity, field);
    for (const id of ids) {
      if (typeof id === 'string' && id !== '') rows.push({ entity: type.entity, id: id.trim(), paths });
    }
  }
  if (type.kind === 'file') {
    for (const one of type.several ? severalOf(input) : [input]) {
      const token = tokenIn(one);
      if (token !== null) files.push(token);
    }
  }
  return { rows, files, unique: uniqueNeeds(model, entity, field, input, except) };
}

const severalOf = (input: Json): readonly Json[] =>
  Array.isArray(input) ? (input as readonly Json[]).slice(0, MOST_LINES) : [];

/** A longer list is refused anyway, or its remaining items are loaded when the decision misses them. */
const MOST_LINES = 1000;

function uniqueNeeds(
  model: CompiledModel,
  entity: CompiledEntity,
  field: Field,
  input: Json,
  except: string,
): UniqueNeed[] {
  if (!field.unique && !field.signIn) return [];
  const read = fieldType(field.type.kind).read(input, field.type, model.bounds);
  if ('problem' in read || read.value === null) return [];
  return [{ entity: entity.name, field: field.name, value: read.value, except }];
}

/** Returns the paths from the referenced record that are needed to read it and to decide about the referring record. */
function pathsThrough(model: CompiledModel, entity: CompiledEntity, field: Field): Path[] {
  const { type } = field;
  const target = type.kind === 'reference' || type.kind === 'references' ? model.entities.get(type.entity) : undefined;
  const through = entity.paths.flatMap((path) => (path[0] === field.name && path.length > 1 ? [path.slice(1)] : []));
  return withoutPrefixes([...(target?.readPaths ?? []), ...through]);
}

function joined(all: readonly InputNeeds[]): InputNeeds {
  return {
    rows: all.flatMap(({ rows }) => rows),
    unique: all.flatMap(({ unique }) => unique),
    files: all.flatMap(({ files }) => files),
  };
}
