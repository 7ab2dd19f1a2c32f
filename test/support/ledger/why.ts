import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem, WireElement } from '../../../src/engine/core/wire-format.ts';
import type { Answer } from '../http/server.ts';
import { mutated } from './prove.ts';
import { type Garden, openGarden } from './world.ts';

/** In the line of an element: what is found there, and what takes its place. Finding nothing adds behind the line. */
export type LineEdit = readonly [element: string, find: string, replace: string];

/** A refusal, and changes of the very lines that it names, each of which must turn it. */
export interface Refused {
  readonly what: string;
  readonly code: string;
  readonly ask: (garden: Garden) => Promise<Answer<unknown>>;
  readonly edits: readonly LineEdit[];
  /** What the document says beforehand. */
  readonly given?: readonly [find: string, replace: string];
  /** What is refused instead, where it is not allowed now either. */
  readonly instead?: string;
}

/** For each: the refusal names these elements, and with its line changed each of them decides otherwise. */
export function turned(text: string, refusals: readonly Refused[]): void {
  for (const { what, code, ask, edits, given, instead } of refusals) {
    const stated = given === undefined ? text : mutated(text, given);
    test(`${what} is refused with ${code} by a line that turns it`, async () => {
      const [found, decided] = await asked(stated, ask);
      assert.equal(found, code);
      for (const [element, find, replace] of edits) {
        const by = decided.find((each) => each.element === element);
        assert.ok(by?.line, `${element} did not decide, but ${decided.map((each) => each.element).join(', ')}`);
        const [after] = await asked(edited(stated, by, find, replace), ask);
        assert.equal(after, instead ?? 'allowed', `with ${element} changed`);
      }
    });
  }
}

/** What an answer refuses, and by which elements; of several failures the first. */
export function decisionOf({ status, body }: Answer<unknown>): readonly [code: string, by: readonly WireElement[]] {
  if (status < 300) return ['allowed', []];
  const problem = body as Problem;
  const [first] = problem.failures ?? [];
  return [first?.code ?? problem.code, first?.decidedBy ?? problem.decidedBy ?? []];
}

async function asked(text: string, ask: Refused['ask']): Promise<ReturnType<typeof decisionOf>> {
  const garden = await openGarden(text);
  try {
    const decision = decisionOf(await ask(garden));
    for (const { element, line } of decision[1]) assert.deepEqual(await explained(garden, element), [element, line]);
    return decision;
  } finally {
    await garden.stop();
  }
}

/** The text with that line changed; of a machine, whose element is its heading, a line of what stands below. */
function edited(text: string, { element, line = 0 }: WireElement, find: string, replace: string): string {
  const lines = text.split('\n');
  const isPart = element.startsWith('machine/');
  const end = isPart ? lines.findIndex((each, index) => index >= line && each.startsWith('#')) : line;
  const scope = lines.slice(line - 1, end).join('\n');
  const after = find === '' ? `${scope}\n${replace}` : mutated(scope, [find, replace]);
  return [...lines.slice(0, line - 1), after, ...lines.slice(end)].join('\n');
}

/** What the server says of an element that decided, when asked why: the same line, or an assumption in its place. */
async function explained({ server }: Garden, element: string): Promise<readonly [string, number | undefined]> {
  const { body } = await server.guest.get<{ element: string; line: number | null; assumption: string | null }>(
    `/_/why/${encodeURIComponent(element)}`,
  );
  assert.ok(body.line !== null || body.assumption !== null, `${element} is in no line, and assumed by nothing`);
  return [body.element, body.line ?? undefined];
}
