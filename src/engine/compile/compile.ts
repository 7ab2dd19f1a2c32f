import type { Model } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';
import type { Digest } from '../core/digest.ts';
import { createMailer } from '../effects/letters.ts';
import { objectsOf } from '../records/objects.ts';
import { compileModel, type ServerParts } from './compile-model.ts';
import { compileServerCall } from './server-call.ts';

/**
 * Compiles a Model for a server. The browser compiles it without what only servers need; see `compileModel`.
 * `document`: the Model before it was translated.
 */
export const compile = (
  model: Model,
  hash: string,
  sentences?: StandardTexts,
  digest?: Digest,
  document: Model = model,
): CompiledModel => compileModel(model, hash, sentences, digest, serverParts(document));

const serverParts = (document: Model): ServerParts => ({
  serverCallOf: compileServerCall,
  mailer: createMailer(document),
  objectsOf,
});
