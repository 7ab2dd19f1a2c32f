import { isPlainName, KEYWORDS } from '../../../expressions/syntax/lexicon.ts';
import { type Attribute, attributesOf, type Frame, type Sort, sortOf } from './frame.ts';
import { attributeNamed, entityNamed } from './names.ts';

const WORDS =
  /^(?:the )?(smallest|lowest|least|shortest|earliest|largest|greatest|highest|longest|latest) (.{1,60}?) (?:among|of|over|in) (?:the |its |all |their )*(\S.{0,60})$/i;

/** The least or greatest value of a field among the records that lead to the one at hand, as an expression. */
export function extreme(
  text: string,
  frame: Frame,
): { readonly text: string; readonly sort: Sort; readonly field: string } | null {
  const [, which = '', field = '', noun = ''] = WORDS.exec(text) ?? [];
  if (which === '' || frame.entity === null || frame.prefix !== '') return null;
  const entity = entityNamed(frame.lexicon, noun) ?? entityNamed(frame.lexicon, `${frame.entity} ${noun}`);
  if (entity === null) return null;
  const links = attributesOf(frame.lexicon, entity).filter(
    ({ type, field: own }) => own !== null && type.kind === 'reference' && type.entity === frame.entity,
  );
  const path = fieldOf(entity.name, field, frame, attributesOf(frame.lexicon, entity));
  const [link] = links;
  if (links.length !== 1 || link === undefined || path === null || !isPlain(link.name)) return null;
  const sort = sortOf(path.type);
  if (!['number', 'money', 'date', 'instant', 'duration'].includes(sort)) return null;
  const name = /^(?:s|lo|le|sh|e)/i.test(which) && !/^longest/i.test(which) ? 'min' : 'max';
  const of = `${isPlain(entity.name) ? entity.name : JSON.stringify(entity.name)}${path.text}`;
  return { text: `${name}(${of} where ${link.name} == this)`, sort, field: path.name };
}

/** A field of the records, or of the one record that each leads to which has it. */
function fieldOf(entity: string, word: string, frame: Frame, attributes: readonly Attribute[]) {
  const own = attributeNamed(frame.lexicon, entity, word);
  if (own !== null) return isPlain(own.name) ? { text: `.${own.name}`, type: own.type, name: own.name } : null;
  const found = attributes.flatMap((attribute) => {
    const target = attribute.field !== null && attribute.type.kind === 'reference' ? attribute.type.entity : null;
    const of = target === null ? null : attributeNamed(frame.lexicon, target, word);
    const isNamed = of !== null && of.field !== null && isPlain(of.name) && isPlain(attribute.name);
    return isNamed ? [{ text: `.${attribute.name}.${of.name}`, type: of.type, name: of.name }] : [];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const isPlain = (name: string) => isPlainName(name) && !KEYWORDS.has(name);
