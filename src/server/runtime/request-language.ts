import { compile } from '../../engine/compile/compile.ts';
import type { Digest } from '../../engine/core/digest.ts';
import { sentencesIn } from '../../engine/languages/index.ts';
import { translateModel } from '../../model/lookups/translate.ts';
import type { Model } from '../../model/types/model.ts';
import {
  BUILT_IN_LANGUAGES,
  type BuiltInLanguage,
  builtInLanguageOf,
  languageColumnOf,
  primaryLanguageOf,
} from '../../model/types/translation.ts';
import { compilePaths } from '../core/path-template.ts';
import type { Version } from './runtime.ts';

/** The language of labels, numbers and dates, as a tag, and that of our own sentences. */
export interface Speech {
  readonly tag: string;
  readonly ours: BuiltInLanguage;
}

/** Languages that a request asks for, the best first. */
export interface LanguagePreferences {
  /** Of the page, which knows what the person chose. */
  readonly stated: readonly string[];
  /** Of the browser or program; a language that the document states goes before them. */
  readonly usual: readonly string[];
}

/** A page sends `ninefold-language: de`, and behind it the language of its own texts where that is another. */
export function languagePreferencesOf(request: Request): LanguagePreferences {
  const stated = (request.headers.get('ninefold-language') ?? '').split(',').map((tag) => tag.trim());
  return {
    stated: stated.filter((tag) => tag !== '').slice(0, 2),
    usual: acceptedLanguages(request.headers.get('accept-language') ?? ''),
  };
}

const MOST_ACCEPTED = 10;

/** The tags of an Accept-Language header by their weight; those that are not acceptable are none. */
function acceptedLanguages(header: string): readonly string[] {
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
export function chooseSpeech({ product, translations }: Model, { stated, usual }: LanguagePreferences): Speech {
  const own = product.language.value ?? 'en';
  const isStated = product.language.standing === 'stated';
  const available = [own, ...translations.languages.map(({ tag }) => tag), ...BUILT_IN_LANGUAGES];
  const preferred = [...stated, ...(isStated ? [own, ...usual] : [...usual, own])];
  const tag = preferred.map((each) => bestMatch(available, each)).find((each) => each !== null) ?? own;
  const ours = [tag, ...preferred].map(builtInLanguageOf).find((each) => each !== null) ?? 'en';
  return { tag, ours };
}

/** The very language, else the same one elsewhere. */
function bestMatch(available: readonly string[], preferred: string): string | null {
  const exact = available.find((each) => each.toLowerCase() === preferred.toLowerCase());
  return exact ?? available.find((each) => primaryLanguageOf(each) === primaryLanguageOf(preferred)) ?? null;
}

/** A document in force as it reads in a language. */
export function versionInLanguage(
  document: Pick<Version, 'hash' | 'text' | 'model'>,
  speech: Speech,
  digest?: Digest,
): Version {
  const { hash, text, model } = document;
  const { tag, ours } = speech;
  // A column of the document's own language says how its names are to be read.
  const isOwn = tag === (model.product.language.value ?? 'en') && languageColumnOf(model.translations, tag) < 0;
  const isPlain = ours === 'en' && isOwn;
  const sentences = sentencesIn(ours);
  const localized = isPlain ? model : translateModel(model, tag, sentences.assumed);
  const routes = localized.screens.map((screen) => ({ method: 'GET', pattern: screen.route, value: screen }));
  return {
    hash,
    text,
    model,
    compiled: compile(localized, hash, sentences, digest),
    screens: compilePaths(routes),
    speech,
  };
}

/** Most requests: of a page in the language of the document, or of a program that names none. */
function isDefaultSpeech({ model, speech }: Version, request: Request): boolean {
  const stated = request.headers.get('ninefold-language');
  if (stated !== null) return stated === speech.tag;
  return model.product.language.standing === 'stated' && builtInLanguageOf(speech.tag) !== null;
}

/** Gives a version in the language that is wished; each is made when it is first asked for, and goes with its document. */
export function createVersionCache(): (version: Version, request: Request) => Version {
  const cache = new WeakMap<Version, Map<string, Version>>();
  return (version, request) => {
    if (isDefaultSpeech(version, request)) return version;
    const speech = chooseSpeech(version.model, languagePreferencesOf(request));
    if (speech.tag === version.speech.tag && speech.ours === version.speech.ours) return version;
    const versions = cache.get(version) ?? new Map<string, Version>();
    cache.set(version, versions);
    const key = `${speech.tag} ${speech.ours}`;
    const localized = versions.get(key) ?? versionInLanguage(version, speech, version.compiled.digest);
    versions.set(key, localized);
    return localized;
  };
}
