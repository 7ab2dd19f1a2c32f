import { parseExpression } from '../../expressions/syntax/parse.ts';
import type { Type } from '../../model/types/types.ts';
import type { Lexicon } from './lexicon.ts';
import type { Attribute } from './phrases/frame.ts';
import { attributeNamed, entityNamed } from './phrases/names.ts';

/** What is counted or added up over the records that lead to one, as an expression. */
export interface Query {
  readonly text: string;
  readonly type: Type;
}

const WHAT =
  /^(?:the )?(sum|total|number|count|average|mean|least|lowest|greatest|highest) (?:of|over) (?:the |all (?:the )?)?(.+)$/i;
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['sum', 'sum'],
  ['total', 'sum'],
  ['number', 'count'],
  ['count', 'count'],
  ['average', 'average'],
  ['mean', 'average'],
  ['least', 'min'],
  ['lowest', 'min'],
  ['greatest', 'max'],
  ['highest', 'max'],
]);

/**
 * `sum of the amounts of the person's charges in state Open`, `count of offers accepted`, `average of scorecard totals`:
 * over the records of which one path leads to a record of the entity. Null where a word is not understood.
 */
export function queryOf(written: string, entity: string, lexicon: Lexicon): Query | null {
  if (written.length > 160) return null;
  const found = WHAT.exec(written.replace(/, (?:with |to )?\d decimals?$/i, ''));
  const name = FUNCTIONS.get(found?.[1]?.toLowerCase() ?? '');
  if (found === null || name === undefined) return null;
  const rest = found[2] ?? '';
  if (name === 'count') return queryWritten(name, null, recordsOf(rest, lexicon), entity, lexicon);
  const [field, records] = fieldAndRecords(rest, lexicon);
  const attribute = records === null ? null : attributeNamed(lexicon, records.entity, field);
  return attribute === null ? null : queryWritten(name, attribute, records, entity, lexicon);
}

interface Records {
  readonly entity: string;
  /** Null: all of them. */
  readonly condition: string | null;
}

/** `amounts of the charges in state Open`, `scorecard totals` */
function fieldAndRecords(text: string, lexicon: Lexicon): readonly [string, Records | null] {
  const of = text.indexOf(' of ');
  if (of > 0) return [text.slice(0, of), recordsOf(text.slice(of + 4), lexicon)];
  const words = text.split(' ');
  for (let count = 1; count < Math.min(words.length, 4); count += 1) {
    const entity = entityNamed(lexicon, words.slice(0, count).join(' '));
    if (entity !== null) return [words.slice(count).join(' '), { entity: entity.name, condition: null }];
  }
  return ['', null];
}

/** `the person's charges in state Open`, `offers accepted`, `picks that were placed` */
function recordsOf(written: string, lexicon: Lexicon): Records | null {
  const words = written.replace(/^(?:(?:the|all|its|their) ){0,2}(?:\p{L}+'s )?/iu, '').split(' ');
  for (let count = Math.min(words.length, 4); count > 0; count -= 1) {
    const entity = entityNamed(lexicon, words.slice(0, count).join(' '));
    if (entity === null) continue;
    const rest = words.slice(count).join(' ');
    const states = /^(?:(?:that|which) (?:are|were|is|was|have been) |in (?:the )?(?:states? )?)?(.+)$/i.exec(
      rest,
    )?.[1];
    const condition = states === undefined ? null : conditionOf(states, entity.name, lexicon);
    return states !== undefined && condition === null ? null : { entity: entity.name, condition };
  }
  return null;
}

/** `Open or Sent`: the states of its machine, else the choices of the one field that has them all. */
function conditionOf(states: string, entity: string, lexicon: Lexicon): string | null {
  const names = states.split(/ or |, /).map((each) => each.toLowerCase());
  const machines = lexicon.machines
    .filter((machine) => machine.entity === entity)
    .map((machine) => ({ name: machine.name, values: machine.states.map(({ name }) => name) }));
  const fields = (entityNamed(lexicon, entity)?.fields ?? []).flatMap(({ name, type }) =>
    type.kind === 'choice' ? [{ name, values: type.options.map((option) => option.name) }] : [],
  );
  const having = [...machines, ...fields]
    .map(({ name, values }) => ({
      name,
      found: names.flatMap((one) => values.find((value) => value.toLowerCase() === one) ?? []),
    }))
    .filter(({ found }) => found.length === names.length);
  const [only] = having;
  if (having.length !== 1 || only === undefined || !isPlain(only.name)) return null;
  const values = only.found.map((value) => (isPlain(value) ? value : JSON.stringify(value)));
  return values.length === 1 ? `${only.name} == ${values[0]}` : `${only.name} in [${values.join(', ')}]`;
}

const isPlain = (name: string) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name);

function queryWritten(
  name: string,
  attribute: Attribute | null,
  records: Records | null,
  entity: string,
  lexicon: Lexicon,
): Query | null {
  if (records === null || records.entity === entity || !isPlain(records.entity)) return null;
  const type = typeOf(name, attribute);
  if (type === null || (attribute !== null && !isPlain(attribute.name))) return null;
  const member = attribute === null ? '' : `.${attribute.name}`;
  const own = fieldsTo(entity, records.entity, ['list', 'references'], lexicon);
  const back = pathsTo(records.entity, entity, lexicon);
  const where = records.condition === null ? '' : ` where ${records.condition}`;
  const text =
    own.length === 1 && back.length === 0
      ? `${name}(${own[0]}${member}${where})`
      : own.length === 0 && back.length === 1
        ? `${name}(${records.entity}${member} where ${back[0]} == this${where.replace(' where ', ' and ')})`
        : null;
  return text === null || parseExpression(text).tree === null ? null : { text, type };
}

function typeOf(name: string, attribute: Attribute | null): Type | null {
  if (name === 'count') return { kind: 'integer', min: null, max: null, step: null, unit: null };
  const type = attribute?.type;
  if (type?.kind === 'money' || type?.kind === 'decimal') return { ...type, min: null, max: null };
  if (type?.kind !== 'integer') return null;
  return name === 'average'
    ? { kind: 'decimal', precision: 15, scale: 4, min: null, max: null, unit: type.unit }
    : { ...type, min: null, max: null, step: null };
}

/** The fields of the one that lead to the other. */
function fieldsTo(from: string, to: string, kinds: readonly Type['kind'][], lexicon: Lexicon): string[] {
  const fields = entityNamed(lexicon, from)?.fields ?? [];
  return fields.flatMap(({ name, type }) =>
    kinds.includes(type.kind) && 'entity' in type && type.entity === to && isPlain(name) ? [name] : [],
  );
}

/** The references by which a record leads to one of the entity, over one other at most. */
function pathsTo(from: string, to: string, lexicon: Lexicon): string[] {
  // Who did something to a record is none that it belongs to.
  const direct = fieldsTo(from, to, ['reference'], lexicon).filter((name) => !/by(?:id)?$/i.test(name));
  if (direct.length > 0) return direct;
  const fields = entityNamed(lexicon, from)?.fields ?? [];
  return fields.flatMap(({ name, type }) =>
    type.kind === 'reference' && type.entity !== from && isPlain(name)
      ? fieldsTo(type.entity, to, ['reference'], lexicon).map((next) => `${name}.${next}`)
      : [],
  );
}
