import type { Lexicon } from './lexicon.ts';
import { nameKey } from './phrases/fold.ts';
import type { Frame, Operand } from './phrases/frame.ts';
import { attributeNamed, attributesNamed, entityNamed, operandOf } from './phrases/names.ts';
import { pathOf } from './phrases/operand.ts';

/** What a requirement is about: a field of an entity, or the record itself. */
export interface Subject {
  readonly entity: string;
  /** The field that a failure stands at; null: none. */
  readonly field: string | null;
  readonly operand: Operand;
}

/**
 * What the words before a requirement name. Within an entity it is a field of it, a path, or the field of its lines
 * (`items[].quantity`); elsewhere the one field of that name in the whole document, or an entity, whichever is to be
 * looked for first. Null: nothing sure.
 */
export function subjectOf(
  words: string,
  entity: string | null,
  lexicon: Lexicon,
  first: 'field' | 'entity' = 'field',
): Subject | null {
  const text = words.replaceAll(/[`*]/g, '').trim();
  if (text === '' || text.length > 120) return null;
  if (entity !== null) return within(text, entity, lexicon);
  const record = first === 'entity' ? entityNamed(lexicon, text) : null;
  if (record !== null) return recordOf(record.name);
  const qualified = ofNamedEntity(text, lexicon);
  if (qualified !== null) return qualified;
  const holders = [
    ...new Set([text, `${text} id`].flatMap((each) => attributesNamed(lexicon, each)).map(({ entity: of }) => of)),
  ];
  const found = holders.flatMap((name) => field(name, text, lexicon) ?? []);
  if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  const named = entityNamed(lexicon, text);
  return named === null ? null : recordOf(named.name);
}

/** The record itself. */
export function recordOf(entity: string): Subject {
  return { entity, field: null, operand: { text: 'this', sort: 'record', entity, options: [], compound: false } };
}

/** The frame that the words of a requirement are read with. */
export function frameOfSubject({ entity, field, operand }: Subject, lexicon: Lexicon): Frame {
  return { lexicon, entity, prefix: '', subject: field === null ? null : operand };
}

function frame(entity: string, lexicon: Lexicon): Frame {
  return { lexicon, entity, prefix: '', subject: null };
}

function field(entity: string, name: string, lexicon: Lexicon): Subject | null {
  const attribute = attributeNamed(lexicon, entity, name);
  return attribute === null
    ? null
    : { entity, field: attribute.name, operand: operandOf(frame(entity, lexicon), attribute) };
}

function within(text: string, entity: string, lexicon: Lexicon): Subject | null {
  const own = field(entity, text, lexicon);
  if (own !== null) return own;
  const lines = /^([\p{L}\p{N}_ ]+)\[\w?\](?:\.([\s\S]+))?$/u.exec(text);
  if (lines !== null) return ofLines(entity, lines[1] ?? '', lines[2] ?? '', lexicon);
  const path = pathOf(text, frame(entity, lexicon), 0);
  const first = path === null ? null : /^([\p{L}_][\p{L}\p{N}_]*)\.|^this\["([^"]+)"\]/u.exec(path.text);
  return path === null ? null : { entity, field: first?.[1] ?? first?.[2] ?? null, operand: path };
}

function ofLines(entity: string, list: string, name: string, lexicon: Lexicon): Subject | null {
  const attribute = attributeNamed(lexicon, entity, list);
  return attribute?.type.kind === 'list' ? field(attribute.type.entity, name, lexicon) : null;
}

/** `Invoice.dueDate`, "the ticket's subject", "charge amount". */
function ofNamedEntity(text: string, lexicon: Lexicon): Subject | null {
  const match = /^(.+?)(?:\.|'s | )(.+)$/.exec(text);
  const words = text.split(' ');
  const cuts = match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const];
  const of = /^(.+?) of (?:an?|the|every|each) (.+)$/i.exec(text);
  if (of !== null) cuts.push([of[2] ?? '', (of[1] ?? '').replace(/^the /i, '')]);
  for (let index = 1; index < words.length && index < 4; index += 1)
    cuts.push([words.slice(0, index).join(' ').replace(/'s$/, ''), words.slice(index).join(' ')]);
  for (const [owner, name] of cuts) {
    const entity = entityNamed(lexicon, owner) ?? begunBy(owner, lexicon);
    const found = entity === null ? null : field(entity.name, name, lexicon);
    if (found !== null) return found;
  }
  return null;
}

/** "Damage" for the one entity "Damage report". */
function begunBy(word: string, { entities }: Lexicon) {
  const key = nameKey(word);
  const found = entities.filter(({ name }) => / /.test(name) && nameKey(name.split(' ')[0] ?? '') === key);
  return key !== '' && found.length === 1 ? (found[0] ?? null) : null;
}

/** The only text of an entity, which "Comment: 1 to 3,000 characters" is about. */
export function onlyTextOf(entity: string, lexicon: Lexicon): Subject | null {
  const stated = lexicon.entities.find(({ name }) => name === entity);
  const texts = stated?.fields.filter(({ name, type }) => {
    const isText = type.kind === 'text' || type.kind === 'long text';
    return isText && nameKey(name) !== 'id' && !/id$/i.test(name);
  });
  const [only] = texts ?? [];
  return texts?.length === 1 && only !== undefined ? field(entity, only.name, lexicon) : null;
}
