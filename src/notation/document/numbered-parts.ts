import type { Point } from '../../model/types/element.ts';
import { part, type Span } from '../markdown/span.ts';
import { messages } from '../reader/codes.ts';
import { contentSpans } from '../reader/content.ts';
import type { Section } from '../reader/outline.ts';
import type { Reader } from '../reader/reader.ts';

const NUMBER = /^(?:\d{1,3}(?:\.\d{1,3})+[.)]?|\d{1,3}[.)])\s+(?=\S)/;

/**
 * Returns the section without the parts whose headings start with a number, such as `### 3.1 Person`, and reports them:
 * the number is not part of the name, and several things may be numbered. A name that starts with a number is written
 * `3\.1 Person`.
 */
export function withoutNumberedParts(reader: Reader, point: Point, section: Section): Section {
  const parts = section.parts.filter((under) => {
    const number = NUMBER.exec(under.title.text)?.[0];
    if (number === undefined) return true;
    const name = part(under.title, number.length);
    reader.report(messages.headingNumbered(under.title.text, suggested(name, point)), under.title, {
      point,
      also: contentSpans(under.blocks),
    });
    return false;
  });
  return parts.length === section.parts.length ? section : { ...section, parts };
}

const suggested = ({ text }: Span, point: Point): string =>
  point === 4 && !text.includes(':') ? `${text}: status` : text;
