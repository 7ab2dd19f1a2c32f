import { isPlainName } from '../../expressions/syntax/lexicon.ts';
import { wordFormula } from './4-formula.ts';
import type { Part, Said, Speaking } from './4-parts.ts';
import type { KnownEntity, KnownField } from './lexicon.ts';
import { nameKey, nameWords, withoutArticle } from './phrases/fold.ts';
import { personOf } from './phrases/frame.ts';
import { frameOf, matchEntity, matchOption, matchOwnField } from './phrases/match.ts';
import { readOperand } from './phrases/operand.ts';
import { readPeople } from './phrases/people.ts';

/** What happens with a transition, or what it asks for; null where the words say something else. */
export function readHappening(said: Said, speaking: Speaking): Part[] | null {
  const ask = asked(said.text, speaking);
  if (ask !== null) return [ask];
  return kept(said.text)
    ? [{ kind: 'nothing' }]
    : (withOption(said, speaking) ??
        set(said, speaking) ??
        setAll(said, speaking) ??
        notified(said, speaking) ??
        created(said, speaking));
}

function entityOf({ scope }: Speaking): KnownEntity | null {
  return scope.lexicon.entities.find(({ name }) => name === scope.entity) ?? null;
}

/** A stated field of the record itself. */
export function fieldNamed(words: string, speaking: Speaking): KnownField | null {
  const name = matchOwnField(words, speaking.scope);
  return entityOf(speaking)?.fields.find((field) => field.name === name) ?? null;
}

/** "a reason" of a step to Cancelled is the cancel reason; where one field alone ends so, it is that. */
function fieldMeant(words: string, speaking: Speaking): KnownField | null {
  const own = fieldNamed(words, speaking);
  if (own !== null) return own;
  const last = nameKey(withoutArticle(words));
  const all = (entityOf(speaking)?.fields ?? []).filter(({ name }) => nameKey(headOf(name)) === last);
  const [only] = all;
  if (only !== undefined && all.length === 1) return isOfAnother(only.name, speaking) ? null : only;
  const stem = nameKey(speaking.target).slice(0, 4);
  const near = all.filter(({ name }) => stem.length === 4 && nameKey(name).startsWith(stem));
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** "Cancel reason" is that of a step to Cancelled, and of no other. */
function isOfAnother(name: string, { scope, target }: Speaking): boolean {
  const stem = nameKey(name).slice(0, 4);
  const states = scope.lexicon.machines
    .filter(({ entity }) => entity === scope.entity)
    .flatMap((machine) => machine.states.map((state) => nameKey(state.name)));
  return stem.length === 4 && !nameKey(target).startsWith(stem) && states.some((state) => state.startsWith(stem));
}

/** The noun of a name: "reason" of "Cancel reason", "comment" of "Comment by the tutor". */
function headOf(name: string): string {
  const all = nameWords(name);
  const end = all.findIndex((word, index) => index > 0 && /^(?:by|of|for|from|about)$/i.test(word));
  return all.at(end < 0 ? -1 : end - 1) ?? '';
}

const TAKES =
  /^(?:with|takes?|taking|needs?|requires?|asks? for|(?:an? )?(?:confirm(?:ation)? )?dialog(?:ue)? (?:that )?asks for|gives?|giving|enters?|entering|who (?:enters|gives|states|writes|adds|picks|chooses|fills in)|(?:must|has to|have to) (?:give|enter|state|provide|supply|write|choose|pick)) (.+)$/i;
/** "[lead; reason]": why is always asked for. */
const REASON = /^(?:an? |the )?((?:[\w-]+ )?(?:reason|note|comment|remark|justification))$/i;
const NEEDED =
  /^(.+?) (?:is|are|must be|has to be|have to be|needs to be|should be) (?:required|mandatory|filled(?: in)?|given|entered|stated|needed|necessary|supplied|provided|written)(?: for (?:this|it|that))?$|^(.+?) (?:required|mandatory|compulsory|given|entered|stated)$/i;

function neededIn(text: string): string | undefined {
  const match = NEEDED.exec(text);
  return match?.[1] ?? match?.[2];
}

function asked(text: string, speaking: Speaking): Part | null {
  const optional = /^(.+?) (?:(?:is|are) )?optional$/i.exec(text) ?? /^(?:with )?(?:an? )?optional (.+)$/i.exec(text);
  const words = optional?.[1] ?? TAKES.exec(text)?.[1] ?? REASON.exec(text)?.[1] ?? neededIn(text);
  if (words === undefined) return null;
  const field = fieldMeant(words.replace(/^optional /i, ''), speaking);
  if (field === null || field.computed !== null || field.byProduct) return null;
  return { kind: 'ask', field: field.name, optional: optional !== null };
}

function kept(text: string): boolean {
  return /^[\w' -]{1,60}? (?:stays?|remains?|(?:is|are) (?:kept|unchanged|left (?:as (?:it|they) (?:is|are)|alone)))(?: (?:the same|unchanged|as (?:it|they) (?:is|are|was|were)))?$/i.test(
    text,
  );
}

const SETS: readonly (readonly [
  RegExp,
  (field: KnownField, value: string | undefined, speaking: Speaking) => string | null,
])[] = [
  [/^(.+?) (?:is|are) (?:then )?(?:set|recorded|stamped|noted|filled(?: in)?)$/i, (field) => presentValue(field)],
  [/^(?:sets?|records?|stamps?) (.+?)$/i, (field) => presentValue(field)],
  [/^(.+?) (?:is|are) (?:then |now )?set (?:to|as) (.+)$/i, valueFrom],
  [/^(?:sets?) (.+?) (?:to|=|:=) (.+)$/i, valueFrom],
  [/^(.+?) (?:is|are) (?:emptied|cleared|reset|unset|blanked|removed again)$/i, () => 'null'],
  [/^(?:empties|empty|clears?|resets?|unsets?) (.+?)$/i, () => 'null'],
  [/^(.+?) (?:goes|go) up by (.+)$/i, (field, by) => counted(field, '+', by)],
  [/^(.+?) (?:is|are) (?:increased|incremented|raised)(?: by (.+))?$/i, (field, by) => counted(field, '+', by ?? '1')],
  [/^(.+?) (?:goes|go) down by (.+)$/i, (field, by) => counted(field, '-', by)],
  [/^(.+?) (?:is|are) (?:decreased|decremented|lowered)(?: by (.+))?$/i, (field, by) => counted(field, '-', by ?? '1')],
  [/^(.+?) (?:is|are) (?:copied|taken|filled|carried over) from (.+)$/i, valueFrom],
  [/^(.+?) (?:becomes?|(?:is|are) (?:then|now)) (.+)$/i, valueFrom],
  [/^([\w. -]+?) ?(?::=|=) ?(.+)$/, valueFrom],
];

/** "With `left early`": the one choice that has it. */
function withOption(said: Said, speaking: Speaking): Part[] | null {
  const option = /^with (?:the )?(.+)$/i.exec(said.text)?.[1];
  const fields = option === undefined ? [] : (entityOf(speaking)?.fields ?? []);
  const found = fields.filter(
    ({ type }) => type.kind === 'choice' && !type.several && matchOption(option ?? '', type) !== null,
  );
  const [only] = found;
  const value = only === undefined || found.length > 1 ? null : valueFrom(only, option, speaking);
  return only === undefined || value === null ? null : [effect(only.name, value, said, speaking)];
}

/** One value of several fields. */
function setAll(said: Said, speaking: Speaking): Part[] | null {
  const match = /^([^=]+(?:=[^=]+)?)(=[^=]+)$/.exec(said.text) ?? /^(.+?)( (?:is|are) .+)$/i.exec(said.text);
  const names = (match?.[1] ?? '').split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*=\s*/);
  if (names.length < 2 || names.length > 8) return null;
  const all = names.map((name) => set({ ...said, text: `${name.trim()} ${match?.[2]?.trim()}` }, speaking));
  return all.includes(null) ? null : all.flatMap((parts) => parts ?? []);
}

function set(said: Said, speaking: Speaking): Part[] | null {
  const me = /^(?:becomes?|is made|takes over as) (?:the )?(.+)$/i.exec(said.text);
  const mine = me === null ? null : fieldNamed(me[1] ?? '', speaking);
  if (mine !== null && isPerson(mine, speaking)) return [effect(mine.name, 'me', said, speaking)];
  for (const [pattern, value] of SETS) {
    const match = pattern.exec(said.text);
    const field =
      match === null ? null : (fieldNamed(match[1] ?? '', speaking) ?? thenMeant(said.text, match[1] ?? '', speaking));
    const text = field === null || field.computed !== null ? null : value(field, match?.[2], speaking);
    if (field !== null && text !== null) return [effect(field.name, text, said, speaking)];
  }
  return null;
}

/** "The reason is then …" is about the reason of this step. */
function thenMeant(text: string, words: string, speaking: Speaking): KnownField | null {
  return / (?:is|are) then /i.test(text) ? fieldMeant(words, speaking) : null;
}

function effect(field: string, value: string, said: Said, { reader }: Speaking): Part {
  const formula = wordFormula(reader, value, said.at);
  return { kind: 'effect', effect: { kind: 'set', on: null, field, value: formula, at: reader.place(said.at) } };
}

function isPerson(field: KnownField, { scope }: Speaking): boolean {
  return field.type.kind === 'reference' && field.type.entity === personOf(scope.lexicon)?.name;
}

/** What "is set" sets without saying to what: the moment, or yes. */
function presentValue({ type }: KnownField): string | null {
  if (type.kind === 'date and time') return 'now';
  if (type.kind === 'date') return 'today';
  return type.kind === 'boolean' ? 'true' : null;
}

function counted(field: KnownField, sign: string, by: string | undefined): string | null {
  const count = /^(?:one|1)$/i.test(by ?? '') ? '1' : /^\d+$/.test(by ?? '') ? (by ?? null) : null;
  if (count === null || (field.type.kind !== 'integer' && field.type.kind !== 'decimal')) return null;
  return `${memberText(field.name)} ${sign} ${count}`;
}

function valueFrom({ type }: KnownField, words: string | undefined, { scope }: Speaking): string | null {
  const text = (words ?? '').trim();
  if (/^(?:empty|null|nothing|blank)$/i.test(text)) return 'null';
  if (type.kind === 'boolean')
    return /^(?:yes|true|on)$/i.test(text) ? 'true' : /^(?:no|false|off)$/i.test(text) ? 'false' : null;
  const option = matchOption(text, type);
  if (option !== null) return isPlainName(option) ? option : JSON.stringify(option);
  const quoted = /^"([^"]*)"$/.exec(text);
  if (quoted !== null)
    return type.kind === 'text' || type.kind === 'long text' ? JSON.stringify(quoted[1] ?? '') : null;
  if (type.kind === 'choice') return null;
  return readOperand(text, frameOf(scope))?.text ?? null;
}

export function memberText(name: string): string {
  return isPlainName(name) ? name : `this[${JSON.stringify(name)}]`;
}

const TOLD =
  /^(.+?) (?:(?:gets?|receives?|is sent|are sent) (?:an? )?(?:notice|notification|e-?mail|mail|message)|(?:is|are) (?:notified|informed|told|alerted))$/i;

function notified(said: Said, speaking: Speaking): Part[] | null {
  const words = TOLD.exec(said.text)?.[1] ?? /^(?:notif(?:y|ies)|informs?|tells?|alerts?) (.+)$/i.exec(said.text)?.[1];
  const people = words === undefined ? null : readPeople(words, speaking.scope);
  if (people === null || people.where !== null || people.product || people.who.length === 0) return null;
  const roles = new Set(speaking.scope.lexicon.roles.map(({ name }) => name));
  if (people.who.some((name) => roles.has(name))) return null;
  const at = speaking.reader.place(said.at);
  return people.who.map((name) => ({
    kind: 'effect',
    effect: { kind: 'notify', to: wordFormula(speaking.reader, personText(name, speaking), said.at), at },
  }));
}

/** A name with dots in it is tried whole first; else it is a path. */
function personText(name: string, { scope }: Speaking): string {
  const own = scope.lexicon.entities.find((each) => each.name === scope.entity);
  if (!name.includes('.') || own?.fields.some((field) => field.name === name)) return memberText(name);
  const [first = '', ...rest] = name.split('.');
  return rest.reduce(
    (of, step) => (isPlainName(step) ? `${of}.${step}` : `${of}[${JSON.stringify(step)}]`),
    memberText(first),
  );
}

/** "The requester gets a notice after 7": told while the product still waits. */
export function readNotice(said: Said, speaking: Speaking): Part[] | null {
  const match = /^(.+) after (?:the first )?([\d.,]+(?: \S+){0,2})$/i.exec(said.text);
  const told = match === null ? null : notified({ ...said, text: match[1] ?? '' }, speaking);
  if (match === null || told === null) return null;
  const effects = told.flatMap((each) => (each.kind === 'effect' ? [each.effect] : []));
  return [{ kind: 'notice', effects, after: match[2] ?? '' }];
}

const WRITES =
  /^(?:(?:writes?|creates?|adds?|makes?|opens?) (?:an? |the )(.+)|(?:an? |the )?(.+?) (?:is|are) (?:written|created|added|opened|made))$/i;

/** "writes a loss charge": a record of another entity, with the one choice that the noun names. */
function created(said: Said, { scope, reader }: Speaking): Part[] | null {
  const match = WRITES.exec(said.text);
  const noun = (match?.[1] ?? match?.[2] ?? '').split(' ');
  if (match === null || noun.length > 5) return null;
  for (let index = 0; index < noun.length; index += 1) {
    const entity = matchEntity(noun.slice(index).join(' '), scope);
    if (entity === null || entity.name === scope.entity) continue;
    const values = index === 0 ? [] : choiceOf(entity, noun.slice(0, index).join(' '));
    if (values === null) return null;
    const at = reader.place(said.at);
    const formulas = values.map(([field, value]) => ({ field, value: wordFormula(reader, value, said.at) }));
    return [{ kind: 'effect', effect: { kind: 'create', entity: entity.name, each: null, values: formulas, at } }];
  }
  return null;
}

function choiceOf(entity: KnownEntity, words: string): [string, string][] | null {
  const found = entity.fields.flatMap((field): [string, string][] => {
    const option = matchOption(words, field.type);
    return option === null ? [] : [[field.name, isPlainName(option) ? option : JSON.stringify(option)]];
  });
  return found.length === 1 ? found : null;
}
