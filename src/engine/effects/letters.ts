import { fillPlaceholders } from '../../expressions/syntax/placeholders.ts';
import type { Outcome } from '../../expressions/types/scope.ts';
import { fieldType } from '../../fields/registry/lookup.ts';
import { type FileValue, noValues, type Row, type Value } from '../../fields/text/value.ts';
import type { Model } from '../../model/types/model.ts';
import { principalOf } from '../access/person-roles.ts';
import { readableOutcome } from '../answer/readable-formula.ts';
import type { CompiledEmail, CompiledLetterText, Letters, Mailer } from '../compiled/compiled-email.ts';
import type { CompiledFormula } from '../compiled/compiled-formula.ts';
import { type Context, contextOf, entityOf } from '../context/decision-context.ts';
import type { Letter } from '../core/letter.ts';
import type { Principal } from '../core/principal.ts';
import { stored } from '../core/row-values.ts';
import { titleOf, valueText } from '../errors/message-values.ts';
import { ENGLISH_STANDARD_TEXTS } from '../languages/standard-texts.ts';
import { readableValues } from '../records/etag.ts';
import { withTimeDependentFields } from '../records/time-dependent-fields.ts';
import { type LetterLanguages, letterLanguages } from './letter-language.ts';
import { recipientsOf } from './recipients.ts';

/**
 * Returns the e-mails of an effect about the record as it is written, one for each recipient. A recipient who has no
 * usable address gets none, and the history says so.
 */
function lettersOf(
  languages: LetterLanguages,
  context: Context,
  effect: CompiledEmail,
  row: Row,
  old: Row | null,
): Letters {
  const { values, notes } = recipientsOf(context, effect.to, row, old);
  const isPeople = effect.to.some(({ typed: { type } }) => (type.t === 'list' ? type.of : type).t === 'record');
  const letters = values.map((value) =>
    isPeople
      ? letterToPerson(languages, context, effect, row, value)
      : letterToAddress(languages, context, effect, row, value),
  );
  const sent = letters.filter((letter) => letter !== null);
  return { letters: sent, notes: sent.length < letters.length ? [...notes, ENGLISH_STANDARD_TEXTS.noAddress] : notes };
}

/** Every value is read as the person may read it. */
function letterToPerson(
  languages: LetterLanguages,
  context: Context,
  effect: CompiledEmail,
  row: Row,
  id: string,
): Letter | null {
  const { people } = context.model;
  if (people === null) return null;
  const person = row.entity === people.entity && row.id === id ? row : context.find(people.entity, id);
  const address = usableAddress(person?.values[people.address] ?? null);
  if (!person || address === null) return null;
  const tag = languages.of(person);
  const reader = readerOf(inLanguage(languages, context, tag), principalOf(context.model, person), row);
  return letter(textsIn(languages, effect, tag), address, [reader]);
}

/**
 * An address belongs to nobody who could sign in: its values are those that anybody may read, or else the person who
 * caused the event.
 */
function letterToAddress(
  languages: LetterLanguages,
  context: Context,
  effect: CompiledEmail,
  row: Row,
  stated: string,
): Letter | null {
  const address = usableAddress(stated);
  if (address === null) return null;
  const raiser = context.product ? context.raiser : context.principal;
  const principals = [principalOf(context.model, null), ...(raiser === null || raiser.row === null ? [] : [raiser])];
  const own = inLanguage(languages, context, languages.own);
  return letter(
    textsIn(languages, effect, languages.own),
    address,
    principals.map((principal) => readerOf(own, principal, row)),
  );
}

const inLanguage = (languages: LetterLanguages, context: Context, tag: string): Context => ({
  ...context,
  model: languages.modelIn(context.model, tag),
});

const textsIn = (languages: LetterLanguages, effect: CompiledEmail, tag: string): CompiledEmail => ({
  ...effect,
  subject: languages.textIn(effect.subject, tag),
  text: languages.textIn(effect.text, tag),
});

/** Returns one address as text; null for anything else, such as two addresses or one with a line break. */
function usableAddress(value: Value): string | null {
  if (typeof value !== 'string') return null;
  const read = fieldType('email').parse(value, { kind: 'email' });
  return 'value' in read && typeof read.value === 'string' ? read.value : null;
}

/** Returns the value of a formula as one principal may read it. */
type Reader = (formula: CompiledFormula) => { readonly outcome: Outcome; readonly text: string };

function readerOf({ model, facts, now }: Context, principal: Principal, written: Row): Reader {
  const own = contextOf(model, principal, facts, now);
  const isWritten = (entity: string, id: string) => entity === written.entity && id === written.id;
  const context: Context = {
    ...own,
    find: (entity, id) => (isWritten(entity, id) ? written : own.find(entity, id)),
  };
  const known = entityOf(model, written.entity).byClock ? withTimeDependentFields(context, written) : written;
  const row: Row = { ...known, values: readableValues(context, known) ?? noValues() };
  return (formula) => {
    const outcome = readableOutcome(context, formula, row);
    return { outcome, text: textOf(context, formula, outcome) };
  };
}

function textOf(context: Context, { typed }: CompiledFormula, outcome: Outcome): string {
  const { model } = context;
  if (outcome === undefined || outcome === null) return '';
  const items: readonly Outcome[] = Array.isArray(outcome) ? (outcome as readonly Outcome[]) : [outcome];
  const type = typed.type.t === 'list' ? typed.type.of : typed.type;
  if (type.t === 'record') {
    const titles = items.map((item) => titleOfRecord(context, type.entity, stored(item)));
    return model.format.list(titles.filter((title) => title !== ''));
  }
  const attribute = typed.op === 'field' ? entityOf(model, typed.entity).schema.attributes.get(typed.field) : undefined;
  if (attribute !== undefined)
    return fieldType(attribute.type.kind).show(stored(outcome), attribute.type, model.format);
  return valueText(model, stored(outcome), typed.type);
}

function titleOfRecord(context: Context, entity: string, id: Value): string {
  const row = typeof id === 'string' ? context.find(entity, id) : null;
  return row ? (titleOf(context, row) ?? '') : '';
}

const MAX_SUBJECT = 250;
/** Line breaks and other characters that could end the line of a header. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

function letter({ subject, text, file }: CompiledEmail, to: string, readers: readonly Reader[]): Letter {
  const read = (formula: CompiledFormula) => readers.map((reader) => reader(formula));
  const filled = ({ text: words, values }: CompiledLetterText): string =>
    fillPlaceholders(
      words,
      values.map((value) => read(value).find((each) => each.text !== '')?.text ?? ''),
    );
  const files = file === null ? [] : read(file).map(({ outcome }) => filesIn(outcome));
  return {
    to,
    subject: [...filled(subject).replace(CONTROLS, ' ').trim()].slice(0, MAX_SUBJECT).join(''),
    text: filled(text),
    files: files.find((some) => some.length > 0) ?? [],
  };
}

function filesIn(outcome: Outcome): Letter['files'] {
  const items: readonly Outcome[] = Array.isArray(outcome) ? (outcome as readonly Outcome[]) : [outcome];
  return items.filter(isFile).map(({ file, name }) => ({ file, name }));
}

const isFile = (value: Outcome): value is FileValue =>
  typeof value === 'object' && value !== null && 'file' in value && 'mediaType' in value;

/** Makes e-mails of a document. `document`: as it is written, with its translations. */
export function createMailer(document: Model): Mailer {
  const languages = letterLanguages(document);
  return { lettersOf: (context, effect, row, old) => lettersOf(languages, context as Context, effect, row, old) };
}
