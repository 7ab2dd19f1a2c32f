/** What a program may use of Ninefold: reading and writing documents, the Model that comes of them, and their differences. */

export { runChecks } from './checks/run.ts';
export * from './define.ts';
export { type JsonProblem, type ModelRead, modelFromJson } from './from-json.ts';
export { assume } from './model/defaults/assume.ts';
export { type Change, type ChangeKind, differenceOf } from './model/diff/difference.ts';
export { MODEL_SCHEMA } from './model/json/json-schema.ts';
export type { JsonSchema } from './model/json/json-schema-check.ts';
export type { Diagnostic, Edit, Severity } from './model/types/diagnostic.ts';
export type { Model } from './model/types/model.ts';
export { printDocument } from './notation/print.ts';
export { type Reading, readDocument } from './notation/read.ts';
