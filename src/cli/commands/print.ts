import { assume } from '../../model/defaults/assume.ts';
import { firstDifference } from '../../model/diff/first-difference.ts';
import { withoutPlaces } from '../../model/diff/without-places.ts';
import { MODEL_SCHEMA } from '../../model/json/json-schema.ts';
import type { Model } from '../../model/types/model.ts';
import { formatDocument } from '../../notation/document/format-document.ts';
import { printDocument } from '../../notation/document/print-document.ts';
import { readDocument } from '../../notation/document/read-document.ts';
import { openModel } from '../environment/open-model.ts';
import { type Args, defineCommand, type Io } from '../program/command.ts';
import { reportWrongUse } from '../program/wrong-use.ts';

export const command = defineCommand({
  name: 'print',
  usage: '[file]',
  about: 'Convert a document: Markdown to the JSON of its Model, or back.',
  options: [
    { flag: '--json', about: 'Print the stated Model. Default for Markdown.' },
    { flag: '--markdown', about: 'Print the canonical document. Default for JSON.' },
    { flag: '--assumed', about: 'With --json, include the assumptions, as it runs.' },
    { flag: '--schema', about: 'Print the JSON Schema of the Model (draft 2020-12). Needs no file.' },
  ],
  more: [
    'The file is Markdown or the JSON of a Model (.json); - means standard input.',
    'Exits with 0 when printed, 1 if a Model can’t be written as Markdown without loss, 2 after wrong use.',
  ].join('\n'),
  async run(args, io) {
    const [file] = args.positional;
    const problem = wrongUse(args, file);
    if (problem !== null) return reportWrongUse(io, problem);
    if (args.flag('schema')) return printed(io, JSON.stringify(MODEL_SCHEMA, null, 2));
    const opened = await openModel(file ?? '', io);
    if ('problem' in opened) return reportWrongUse(io, opened.problem);
    const { model, form, text } = opened;
    if (args.flag('markdown') || (form === 'json' && !args.flag('json'))) {
      return form === 'markdown' ? printed(io, formatDocument(text).text) : markdown(model, file ?? '', io);
    }
    return printed(io, JSON.stringify(args.flag('assumed') ? assume(model) : model, null, 2));
  },
});

function wrongUse(args: Args, file: string | undefined): string | null {
  if (args.flag('json') && args.flag('markdown')) return 'Use either --json or --markdown.';
  if (args.flag('markdown') && args.flag('assumed'))
    return 'Markdown contains no assumptions. Use --assumed with --json.';
  if (file === undefined && !args.flag('schema'))
    return 'Name a file, or - for standard input. Only --schema needs none.';
  return null;
}

/** Prints a Model as Markdown. Prints nothing if the Markdown would not mean the same as the JSON. */
function markdown(model: Model, file: string, io: Io): number {
  const stated = statedOnly(model);
  const text = printDocument(stated);
  const place = firstDifference(withoutPlaces(stated), withoutPlaces(readDocument(text).model));
  if (place === null) return printed(io, text);
  io.stderr(`${file}: Markdown can’t express the value at ${place} exactly, so nothing is printed.`);
  return 1;
}

/** Returns the Model without assumed elements. */
function statedOnly(model: Model): Model {
  const { language, timeZone } = model.product;
  const withoutAssumed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((each) => !isAssumed(each) || isWritten(each)).map(withoutAssumed);
    if (value === null || typeof value !== 'object') return value;
    if (isAssumed(value)) return withoutAssumed({ ...value, signIn: false, standing: 'stated', assumption: null });
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutAssumed(part)]));
  };
  const stated = withoutAssumed(model) as Model;
  // Rules and permissions that come from the line of a field are printed with that field.
  const ofPoint = <T extends { readonly point: number }>(all: readonly T[], point: number) =>
    all.filter((each) => each.point === point);
  const unknown = { value: null, standing: 'not shown', at: null } as const;
  return {
    ...stated,
    rules: ofPoint(stated.rules, 5),
    permissions: ofPoint(stated.permissions, 6),
    product: {
      ...stated.product,
      language: language.standing === 'assumed' ? unknown : language,
      timeZone: timeZone.standing === 'assumed' ? unknown : timeZone,
    },
    machines: stated.machines.map((machine) => ({
      ...machine,
      initial: machine.transitions.find(({ from }) => from === null)?.to ?? null,
    })),
  };
}

/**
 * Returns whether an assumed element is written in the document: a stated field that is only assumed to be the sign-in
 * field.
 */
function isWritten(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'at' in value && value.at !== null;
}

function isAssumed(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'standing' in value && value.standing === 'assumed';
}

function printed(io: Io, text: string): number {
  io.stdout(text.replace(/\n$/, ''));
  return 0;
}
