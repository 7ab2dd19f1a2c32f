import { modelFromJson } from '../../define/model-from-json.ts';
import type { Model } from '../../model/types/model.ts';
import { readDocument } from '../../notation/document/read-document.ts';
import type { Io } from '../program/command.ts';
import { readGitRevision } from './git-revisions.ts';
import { type OpenResult, openSource } from './open-source.ts';

/** The Model of a document without assumptions, and its format. */
export interface OpenedModel {
  readonly model: Model;
  readonly form: 'markdown' | 'json';
  readonly text: string;
}

/**
 * Reads the Model from a Markdown document or from JSON (a name that ends in `.json`, or a text that begins with a
 * brace). `REVISION:FILE` is a version in Git. A problem is one or several lines.
 */
export async function openModel(
  name: string,
  io: Pick<Io, 'cwd' | 'stdin'>,
): Promise<OpenedModel | { readonly problem: string }> {
  const source = await openFileOrRevision(name, io);
  if ('problem' in source) return source;
  const { text } = source;
  if (!name.endsWith('.json') && !/^\s*\{/.test(text))
    return { model: readDocument(text).model, form: 'markdown', text };
  const read = modelFromText(text);
  if ('model' in read) return { model: read.model, form: 'json', text };
  return { problem: [`${source.name} is not a Model:`, ...read.problems].join('\n') };
}

async function openFileOrRevision(name: string, io: Pick<Io, 'cwd' | 'stdin'>): Promise<OpenResult> {
  const version = readGitRevision(name, io.cwd);
  if (version === null) return openSource(name, io);
  if ('problem' in version) return version;
  return { name, path: null, bytes: version, text: new TextDecoder().decode(version) };
}

function modelFromText(text: string): { readonly model: Model } | { readonly problems: readonly string[] } {
  const parsed = parsedJson(text);
  if ('wrong' in parsed) return { problems: [`  ${parsed.wrong}`] };
  const read = modelFromJson(parsed.value);
  if ('model' in read) return read;
  return { problems: read.problems.map(({ pointer, message }) => `  ${pointer === '' ? 'It' : pointer} ${message}.`) };
}

function parsedJson(text: string): { readonly value: unknown } | { readonly wrong: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { wrong: `It is not JSON (${error instanceof Error ? error.message : String(error)}).` };
  }
}
