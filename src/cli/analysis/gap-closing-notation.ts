import type { Diagnostic } from '../../model/types/diagnostic.ts';
import type { Machine, Model, Operation } from '../../model/types/model.ts';
import { templateForPoint } from '../../model/types/point-templates.ts';
import { LIMITS } from '../../notation/limits/limit-values.ts';
import { callPurpose, quoted, screenValue } from './gap-values.ts';

/**
 * Returns a piece of notation that closes a gap, with the document's names and example values; empty if none can be
 * given.
 */
export function notationClosingGap(model: Model, finding: Diagnostic): string {
  if (finding.code === 'time-zone-assumed') return '- Time zone: Europe/Berlin';
  const kind = finding.element?.split('/')[0];
  const name = NOT_SHOWN.exec(finding.message)?.[1];
  if (name !== undefined && kind !== 'constant' && kind !== 'limit') return textFor(model, finding, name);
  return textOf(model, finding);
}

/** Matches the name of a key, column or list item that is written as not shown. */
const NOT_SHOWN = /^“([^”]+)”(?: of .+)? is not shown\.$/;

function textFor(model: Model, { element }: Diagnostic, name: string): string {
  const screen = model.screens.find(({ id }) => id === element);
  if (screen !== undefined) return screenValue(model, screen, name) ?? BLANK;
  if (name === 'Required') return 'yes';
  if (name === 'For') return 'members, the board';
  if (name === 'Unique') return model.entities.find(({ id }) => id === element)?.fields[0]?.name ?? BLANK;
  return element === null || element.startsWith('field/') ? `${name}: …` : BLANK;
}

/** States that there is nothing. */
const BLANK = '-';

function textOf(model: Model, { element, point, message }: Diagnostic): string {
  const kind = element?.split('/')[0];
  switch (kind) {
    case 'point':
      return point === null ? '' : templateForPoint(point);
    case 'screen':
      return model.roles.map(({ name }) => name).join(', ') || 'everyone who signs in';
    case 'machine':
      return editableIn(model.machines.find(({ id }) => id === element));
    case 'transition':
      if (/^What happens|^The error/.test(message)) return BLANK;
      return isAbout(message, 'Who') ? whoMay(model) : condition(model, machineOf(model, element)?.entity);
    case 'rule':
      return isAbout(message, 'The condition')
        ? condition(model, model.rules.find(({ id }) => id === element)?.entity)
        : BLANK;
    case 'permission':
      return 'yes';
    case 'entity':
      return point === 6 ? rows(model, element) : '';
    case 'field':
      return point === 3 && /type/i.test(message) ? 'text(1..80)' : '';
    case 'call':
      return /^How/.test(message)
        ? BLANK
        : callPurpose(
            model,
            model.calls.find(({ id }) => id === element),
          );
    case 'constant':
      return constant(model, element?.split('/')[1] ?? '');
    case 'error':
      return /message/i.test(message) ? 'This can’t be done now.' : BLANK;
    case 'limit':
      return LIMITS.find(({ name }) => `limit/${name}` === element)?.write ?? '';
    default:
      return '';
  }
}

/** Returns the first role that a signed-in person can have. */
function whoMay({ roles }: Model): string {
  return (roles.find(({ guest, relation }) => !guest && relation.length === 0) ?? roles[0])?.name ?? '';
}

const isAbout = (message: string, word: string) => message.startsWith(`${word} `);

function machineOf(model: Model, element: string | null): Machine | undefined {
  return model.machines.find(({ transitions }) => transitions.some(({ id }) => id === element));
}

function editableIn(machine: Machine | undefined): string {
  const first = machine?.initial ?? machine?.states[0]?.name;
  return first === undefined ? '' : `- Editable in: ${first}`;
}

/** Returns a condition on an existing field. */
function condition(model: Model, entity: string | undefined): string {
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? [];
  const field = fields.find(({ required }) => !required) ?? fields[0];
  return field === undefined ? '' : `\`${quoted(field.name)} != null\``;
}

const OPERATIONS: readonly Operation[] = ['read', 'create', 'change', 'delete'];

/** Returns the missing rows of the permission matrix, denying every role. */
function rows(model: Model, element: string | null): string {
  const entity = model.entities.find(({ id }) => id === element)?.name;
  if (entity === undefined) return '';
  const isStated = (operation: Operation) =>
    model.permissions.some((cell) => cell.entity === entity && cell.field === null && cell.operation === operation);
  const missing = OPERATIONS.filter((operation) => !isStated(operation));
  return missing.map((operation) => `| ${entity}: ${operation} |${model.roles.map(() => ' no |').join('')}`).join('\n');
}

/** Returns an example value of a constant, by the formula that uses it, else by its name. */
function constant(model: Model, name: string): string {
  if (formulasOf(model).some((text) => isSpan(text, name))) return '3 days';
  if (/ur[il]|address|host|endpoint/i.test(name)) return 'https://example.com';
  if (/day|window|age|after|delay|remind|deadline|period|timeout|duration|wait/i.test(name)) return '3 days';
  if (/size/i.test(name)) return '10 MB';
  return '100';
}

function formulasOf({ rules, machines, screens }: Model): readonly string[] {
  const transitions = machines.flatMap(({ transitions }) => transitions);
  const delays = transitions.flatMap(({ timer }) =>
    timer !== null && 'delay' in timer ? `today + ${timer.delay.text}` : [],
  );
  const conditions = [
    ...rules.map(({ condition }) => condition),
    ...transitions.map(({ guard }) => guard),
    ...screens.map(({ filter }) => filter),
  ];
  return [...delays, ...conditions.flatMap((each) => each?.text ?? [])];
}

/** Returns whether a formula uses the name as a duration, as in `today - NAME`. */
function isSpan(text: string, name: string): boolean {
  return text
    .split(name)
    .slice(0, -1)
    .some((before) => /(?:\btoday|\bnow|(?:On|At|[dD]ate|_on|_at))\s*[+-]\s*$/.test(before));
}
