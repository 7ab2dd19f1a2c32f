import { readFileSync } from 'node:fs';
import { diagnose } from '../../src/cli/diagnose.ts';
import type { Diagnostic } from '../../src/model/types/diagnostic.ts';
import type { Model } from '../../src/model/types/model.ts';
import { readDocument } from '../../src/notation/read.ts';
import { compareCalls, extraCalls } from './calls.ts';
import { compareConstants, extraConstants } from './constants.ts';
import { compareEntities, extraEntities } from './fields.ts';
import { type Judged, judged, type Reading } from './judge.ts';
import type { ContradictionKey, Fact, Key } from './key.ts';
import { compareBehaviour, extraBehaviour } from './machines.ts';
import { type Printed, printed } from './words.ts';

/** All that is known of how one document was read. */
export interface Measured {
  readonly name: string;
  readonly judged: readonly Judged[];
  readonly facts: readonly { readonly fact: Fact; readonly held: boolean }[];
  readonly unknowns: readonly { readonly id: string; readonly line: number; readonly reported: boolean }[];
  readonly contradictions: readonly { readonly key: ContradictionKey; readonly found: boolean }[];
  readonly printed: Printed;
  readonly diagnostics: readonly Diagnostic[];
}

export function measured(file: string, name: string, key: Key): Measured {
  const text = readFileSync(file, 'utf8');
  const { model, diagnostics } = readDocument(text);
  const reading: Reading = { text, model, diagnostics };
  const items = [
    ...compareEntities(reading, key),
    ...compareBehaviour(reading, key),
    ...compareCalls(reading, key),
    ...compareConstants(reading, key),
  ].map((each) => judged(reading, each));
  const extras = [
    ...extraEntities(reading, key),
    ...extraBehaviour(reading, key),
    ...extraCalls(reading, key),
    ...extraConstants(reading, key),
  ].filter((each) => each !== null);
  return {
    name,
    judged: [...items, ...extras, ...key.traps.map((each) => trapped(model, each))],
    facts: factsOf(model, key),
    unknowns: key.unknowns.map((each) => ({ ...each, reported: isReported(diagnostics, each.line) })),
    contradictions: contradictionsOf(text, key, true),
    printed: printed(text, model),
    diagnostics,
  };
}

function trapped(model: Model, { number, lines, says, holds }: Fact): Judged {
  const fell = holds(model);
  const outcome = fell ? 'wrong' : 'right';
  return { kind: 'traps', line: lines[0] ?? 0, what: `T${number}`, outcome, detail: fell ? says : '', extra: false };
}

export const factsOf = (model: Model, key: Key): Measured['facts'] =>
  key.facts.map((fact) => ({ fact, held: fact.holds(model) }));

const isReported = (diagnostics: readonly Diagnostic[], line: number) =>
  diagnostics.some(
    ({ severity, code, at }) => at.line === line && (severity === 'gap' || code.startsWith('not-shown')),
  );

/** Findings of the reader and the checks that name the matter; on the document of the key, at one of its lines. */
export function contradictionsOf(text: string, key: Key, atLines: boolean): Measured['contradictions'] {
  const findings = diagnose(text).diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning');
  return key.contradictions.map((each) => ({
    key: each,
    found: findings.some(
      ({ at, also, message, element }) =>
        (!atLines || [at, ...also].some(({ line }) => each.lines.includes(line))) &&
        each.words.every((word) =>
          word.split('|').some((one) => `${message} ${element}`.toLowerCase().includes(one.toLowerCase())),
        ),
    ),
  }));
}
