import { part } from '../markdown/span.ts';
import { formulaText, named, stated, words } from '../reader.ts';
import { ORDER_FACTS } from './2-fact-order.ts';
import { formulaOf, type Pattern, set } from './2-growing.ts';
import { namesIn } from './2-people.ts';
import { entityOf, entityWith, fieldNamed, fieldsIn, listed, shownInWords } from './2-shows.ts';
import { ownCondition } from './6-rights/owner.ts';
import { matchState } from './phrases/match.ts';
import { attributeNamed } from './phrases/names.ts';

const COLUMNS =
  /^(?:(?:the )?(?:columns?|fields|table|inputs)(?: (?:are|with(?: the columns)?|of))?\s*:?|table with(?: the columns)?|shows|lists)\s+/i;

/** "Columns: number, subject, state". */
const columns: Pattern = (growing, span) => {
  const match = COLUMNS.exec(span.text);
  if (match === null) return 'no';
  const list = part(span, match[0].length);
  const { screen } = growing;
  const lexicon = growing.reader.lexicon();
  const entity =
    screen.entity ??
    (screen.kind === 'page' && !screen.route.includes('/:') ? entityWith(lexicon, listed(list).map(words)) : null);
  const fields = entity === null ? null : fieldsIn(growing.reader, list, entity);
  if (fields === null || screen.fields.length > 0 || screen.kind === 'record') return 'no';
  return set(growing, { entity, fields, kind: screen.kind === 'page' ? 'table' : screen.kind });
};

/** "category, subject, description" and nothing else: the inputs of a form, the columns of a table. */
const bare: Pattern = (growing, span) => {
  const { screen, reader } = growing;
  if (screen.entity === null || screen.fields.length > 0 || (screen.kind !== 'table' && screen.kind !== 'form'))
    return 'no';
  if (span.text.split(',').length < 3 || listed(span).length < 3) return 'no';
  const fields = fieldsIn(reader, span, screen.entity);
  return fields === null ? 'no' : set(growing, { fields });
};

const PER = /^(?:one|an?) column (?:per|for each) ([\p{L} -]+?)(?: of .+)?(?:, plus .+)?$/iu;
const DRAGGING =
  /^(?:dragging|dropping|moving) (?:a card|it) (?:to|into|on) (?:another|a|the other|an agent's) .*?\b(?:gives|assigns|hands) the (\p{L}+)/iu;
const HANDLERS = ['assignee', 'assigned to', 'handler', 'responsible', 'agent', 'owner'];

/** "One column per agent": a board by the one field for whoever has the record. Which records stand there, other words say. */
const board: Pattern = (growing, span) => {
  const { screen, reader } = growing;
  const per = PER.exec(span.text)?.[1];
  if (per !== undefined && screen.by === null) {
    growing.per = per;
    const entity = screen.kind === 'table' ? screen.entity : null;
    const field = entity === null ? null : fieldNamed(reader.lexicon(), entity, per);
    if (field === null) return 'no';
    return set(growing, { kind: 'board', by: field });
  }
  const lexicon = reader.lexicon();
  const entity = entityOf(lexicon, DRAGGING.exec(span.text)?.[1] ?? '');
  if (entity === null || growing.per === null || screen.by !== null || namesIn(reader, growing.per, 'known') === null)
    return 'no';
  const fields = [...new Set(HANDLERS.flatMap((name) => fieldNamed(lexicon, entity.name, name) ?? []))];
  if (fields.length !== 1 || fields[0] === undefined) return 'no';
  set(growing, { kind: 'board', by: fields[0], entity: null });
  return 'some';
};

const MANY =
  /^(?:an? |the )?(tiles|cards|list|table)(?: view)? of (?:all )?(?:the )?([\p{L} -]+?)(?: (?:with|showing)\s+([\s\S]+))?$/iu;

/** "tiles of item types with photo and title". */
const many: Pattern = (growing, span) => {
  const match = MANY.exec(span.text);
  const { screen } = growing;
  const entity = match === null ? null : entityOf(growing.reader.lexicon(), match[2] ?? '');
  if (match === null || entity === null || screen.route.includes('/:')) return 'no';
  if (screen.entity !== null && screen.entity !== entity.name) return 'no';
  const kind = /tiles|cards/i.test(match[1] ?? '') ? 'list' : 'table';
  set(growing, { entity: entity.name, kind });
  if (match[3] === undefined) return 'all';
  const fields = fieldsIn(growing.reader, part(span, span.text.length - match[3].length), entity.name);
  return fields === null ? 'some' : set(growing, { fields });
};

/** "List of bookings where `…`", "Calendar of bookings by from". */
const inWords: Pattern = (growing, span) => {
  const { screen } = growing;
  const { reader } = growing;
  const shown = shownInWords(reader, span, (condition) => {
    const formula = formulaOf(formulaText(condition).text, reader, condition);
    return formula.tree === null ? null : formula;
  });
  if (shown === null || screen.route.includes('/:') || screen.filter !== null || screen.by !== null) return 'no';
  return screen.entity !== null && screen.entity !== shown.entity ? 'no' : set(growing, shown);
};

const OWN =
  /^(?:the )?(?:user|person|borrower|customer|member|one)?(?:'s|’s)?\s*own ([\p{L} -]+?)(?: and the ones (?:that )?(?:they|he or she|the user) (\p{L}+))?$/iu;

/** "The user's own tickets and the ones they watch." */
const own: Pattern = (growing, span) => {
  const match = OWN.exec(span.text);
  const { screen, reader } = growing;
  if (match === null || screen.filter !== null) return 'no';
  const lexicon = reader.lexicon();
  const entity = entityOf(lexicon, match[1] ?? '');
  const condition = entity === null ? null : ownCondition(entity.name, lexicon);
  if (entity === null || condition === null || (screen.entity !== null && screen.entity !== entity.name)) return 'no';
  const verb = match[2];
  const others = verb === undefined ? undefined : attributeNamed(lexicon, entity.name, `${verb.replace(/e$/, '')}ers`);
  if (others === null || (others !== undefined && others.type.kind !== 'references')) return 'no';
  const name =
    others === undefined
      ? null
      : /^[\p{L}_][\p{L}\p{N}_]*$/u.test(others.name)
        ? others.name
        : `this[${JSON.stringify(others.name)}]`;
  const text = name === null ? condition : `${condition} or me in ${name}`;
  return set(growing, {
    entity: entity.name,
    kind: screen.kind === 'page' ? 'table' : screen.kind,
    filter: formulaOf(text, reader, span),
  });
};

const SWITCH =
  /^(?:an? |the )?(?:switch|toggle|tick ?box|check ?box)\s+["“]([^"“”]+)["”]\s+(?:that )?(?:brings in|shows|adds|includes|also shows|brings back)(?: the)?\s+(.+?)(?: (?:ones|too|as well))?$/i;
const AT_FIRST = /^(?:it|the switch|which) is (on|off)(?: at first| by default| initially)?$/i;

/** "A switch "Show finished" brings in Closed and Cancelled." */
const switches: Pattern = (growing, span) => {
  const { screen, reader } = growing;
  const first = AT_FIRST.exec(span.text);
  const last = screen.filters.at(-1);
  if (first !== null && last?.kind === 'switch') {
    return set(growing, {
      filters: [...screen.filters.slice(0, -1), { ...last, on: first[1]?.toLowerCase() === 'on' }],
    });
  }
  const match = SWITCH.exec(span.text);
  if (match === null || screen.entity === null || match[1] === undefined || match[2] === undefined) return 'no';
  const scope = { entity: screen.entity, lexicon: reader.lexicon() };
  const states = listed({ text: match[2], from: span.from }).map((each) => matchState(words(each), scope));
  const [machine] = states.flatMap((state) => state?.machine ?? []);
  if (machine === undefined || states.some((state) => state?.machine !== machine)) return 'no';
  const names = states.flatMap((state) => (state === null ? [] : [JSON.stringify(state.state)]));
  const of = attributeNamed(scope.lexicon, screen.entity, machine.name);
  const field = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(machine.name) ? machine.name : `this[${JSON.stringify(machine.name)}]`;
  if (of === null) return 'no';
  const id = reader.id('switch', screen.route, match[1]);
  const filter = formulaOf(`${field} in [${names.join(', ')}]`, reader, span);
  const added = { ...stated(reader, 2, id, span), ...named(match[1]), kind: 'switch' as const, filter, on: false };
  return set(growing, { filters: [...screen.filters, added] });
};

const EMPTY =
  /^(?:(?:an? |the )?empty(?: (?:list|state|screen|table|page|text))?|when empty|if (?:it is |the list is )?empty|if there (?:are|is) (?:none|nothing|no \p{L}+)|(?:with )?no (?:rows|entries|results))\s*(?:[:–—,]|shows|says|reads|->|→)\s*["“]([^"“”]+)["”]\s*/iu;

const empty: Pattern = (growing, span) => {
  const match = EMPTY.exec(span.text);
  if (match?.[1] === undefined || growing.screen.whenEmpty !== null) return 'no';
  set(growing, { whenEmpty: match[1] });
  return match[0].trim().length === span.text.length ? 'all' : 'some';
};

/** What is said of the records that a screen shows: which, in what order, in what columns. */
export const RECORD_FACTS: readonly Pattern[] = [
  columns,
  bare,
  board,
  many,
  inWords,
  own,
  switches,
  ...ORDER_FACTS,
  empty,
];
