import type { Reference, Role, RolePath } from '../../model/types/model.ts';
import { codeSpans } from '../markdown/code.ts';
import { part, type Span, split } from '../markdown/span.ts';
import { foldName } from '../reader/columns.ts';
import { type FindingContext, formula, isBlank, type Reader, reference } from '../reader/reader.ts';

type Holders = Pick<Role, 'everyone' | 'guest' | 'includes' | 'relation'>;

/** The phrases in the description of a role that say who has it. */
export const HOLDER_PHRASES: readonly { name: string; write: string; aliases: readonly string[]; about: string }[] = [
  {
    name: 'everyone who signs in',
    write: 'everyone who signs in',
    aliases: ['everybody who signs in', 'all signed-in people'],
    about: 'Held by everyone who has signed in.',
  },
  {
    name: 'not signed in',
    write: 'not signed in',
    aliases: ['anyone not signed in', 'whoever is not signed in'],
    about: 'Held by those who have not signed in.',
  },
  {
    name: 'includes ROLE',
    write: 'includes ROLE',
    aliases: ['includes A, B and C'],
    about: 'Its holders also have the other role.',
  },
  {
    name: 'whoever is `Entity.path`',
    write: 'whoever is `Entity.path`',
    aliases: ['those in `Entity.path`', 'the people in `Entity.path`'],
    about: 'Held, for each record, by the people that the path leads to. For records of other entities nobody has it.',
  },
];

const INCLUDES = /^includes\s+(?=\S)/i;
const RELATION = /^(?:whoever is|those in|the people in)\s+(?=`)/i;

/** Returns who has a role, by the phrases of its description. Other phrases are prose. */
export function holdersOf(reader: Reader, description: Span | null, about: FindingContext): Holders {
  const holders = { everyone: false, guest: false, includes: [] as Reference[], relation: [] as RolePath[] };
  for (const phrase of description === null ? [] : phrasesOf(description)) {
    const includes = INCLUDES.exec(phrase.text);
    for (const { text } of split(phrase, ',')) {
      if (isHolder('everyone who signs in', text)) holders.everyone = true;
      if (isHolder('not signed in', text)) holders.guest = true;
    }
    if (includes !== null)
      holders.includes.push(...namesIn(part(phrase, includes[0].length)).map((name) => reference(reader, name)));
    if (RELATION.test(phrase.text)) holders.relation.push(...pathsIn(reader, phrase, about));
  }
  return holders;
}

function isHolder(name: string, phrase: string): boolean {
  const holder = HOLDER_PHRASES.find((each) => each.name === name);
  return holder !== undefined && [name, ...holder.aliases].some((words) => foldName(words) === foldName(phrase));
}

/** Splits a description at semicolons and at the ends of sentences. */
function phrasesOf(description: Span): Span[] {
  return split(description, ';').flatMap((stretch) => {
    const ends = [...stretch.text.matchAll(/[.!]\s+(?=[\p{Lu}`])/gu)].map((match) => match.index + 1);
    const starts = [0, ...ends];
    return starts.map((start, index) => withoutStop(part(stretch, start, starts[index + 1] ?? stretch.text.length)));
  });
}

const withoutStop = (span: Span): Span => (span.text.endsWith('.') ? part(span, 0, span.text.length - 1) : span);

/** Splits `Agent, Desk and Technician`. */
function namesIn(span: Span): Span[] {
  return split(span, ',')
    .flatMap((name) => split(name, ' and '))
    .map((name) => (name.text.startsWith('and ') ? part(name, 4) : name))
    .filter((name) => !isBlank(name));
}

/** Reads the code spans as paths that start with an entity: `Task.project.members`. */
function pathsIn(reader: Reader, phrase: Span, about: FindingContext): RolePath[] {
  return codeSpans(phrase.text).flatMap(({ innerFrom, innerTo }) => {
    const path = part(phrase, innerFrom, innerTo);
    const [entity, ...behind] = split(path, '.');
    const first = behind[0];
    if (entity === undefined || first === undefined || entity.text === '' || first.text === '') return [];
    const field = part(path, first.from - path.from);
    return [{ entity: reference(reader, entity).name, path: formula(reader, field, about) }];
  });
}
