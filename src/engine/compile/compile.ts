import type { Model } from '../../model/types/model.ts';
import type { CompiledModel } from '../compiled/compiled-model.ts';
import type { StandardTexts } from '../compiled/standard-texts.ts';
import type { Digest } from '../core/digest.ts';
import { mailer } from '../effects/letters.ts';
import { objectsOf } from '../records/objects.ts';
import { compileModel, type ServerParts } from './compile-model.ts';
import { compileServerCall } from './server-call.ts';

/** Compiles a Model for a server. The browser compiles it without what only servers need; see `compileModel`. */
export const compile = (model: Model, hash: string, sentences?: StandardTexts, digest?: Digest): CompiledModel =>
  compileModel(model, hash, sentences, digest, SERVER);

const SERVER: ServerParts = { serverCallOf: compileServerCall, mailer, objectsOf };
