import { compile } from '../../engine/compile/compile.ts';
import type { Digest } from '../../engine/core/digest.ts';
import { standardTextsIn } from '../../engine/languages/index.ts';
import { BUILT_IN_LANGUAGES, type BuiltInLanguage } from '../../messages/languages.ts';
import { translateModel } from '../../model/lookups/translate.ts';
import type { Model } from '../../model/types/model.ts';
import { builtInLanguageOf, languageColumnOf, primaryLanguageOf } from '../../model/types/translation.ts';
import { compilePaths } from '../core/path-template.ts';
import type { Version } from './runtime.ts';

/**
 * The language of a response. `tag`: labels, numbers and dates. `ours`: the language of built-in texts, which exist in
 * fewer languages.
 */
export interface ResponseLanguage {
  readonly tag: string;
  readonly builtIn: BuiltInLanguage;
}

/** The languages that a request asks for, best first. */
export interface LanguagePreferences {
  /** Chosen by the person, as the page reports it. */
  readonly stated: readonly string[];
  /** Sent by the browser or program as Accept-Language. If the document states its language, that takes precedence. */
  readonly browser: readonly string[];
}

/**
 * Reads the headers `Ninefold-Language` and `Accept-Language`. A page sends `ninefold-language: de`, followed by the
 * language of its own texts if that is different.
 */
export function languagePreferencesOf(request: Request): LanguagePreferences {
  const stated = (request.headers.get('ninefold-language') ?? '').split(',').map((tag) => tag.trim());
  return {
    stated: stated.filter((tag) => tag !== '').slice(0, 2),
    browser: acceptedLanguages(request.headers.get('accept-language') ?? ''),
  };
}

const MOST_ACCEPTED = 10;

/** Returns the tags of an Accept-Language header in order of weight, without those of weight 0. */
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

/**
 * Chooses the language of a response: the best preference that the document or the built-in texts support, else the
 * document's own language.
 */
export function chooseResponseLanguage(
  { product, translations }: Model,
  { stated, browser }: LanguagePreferences,
): ResponseLanguage {
  const own = product.language.value ?? 'en';
  const isStated = product.language.standing === 'stated';
  const available = [own, ...translations.languages.map(({ tag }) => tag), ...BUILT_IN_LANGUAGES];
  const preferred = [...stated, ...(isStated ? [own, ...browser] : [...browser, own])];
  const tag = preferred.map((each) => bestMatch(available, each)).find((each) => each !== null) ?? own;
  const ours = [tag, ...preferred].map(builtInLanguageOf).find((each) => each !== null) ?? 'en';
  return { tag, builtIn: ours };
}

/** Returns the exact language if available, else another region of the same language, else null. */
function bestMatch(available: readonly string[], preferred: string): string | null {
  const exact = available.find((each) => each.toLowerCase() === preferred.toLowerCase());
  return exact ?? available.find((each) => primaryLanguageOf(each) === primaryLanguageOf(preferred)) ?? null;
}

/** Compiles a document in a language. */
export function versionInLanguage(
  document: Pick<Version, 'hash' | 'text' | 'model'>,
  speech: ResponseLanguage,
  digest?: Digest,
): Version {
  const { hash, text, model } = document;
  const { tag, builtIn } = speech;
  // A translation column for the document's own language overrides its names.
  const isOwn = tag === (model.product.language.value ?? 'en') && languageColumnOf(model.translations, tag) < 0;
  const isPlain = builtIn === 'en' && isOwn;
  const sentences = standardTextsIn(builtIn);
  const localized = isPlain ? model : translateModel(model, tag, sentences.assumed);
  const routes = localized.screens.map((screen) => ({ method: 'GET', pattern: screen.route, value: screen }));
  return {
    hash,
    text,
    model,
    compiled: compile(localized, hash, sentences, digest, model),
    screens: compilePaths(routes),
    speech,
  };
}

/**
 * Returns whether the default version already fits. This is the case for most requests: a page in the document's
 * language, or a program that names no language.
 */
function isDefaultLanguage({ model, speech }: Version, request: Request): boolean {
  const stated = request.headers.get('ninefold-language');
  if (stated !== null) return stated === speech.tag;
  return model.product.language.standing === 'stated' && builtInLanguageOf(speech.tag) !== null;
}

/**
 * Returns a function that gives a version in the language of a request. Versions are compiled on first use and cached
 * as long as the document's version is in memory.
 */
export function createVersionCache(): (version: Version, request: Request) => Version {
  const cache = new WeakMap<Version, Map<string, Version>>();
  return (version, request) => {
    if (isDefaultLanguage(version, request)) return version;
    const speech = chooseResponseLanguage(version.model, languagePreferencesOf(request));
    if (speech.tag === version.speech.tag && speech.builtIn === version.speech.builtIn) return version;
    const versions = cache.get(version) ?? new Map<string, Version>();
    cache.set(version, versions);
    const key = `${speech.tag} ${speech.builtIn}`;
    const localized = versions.get(key) ?? versionInLanguage(version, speech, version.compiled.digest);
    versions.set(key, localized);
    return localized;
  };
}
