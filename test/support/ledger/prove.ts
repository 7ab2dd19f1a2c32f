import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofOf } from '../../../src/notation/reference/ledger.ts';
import { garden } from './garden.ts';
import { type Garden, openGarden } from './world.ts';

/** What shows that an element of the notation is obeyed: it is to be seen in the document, and not in its mutant. */
export interface Probe {
  /** As the ledger names it. */
  readonly element: string;
  /** Changes of the garden's document that bring the element in, where it does not stand there. */
  readonly given?: readonly (readonly [find: string, replace: string])[];
  /** What stands in the document once, and what stands in its place where the element is taken away or turned round. */
  readonly mutate: readonly [find: string, replace: string];
  /** Asserts the effect. What it needs on the way there throws an error of another kind. */
  readonly probe: (garden: Garden) => Promise<void> | void;
}

/** A test for each: the probe passes on the document and fails, at its own assertion, on the mutant. */
export function prove(probes: readonly Probe[]): void {
  for (const { element, given = [], mutate, probe } of probes) {
    test(proofOf(element), async () => {
      const document = given.reduce(mutated, garden);
      await watched(document, probe);
      const mutant = mutated(document, mutate);
      await assert.rejects(
        watched(mutant, probe),
        (error) => {
          if (error instanceof assert.AssertionError) return true;
          throw new Error(`The probe did not get as far as its assertion: ${String(error)}`, { cause: error });
        },
        `Nothing shows that “${mutate[0]}” is not there.`,
      );
    });
  }
}

/** The text with one thing in it changed, which must be there exactly once. */
export function mutated(text: string, [find, replace]: Probe['mutate']): string {
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`“${find}” stands ${parts.length - 1} times in the document.`);
  return parts.join(replace);
}

async function watched(text: string, probe: Probe['probe']): Promise<void> {
  const opened = await openGarden(text);
  try {
    await probe(opened);
  } finally {
    await opened.stop();
  }
}
