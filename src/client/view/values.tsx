import { Paperclip } from 'lucide-react';
import type { Json } from '../../engine/core/intent.ts';
import type { WireRecord } from '../../engine/core/wire-format.ts';
import { isObject } from '../../fields/text/json.ts';
import type { Attribute } from '../../model/lookups/schema.ts';
import { Link } from '../components/link.tsx';
import { Pill } from '../components/pill.tsx';
import { lazyWithoutFallback } from '../components-base/lazy-preloaded.ts';
import { messages } from '../languages/messages.ts';
import { fieldValue, filePath, isNumeric, optionOf, shownText, titlesOf, toneOf } from './display-value.ts';
import { useView } from './view-context.tsx';

const NotShown = lazyWithoutFallback(
  () => import('./not-shown.tsx'),
  'NotShown',
  () => messages.application.values.notSetUp,
);

interface ValueProps {
  readonly attribute: Attribute;
  /** The record that contains the value: gives the titles of references and the addresses of files. */
  readonly record: WireRecord;
  /** A value to show instead of the record's own, such as typed input. */
  readonly value?: Json;
  /** Renders no links, for rows that are links as a whole. */
  readonly plain?: boolean;
}

/**
 * A value for reading: a state or choice as a pill, a reference as a link, several values as the first two and a count
 * of the others.
 */
export function Value({ attribute, record, value = fieldValue(record, attribute.name), plain = false }: ValueProps) {
  const context = useView();
  const { type, name } = attribute;
  const text = shownText(context, type, value, record._.labels, name);
  if (text === '') return <EmptyValue of={attribute} />;
  const choice = optionOf(type, value);
  if (choice !== null) return <Pill tone={toneOf(context, attribute, choice.name)}>{choice.label}</Pill>;
  if (type.kind === 'reference' && typeof value === 'string' && !plain) {
    return <RecordTitle entity={type.entity} id={value} title={text} />;
  }
  if (type.kind === 'references' && Array.isArray(value)) {
    return <FirstValues parts={titlesOf(value as readonly Json[], record._.labels, name)} whole={text} />;
  }
  if (type.kind === 'file' && Array.isArray(value)) {
    const names = (value as readonly Json[]).filter(isObject).map((file) => String(file['name'] ?? ''));
    return <FirstValues parts={names} whole={text} isFile />;
  }
  if (type.kind === 'file') {
    return plain ? (
      <span className="value-file">
        <Paperclip size={14} aria-hidden /> {text}
      </span>
    ) : (
      <FileLink to={filePath(record._.entity, record.id, name)} name={text} />
    );
  }
  // In rows and cards an object is one line.
  if (type.kind === 'object' && plain) return <span className="value">{text.replaceAll('\n', ' · ')}</span>;
  const look = isNumeric(type)
    ? 'value-number'
    : type.kind === 'long text' || type.kind === 'object'
      ? 'value-long'
      : 'value';
  return <span className={look}>{text}</span>;
}

/** Number of values shown of a list of values. */
const MAX_VALUES = 2;

/** Several values in one line: the first ones, and a count of the others. */
function FirstValues({
  parts,
  whole,
  isFile = false,
}: {
  readonly parts: readonly string[];
  readonly whole: string;
  readonly isFile?: boolean;
}) {
  const more = parts.length - MAX_VALUES;
  return (
    <span className="value value-cut" title={more > 0 ? whole : undefined}>
      {isFile && <Paperclip size={14} aria-hidden />}
      <span className="value-first">{parts.slice(0, MAX_VALUES).join(messages.components.comma)}</span>
      {more > 0 && <span className="value-more">{messages.application.values.more({ count: more })}</span>}
    </span>
  );
}

/** An empty value: a dash, and a word for screen readers. In development, says so if the document leaves the field open. */
export function EmptyValue({ of }: { readonly of: Attribute }) {
  const { view } = useView();
  return view.dev && view.unknown.includes(of.id) ? (
    <NotShown />
  ) : (
    <span className="value-empty">
      <span aria-hidden>–</span>
      <span className="reader-only">{messages.application.values.empty}</span>
    </span>
  );
}

/** A record's title, as a link if the person can open it. */
export function RecordTitle({
  entity,
  id,
  title,
}: {
  readonly entity: string;
  readonly id: string;
  readonly title: string;
}) {
  const to = useView().recordRoute(entity, id);
  if (to === null) return <span className="value">{title}</span>;
  return <Link to={to}>{title}</Link>;
}

/** A link to a file, opened in a new tab. */
export function FileLink({ to, name }: { readonly to: string; readonly name: string }) {
  return (
    <a href={to} className="link value-file" target="_blank" rel="noreferrer">
      <Paperclip size={14} aria-hidden /> {name}
    </a>
  );
}
