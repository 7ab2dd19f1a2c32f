import type { Diagnostic } from '../model/diagnostic.ts';
import type { Machine, Model, Operation } from '../model/model.ts';
import { nextLine } from '../model/points.ts';
import { LIMITS } from '../notation/points/9-limit-words.ts';

/**
 * A piece of notation that closes a gap: names are those of the document, values are examples to be replaced.
 * Empty where nothing general can be said.
 */
export function textToWrite(model: Model, { element, point, message }: Diagnostic): string {
  const kind = element?.split('/')[0];
  switch (kind) {
    case 'point':
      return point === null ? '' : nextLine(point);
    case 'screen':
      return model.roles.map(({ name }) => name).join(', ') || 'everyone who signs in';
    case 'machine':
      return editableIn(model.machines.find(({ id }) => id === element));
    case 'transition':
      return isAbout(message, 'Who')
        ? (model.roles[0]?.name ?? '')
        : condition(model, machineOf(model, element)?.entity);
    case 'rule':
      return condition(model, model.rules.find(({ id }) => id === element)?.entity);
    case 'permission':
      return 'yes';
    case 'entity':
      return point === 6 ? rows(model, element) : '';
    case 'field':
      return point === 3 && /type/i.test(message) ? 'text(1..80)' : '';
    case 'call':
      return `list ${model.entities[0]?.name ?? 'Task'}`;
    case 'constant':
      return constant(element?.split('/')[1] ?? '');
    case 'limit':
      return LIMITS.find(({ name }) => `limit/${name}` === element)?.write ?? '';
    default:
      return '';
  }
}

const isAbout = (message: string, word: string) => message.startsWith(`${word} `);

function machineOf(model: Model, element: string | null): Machine | undefined {
  return model.machines.find(({ transitions }) => transitions.some(({ id }) => id === element));
}

function editableIn(machine: Machine | undefined): string {
  const first = machine?.initial ?? machine?.states[0]?.name;
  return first === undefined ? '' : `- Editable in: ${first}`;
}

/** A condition over a field that there is. */
function condition(model: Model, entity: string | undefined): string {
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const field = fields.find(({ required }) => !required) ?? fields[0];
  return field === undefined
    ? ''
    : `\`${/^[\p{L}_][\p{L}\p{N}_]*$/u.test(field.name) ? field.name : `this["${field.name}"]`} != null\``;
}

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/** The rows that the matrix lacks, each with a refusal for every role: what is stated so is decided. */
function rows(model: Model, element: string | null): string {
  const entity = model.entities.find(({ id }) => id === element)?.name;
  if (entity === undefined) return '';
  const isThere = (operation: Operation) =>
    model.permissions.some((cell) => cell.entity === entity && cell.field === null && cell.operation === operation);
  const missing = OPERATIONS.filter((operation) => !isThere(operation));
  return missing.map((operation) => `| ${entity}: ${operation} |${model.roles.map(() => ' no |').join('')}`).join('\n');
}

/** An example of a value, by what the name sounds like. */
function constant(name: string): string {
  if (/ur[il]|address|host|endpoint/i.test(name)) return 'https://example.com';
  if (/day|window|age|after|delay|remind|deadline|period|timeout|duration|wait/i.test(name)) return '3 days';
  if (/size/i.test(name)) return '10 MB';
  return '100';
}
