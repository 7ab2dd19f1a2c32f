import { readCondition } from './condition.ts';
import { withoutArticle } from './fold.ts';
import { type Frame, personOf } from './frame.ts';
import { frameOf, roleNamed, roleValue } from './match.ts';
import { pathOf } from './operand.ts';
import { type Phrase, type PhraseScope, plainWords } from './scope.ts';

/** Who may do something. `who`: roles, and fields that lead to a person, as `Who` takes them. */
export interface People {
  readonly who: readonly string[];
  /** What must hold besides, as an expression; null: nothing. */
  readonly where: string | null;
  /** The product does it by itself, and nobody else where `who` is empty. */
  readonly product: boolean;
}

const PRODUCT =
  /^(?:(?:(?:set |done |made )?by )?(?:the )?(?:system|product|server|application|software)|by (?:itself|themselves)|itself|themselves|automatically|automatic|auto|on its own|by timer|a timer)$/i;
/** "system at dueAt", "by itself": the product acts, at a time or not. */
export const namesProduct = (text: string): boolean =>
  PRODUCT.test(text.replace(/ (?:at|on|after|before|when|once|if|as soon as|\d).*$/i, ''));

const OWN = /^(?:by )?(?:the )?(?:owner|one'?s own|own|its owner)$/i;

/**
 * "only the assignee", "the requester or a lead", "by the desk", "leads only", "an agent of the ticket's team", "by itself".
 * Null where a word is not accounted for.
 */
export function readPeople(phrase: Phrase, scope: PhraseScope): People | null {
  const text = plainWords(phrase)
    .replace(/^(?:(?:only|just|exclusively|solely) )?(?:by |for |from )?(?:only |just )?/i, '')
    .replace(/ (?:only|alone|themselves|himself|herself|personally)$/i, '')
    .replace(/ (?:may|can)(?: do (?:this|it|so))?$/i, '');
  const frame = frameOf(scope);
  if (PRODUCT.test(text)) return { who: [], where: null, product: true };
  const narrowed = /^(.+?),? (?:if|when|while|provided(?: that)?|as long as|until) (.+)$/i.exec(text);
  if (narrowed !== null)
    return withCondition(
      narrowed[1] ?? '',
      text
        .slice((narrowed[1] ?? '').length)
        .replace(/^,? (?=until)/i, '')
        .replace(/^,? (?:if|when|while|provided(?: that)?|as long as) /i, ''),
      frame,
      scope,
    );
  return namesOf(text, frame) ?? ofRelation(text, frame);
}

function namesOf(text: string, frame: Frame): People | null {
  const who: string[] = [];
  let product = false;
  for (const part of text.split(/\s*,\s*(?:(?:and|or) )?(?:by )?|\s+(?:or|and|and\/or)\s+(?:by )?|\s*[/|]\s*/i)) {
    const words = part.trim().replace(/^(?:any|every|each|either) /i, '');
    if (PRODUCT.test(words)) {
      product = true;
      continue;
    }
    const name = nameOf(words, frame);
    if (name === null) return null;
    if (!who.includes(name)) who.push(name);
  }
  return { who, where: null, product };
}

/** A field that leads to a person, before a role of the same name, where the article is "the"; else a role first. */
function nameOf(words: string, frame: Frame): string | null {
  if (OWN.test(words) && pathOf('owner', frame, 0) === null) return roleNamed(words, frame)?.name ?? null;
  const field = personField(words, frame) ?? (MAKER.test(words) ? 'createdBy' : null);
  const role = roleNamed(words, frame)?.name ?? null;
  if (field === null || role === null) return field ?? role;
  return /^(?:the|its|their) /i.test(words) && !/s$/.test(words) ? null : role;
}

/** Every record knows who made it. */
const MAKER = /^(?:the |its )?creator$/i;

function personField(words: string, frame: Frame): string | null {
  const person = personOf(frame.lexicon);
  const found = person === null ? null : pathOf(words, frame, 0);
  const leads =
    found !== null && (found.sort === 'record' || found.sort === 'records') && found.entity === person?.name;
  return leads && found !== null ? found.text.replace(/^this\["(.*)"\]$/, '$1') : null;
}

/** "a lead of the ticket's team": a role, and a field that the person shares with the record. */
function ofRelation(text: string, frame: Frame): People | null {
  const match = /^(.+?) (?:of|in|from) (.+)$/i.exec(text);
  const people = match === null ? null : namesOf(match[1] ?? '', frame);
  const person = personOf(frame.lexicon);
  if (match === null || people === null || person === null || people.product) return null;
  const roles = people.who.every((name) => roleValue(name, frame) !== null);
  const own = pathOf(match[2] ?? '', frame, 0);
  const last = withoutArticle((match[2] ?? '').replace(/^.*'s /, ''));
  const same = pathOf(last, { ...frame, entity: person.name, prefix: 'me.' }, 0);
  if (!roles || own === null || same === null || own.sort !== same.sort || own.entity !== same.entity) return null;
  return { who: people.who, where: `me.${same.text.slice(3)} == ${own.text}`, product: false };
}

function withCondition(people: string, condition: string, frame: Frame, scope: PhraseScope): People | null {
  const found = namesOf(people, frame) ?? ofRelation(people, frame);
  const where = readCondition(condition, scope);
  if (found === null || where === null) return null;
  const parts = [found.where, where.text].flatMap((part) =>
    part === null ? [] : / or /.test(part) ? [`(${part})`] : [part],
  );
  return { ...found, where: parts.length === 1 ? (parts[0] ?? null) : parts.join(' and ') };
}
