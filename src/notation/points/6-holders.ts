import type { Reference, Role, RolePath } from '../../model/types/model.ts';
import { codeSpans } from '../markdown/code.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { type About, formula, isBlank, type Reader, reference } from '../reader.ts';

type Holders = Pick<Role, 'everyone' | 'guest' | 'includes' | 'relation'>;

/** What may stand in the description of a role. */
export const HOLDERS: readonly { name: string; write: string; aliases: readonly string[]; about: string }[] = [
  {
    name: 'everyone who signs in',
    write: 'everyone who signs in',
    aliases: ['everybody who signs in', 'all signed-in people'],
    about: 'Everybody holds it who has signed in.',
  },
  {
    name: 'not signed in',
    write: 'not signed in',
    aliases: ['anyone not signed in', 'whoever is not signed in'],
    about: 'Those hold it who have not signed in.',
  },
  {
    name: 'includes ROLE',
    write: 'includes ROLE',
    aliases: ['includes A, B and C'],
    about: 'Whoever holds it holds the other role too.',
  },
  {
    name: 'whoever is `Entity.path`',
    write: 'whoever is `Entity.path`',
    aliases: ['those in `Entity.path`', 'the people in `Entity.path`'],
    about:
      'A role from a relation, record by record: it is held over a record by the person, or each of the people, whom the path leads to. Over records of other entities nobody holds it.',
  },
];

const EVERYONE =
  /^every(?:one|body|[ -]person)(?: who)?(?: is)? sign(?:s|ed)[ -]in\.?$|^(?:all|any) signed[ -]in (?:people|users|persons)\.?$/i;
const GUEST =
  /^(?:(?:whoever|anyone|anybody|everyone|people|visitors)(?: who)?(?: is| are| has| have)? )?not signed[ -]in\.?$/i;
const INCLUDES = /^includes\s+(?=\S)/i;
const RELATION = /^(?:whoever is|whoever leads|those in|the people in|the person in)\s+(?=`)/i;

/** Who holds a role, by the phrases of its description; a phrase that says nothing of it is prose. */
export function holdersOf(reader: Reader, description: Span | null, about: About): Holders {
  const holders = { everyone: false, guest: false, includes: [] as Reference[], relation: [] as RolePath[] };
  for (const phrase of description === null ? [] : phrasesOf(description)) {
    const includes = INCLUDES.exec(phrase.text);
    if (split(phrase, ',').some(({ text }) => EVERYONE.test(text))) holders.everyone = true;
    if (split(phrase, ',').some(({ text }) => GUEST.test(text))) holders.guest = true;
    if (includes !== null)
      holders.includes.push(...namesIn(part(phrase, includes[0].length)).map((name) => reference(reader, name)));
    if (RELATION.test(phrase.text)) holders.relation.push(...pathsIn(reader, phrase, about));
  }
  return holders;
}

/** A description falls apart at semicolons and at the ends of sentences. */
function phrasesOf(description: Span): Span[] {
  return split(description, ';').flatMap((stretch) => {
    const ends = [...stretch.text.matchAll(/[.!]\s+(?=[\p{Lu}`])/gu)].map((match) => match.index + 1);
    const starts = [0, ...ends];
    return starts.map((start, index) => withoutStop(part(stretch, start, starts[index + 1] ?? stretch.text.length)));
  });
}

const withoutStop = (span: Span): Span => (span.text.endsWith('.') ? part(span, 0, span.text.length - 1) : span);

/** `Agent, Desk and Technician`. */
function namesIn(span: Span): Span[] {
  return split(span, ',')
    .flatMap((name) => split(name, ' and '))
    .map((name) => (name.text.startsWith('and ') ? part(name, 4) : name))
    .filter((name) => !isBlank(name));
}

/** Each code span is a path behind the name of an entity: `Task.project.members`. */
function pathsIn(reader: Reader, phrase: Span, about: About): RolePath[] {
  return codeSpans(phrase.text).flatMap(({ innerFrom, innerTo }) => {
    const path = part(phrase, innerFrom, innerTo);
    const [entity, ...behind] = split(path, '.');
    const first = behind[0];
    if (entity === undefined || first === undefined || entity.text === '' || first.text === '') return [];
    const field = part(path, first.from - path.from);
    return [{ entity: reference(reader, entity).name, path: formula(reader, field, about) }];
  });
}
