import { prepare } from '../../engine/compile/compile.ts';
import type { Digest } from '../../engine/core/digest.ts';
import { sentencesIn } from '../../engine/languages/index.ts';
import { translated } from '../../model/lookups/translate.ts';
import type { Model } from '../../model/types/model.ts';
import { columnOf, OURS, type Ours, oursOf, primaryOf } from '../../model/types/translation.ts';
import { compilePaths } from '../core/path-template.ts';
import type { Version } from './runtime.ts';

/** The language of labels, numbers and dates, as a tag, and that of our own sentences. */
export interface Speech {
  readonly tag: string;
  readonly ours: Ours;
}

/** Languages that a request asks for, the best first. */
export interface Wishes {
  /** Of the page, which knows what the person chose. */
  readonly stated: readonly string[];
  /** Of the browser or program; a language that the document states goes before them. */
  readonly usual: readonly string[];
}

/** A page sends `ninefold-language: de`, and behind it the language of its own texts where that is another. */
export function wishesOf(request: Request): Wishes {
  const stated = (request.headers.get('ninefold-language') ?? '').split(',').map((tag) => tag.trim());
  return {
    stated: stated.filter((tag) => tag !== '').slice(0, 2),
    usual: accepted(request.headers.get('accept-language') ?? ''),
  };
}

const MOST_ACCEPTED = 10;

/** The tags of an Accept-Language header by their weight; those that are not acceptable are none. */
function accepted(header: string): readonly string[] {
  return header
    .split(',')
    .slice(0, MOST_ACCEPTED)
    .map((part) => {
      const [tag = '', ...rest] = part.split(';').map((each) => each.trim());
      const weight = rest.find((each) => each.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

/** What a document speaks to somebody with these wishes: never a language that neither it nor we have. */
export function speechOf({ product, translations }: Model, { stated, usual }: Wishes): Speech {
  const own = product.language.value ?? 'en';
  const isStated = product.language.standing === 'stated';
  const there = [own, ...translations.languages.map(({ tag }) => tag), ...OURS];
  const wished = [...stated, ...(isStated ? [own, ...usual] : [...usual, own])];
  const tag = wished.map((each) => bestOf(there, each)).find((each) => each !== null) ?? own;
  const ours = [tag, ...wished].map(oursOf).find((each) => each !== null) ?? 'en';
  return { tag, ours };
}

/** The very language, else the same one elsewhere. */
function bestOf(there: readonly string[], wish: string): string | null {
  const exact = there.find((each) => each.toLowerCase() === wish.toLowerCase());
  return exact ?? there.find((each) => primaryOf(each) === primaryOf(wish)) ?? null;
}

/** A document in force as it reads in a language. */
export function spokenVersion(
  document: Pick<Version, 'hash' | 'text' | 'model'>,
  speech: Speech,
  digest?: Digest,
): Version {
  const { hash, text, model } = document;
  const { tag, ours } = speech;
  // A column of the document's own language says how its names are to be read.
  const isOwn = tag === (model.product.language.value ?? 'en') && columnOf(model.translations, tag) < 0;
  const isPlain = ours === 'en' && isOwn;
  const sentences = sentencesIn(ours);
  const inIt = isPlain ? model : translated(model, tag, sentences.assumed);
  const routes = inIt.screens.map((screen) => ({ method: 'GET', pattern: screen.route, value: screen }));
  return { hash, text, model, app: prepare(inIt, hash, sentences, digest), screens: compilePaths(routes), speech };
}

/** Most requests: of a page in the language of the document, or of a program that names none. */
function isSpokenAnyway({ model, speech }: Version, request: Request): boolean {
  const stated = request.headers.get('ninefold-language');
  if (stated !== null) return stated === speech.tag;
  return model.product.language.standing === 'stated' && oursOf(speech.tag) !== null;
}

/** Gives a version in the language that is wished; each is made when it is first asked for, and goes with its document. */
export function speaker(): (version: Version, request: Request) => Version {
  const known = new WeakMap<Version, Map<string, Version>>();
  return (version, request) => {
    if (isSpokenAnyway(version, request)) return version;
    const speech = speechOf(version.model, wishesOf(request));
    if (speech.tag === version.speech.tag && speech.ours === version.speech.ours) return version;
    const made = known.get(version) ?? new Map<string, Version>();
    known.set(version, made);
    const key = `${speech.tag} ${speech.ours}`;
    const found = made.get(key) ?? spokenVersion(version, speech, version.app.digest);
    made.set(key, found);
    return found;
  };
}
