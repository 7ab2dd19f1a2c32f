import type { App } from '../engine/app.ts';
import type { Can, WirePage, WireRecord, WireRefusal } from '../engine/wire.ts';
import { quickHash } from './hash.ts';

/** JSON, and something shorter that differs wherever it does. */
export interface Marked {
  readonly text: string;
  readonly mark: string;
}

/** A record as JSON, without doing again what is known of it: most of it are refusals that many records share. */
export function recordText(app: App, record: WireRecord): Marked {
  const fields = app.told.fields.get(record);
  if (fields === undefined) {
    const text = JSON.stringify(record);
    return { text, mark: text };
  }
  const { can, ...rest } = record._;
  const info = JSON.stringify(rest);
  const may = canText(app, can);
  // Fields are marked by the tag among the rest.
  return { text: `${fields.slice(0, -1)},"_":${info.slice(0, -1)},"can":${may.text}}}`, mark: info + may.mark };
}

/** A page of records as JSON. */
export function pageText(app: App, { items, next, total }: WirePage): Marked {
  const records = items.map((record) => recordText(app, record));
  const rest = `"next":${JSON.stringify(next)},"total":${JSON.stringify(total)}`;
  return {
    text: `{"items":[${records.map(({ text }) => text).join()}],${rest}}`,
    mark: `${records.map(({ mark }) => mark).join()}${rest}`,
  };
}

function canText(app: App, can: Can): Marked {
  const change = membersText(app, can.change);
  const events = membersText(app, can.events);
  const remove = refusalText(app, can.delete);
  return {
    text: `{"delete":${remove.text},"change":{${change.text}},"events":{${events.text}}}`,
    mark: `${remove.mark};${change.mark};${events.mark}`,
  };
}

function membersText(app: App, refusals: Can['events']): Marked {
  let text = '';
  let mark = '';
  for (const name of Object.keys(refusals)) {
    const refusal = refusalText(app, refusals[name] ?? null);
    const key = JSON.stringify(name);
    text += `${text === '' ? '' : ','}${key}:${refusal.text}`;
    mark += `${key}${refusal.mark},`;
  }
  return { text, mark };
}

function refusalText({ told }: App, refusal: WireRefusal | null): Marked {
  if (refusal === null) return NONE;
  const known = told.marked.get(refusal);
  if (known !== undefined) return known;
  const text = JSON.stringify(refusal);
  const made = { text, mark: quickHash(text) };
  told.marked.set(refusal, made);
  return made;
}

const NONE: Marked = { text: 'null', mark: '' };
