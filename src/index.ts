/** The public API of Ninefold: reading and writing documents, their Model, and the differences between Models. */

export { runChecks } from './checks/runner/run.ts';
export * from './define/define-specification.ts';
export { type JsonProblem, type ModelRead, modelFromJson } from './define/model-from-json.ts';
export { assume } from './model/defaults/assume.ts';
export { type Change, type ChangeKind, differenceOf } from './model/diff/compare-models.ts';
export { MODEL_SCHEMA } from './model/json/json-schema.ts';
export type { JsonSchema } from './model/json/json-schema-check.ts';
export type { Diagnostic, Edit, Severity } from './model/types/diagnostic.ts';
export type { Model } from './model/types/model.ts';
export { printDocument } from './notation/document/print-document.ts';
export { type Reading, readDocument } from './notation/document/read-document.ts';
