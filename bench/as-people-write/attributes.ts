import type { Entity, Field, Model } from '../../src/model/types/model.ts';
import { type Ask, ask, boundsOf } from './ask.ts';
import { absent, type Found, found, type Problem, wrong } from './judge.ts';
import type { AttributeKey, FieldKey } from './key.ts';
import { fold, named } from './names.ts';
import { canonicalFormula, canonicalText } from './values.ts';

/** What the document says of a field besides its type, each an item of its own. */
export function attributesOf(
  model: Model,
  entity: Entity | null,
  field: Field | null,
  key: FieldKey,
  what: string,
): Found[] {
  return key.attributes
    .filter(({ name }) => !name.endsWith('?') && name !== 'builtIn' && name !== 'owner')
    .map((each) => {
      const text = `${what}: ${each.name} ${each.value}`.trimEnd();
      const problem =
        entity === null || field === null ? absent('no field') : attributeProblem(ask(model), entity, field, each);
      return found('attributes', each, text, problem);
    });
}

function attributeProblem(m: Ask, entity: Entity, field: Field, { name, value }: AttributeKey): Problem | null {
  const held = (holds: boolean) => (holds ? null : absent('not held'));
  const number = Number(value);
  const bounds = boundsOf(m.model, field);
  switch (name) {
    case 'required':
      return held(m.required(entity.name, field.name));
    case 'requiredWhen':
      return held(Boolean(field.requiredWhen?.tree) || m.rule(entity.name, field.name, 'null'));
    case 'shown':
      return held(Boolean(field.shownWhen?.tree) || m.rule(entity.name, field.name, 'null'));
    case 'optional':
      return field.required ? wrong('it is required') : null;
    case 'unique':
      return held(field.unique);
    case 'uniqueWith':
      return held(isUniqueWith(entity, field.name, value));
    case 'default':
      return defaultProblem(field, value);
    case 'byProduct':
      return held(field.byProduct || field.type.kind === 'number series' || field.computed !== null);
    case 'computed':
      return held(Boolean(field.computed?.tree) || isSet(m, entity.name, field.name));
    case 'writeOnly':
      return held(field.writeOnly);
    case 'fixed':
      return held(field.fixed || field.type.kind === 'number series');
    case 'min':
      return boundProblem(bounds.min, number, m.rule(entity.name, field.name, number));
    case 'max':
      return boundProblem(bounds.max, number, m.rule(entity.name, field.name, number));
    case 'above':
      return held(
        (bounds.min ?? number) > number ||
          m.rules(entity.name).some((rule) => m.compares(rule.condition, field.name, '>', number)),
      );
    case 'step':
      return held(
        (field.type.kind === 'integer' && field.type.step === number) || m.rule(entity.name, field.name, '%', number),
      );
    case 'matches':
      return patternProblem(patternsOf(m, entity, field), field, value, true);
    case 'rejects':
      return patternProblem(patternsOf(m, entity, field), field, value, false);
    default:
      throw new Error(`The key says ${name}, which nothing compares.`);
  }
}

const isUniqueWith = (entity: Entity, field: string, other: string) =>
  entity.unique.some(
    ({ fields }) => fields.some(({ name }) => name === field) && fields.some(({ name }) => named(name, other)),
  );

const isSet = (m: Ask, entity: string, field: string) =>
  m.transitions(entity, '*', '*').some((each) => m.effect(each, 'set', field));

function defaultProblem(field: Field, value: string): Problem | null {
  if (field.default === null) return absent('no default');
  const stated = canonicalFormula(field.default);
  const same = stated === canonicalText(value) || fold(field.default.text) === fold(value);
  const alike = /^[\d.]+$/u.test(value) && Number.parseFloat(field.default.text) === Number(value);
  return same || alike ? null : wrong(`its default is ${field.default.text}`);
}

function boundProblem(stated: number | null, wanted: number, byRule: boolean): Problem | null {
  if (stated === wanted || byRule) return null;
  return stated === null ? absent('no bound') : wrong(`it is ${stated}`);
}

/** The pattern of the field itself, and those that rules of its entity ask it to match. */
function patternsOf(m: Ask, entity: Entity, field: Field): string[] {
  const asked = m.rules(entity.name).flatMap(({ condition }) => {
    const found = [
      ...(condition?.text ?? '').matchAll(
        /(?:\["([^"]+)"\]|([\p{L}_][\p{L}\p{N}_]*))\.matches\(("(?:[^"\\]|\\.)*")\)/gu,
      ),
    ];
    return found.flatMap(([, quoted, plain, source = '""']) =>
      (quoted ?? plain) === field.name ? [String(JSON.parse(source))] : [],
    );
  });
  return field.pattern === null ? asked : [field.pattern, ...asked];
}

function patternProblem(patterns: readonly string[], field: Field, sample: string, wanted: boolean): Problem | null {
  if (field.type.kind === 'number series') return null;
  if (patterns.length === 0) return absent('no pattern');
  const meets = patterns.every((pattern) => new RegExp(`^(?:${pattern})$`, 'u').test(sample));
  return meets === wanted
    ? null
    : wrong(`its pattern ${patterns.join(', ')} ${wanted ? 'refuses' : 'takes'} ${sample}`);
}

/** What the Model says of a field and the document does not. */
export function unstated(model: Model, field: Field, key: FieldKey, requiredUnlessMarked: boolean): string[] {
  const says = (...names: readonly string[]) =>
    key.attributes.some(({ name }) => names.includes(name.replace('?', '')));
  const bounds = boundsOf(model, field);
  const fair = requiredUnlessMarked && !says('optional');
  const problems: [boolean, string][] = [
    [field.required && !fair && !says('required', 'requiredWhen', 'owner', 'builtIn', 'optional'), 'required'],
    [field.unique && !says('unique', 'uniqueWith', 'builtIn') && field.type.kind !== 'number series', 'unique'],
    [field.default !== null && !says('default'), 'default'],
    [field.computed !== null && !says('computed'), 'computed'],
    [field.byProduct && !says('byProduct', 'computed', 'builtIn', 'fixed'), 'set by the product'],
    [field.fixed && !says('fixed', 'builtIn') && field.type.kind !== 'number series', 'fixed'],
    [bounds.min !== null && bounds.min > 1 && !says('min', 'above', 'matches'), `at least ${bounds.min}`],
    [bounds.max !== null && !says('max', 'matches') && !isChoiceOfNumbers(key), `at most ${bounds.max}`],
    [field.pattern !== null && !says('matches', 'pattern'), `pattern ${field.pattern}`],
    [field.writeOnly && !says('writeOnly'), 'write-only'],
  ];
  return problems.filter(([is]) => is).map(([, text]) => text);
}

const isChoiceOfNumbers = ({ types }: FieldKey) =>
  types.some(({ kind, parts }) => kind === 'choice' && parts.every((part) => /^\d+$/u.test(part)));
