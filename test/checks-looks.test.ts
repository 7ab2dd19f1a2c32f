import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Check, CheckContext } from '../src/checks/check.ts';
import { openChecks, runChecks } from '../src/checks/run.ts';
import { assume, openAssume } from '../src/model/defaults/assume.ts';
import type { Attribute } from '../src/model/lookups/schema.ts';
import { openSession, readDocument } from '../src/notation/read.ts';
import { exampleText } from './support/server.ts';

/** What a check may look at beyond its own part, each by itself: whoever went by it is asked again once it changes. */
const LOOKS: Readonly<Record<string, (context: CheckContext) => unknown>> = {
  'the names of all roles': ({ schema }) => [...schema.roles.keys()],
  'what all roles include': ({ schema }) => [...schema.roles.values()].map(({ includes }) => includes.map(nameOf)),
  'a role by its name': ({ schema }) => schema.roles.get('Manager')?.includes.map(nameOf),
  'whether there is a role': ({ schema }) => schema.roles.has('Finance'),
  'the roles of the Model': ({ model }) => model.roles.map(nameOf),
  'the codes of all errors': ({ schema }) => [...schema.errors.keys()],
  'an error by its code': ({ schema }) => schema.errors.get('RECEIPT_MISSING')?.message,
  'how many constants there are': ({ schema }) => schema.constants.size,
  'a constant by its name': ({ schema }) => schema.constants.get('RECEIPT_FREE_LIMIT')?.id,
  'the limits': ({ model }) => model.limits.map(nameOf),
  'the standing of the points': ({ model }) => model.points.map(({ standing }) => standing),
  'the language': ({ model }) => model.product.language.value,
  'the people': ({ schema }) => schema.person?.entity.name,
  'what everyone holds': ({ access }) => access.everyone.map(nameOf),
  'what goes along with a role': ({ access }) => [...access.held('Manager')],
  'whether anybody can hold a role': ({ access }) => access.canHold('Finance'),
  'the field of the roles': ({ access }) => access.roleField?.name,
  'whether a role may read another entity': ({ access }) =>
    ['Employee', 'Claim'].map((each) => access.may('Employee', each, 'read')),
  'whether somebody may create another entity': ({ access }) =>
    ['Employee', 'Claim'].map((each) => access.somebodyMay(each, 'create')),
  'the cells of another entity': ({ access }) =>
    ['Employee', 'Claim'].map((each) => access.cells(each, 'change').length),
  'the cells of a field of another entity': ({ access }) => access.fieldCells('Claim', 'note').map(({ role }) => role),
  'the names of all entities': ({ schema }) => [...schema.entities.keys()],
  'the fields of another entity': ({ schema }) =>
    ['Employee', 'Claim'].map((each) => [...(schema.entities.get(each)?.attributes.keys() ?? [])]),
  'a field of another entity': ({ schema }) => required(schema.entities.get('Claim')?.attributes.get('title')),
  'whether another entity has a field': ({ schema }) => schema.entities.get('Claim')?.attributes.has('category'),
  'the states of another entity': ({ schema }) => [...(schema.entities.get('Claim')?.states ?? [])],
  'the events of another entity': ({ schema }) => [...(schema.entities.get('Claim')?.events ?? [])],
  'the title of another entity': ({ schema }) => schema.entities.get('Claim')?.title,
  'whom another entity belongs to': ({ schema }) => schema.entities.get('Line')?.owner?.entity,
  'the types of all formulas': ({ formulas }) => formulas.map(({ typed, problems }) => [typed?.type, problems.length]),
  'the types of rules': ({ model, typed }) => model.rules.map(({ condition }) => typed(condition)?.type),
  'the types of guards': ({ model, typed }) =>
    model.machines.flatMap((each) => each.transitions.map(({ guard }) => typed(guard)?.type)),
  'the types of permissions': ({ model, typed }) =>
    model.permissions.map(({ grant }) => 'where' in grant && typed(grant.where)?.type),
  'what the parts say': ({ gather }) => gather(fieldsOf),
};

const nameOf = ({ name }: { readonly name: string }) => name;
const required = (of: Attribute | undefined) => of?.kind === 'field' && of.field.required;
const fieldsOf = ({ model }: CheckContext) => model.entities.flatMap(({ fields }) => fields.map(nameOf));

const CHECKS = Object.entries(LOOKS).flatMap(([about, look]): Check[] => {
  const base = { point: null, severity: 'note', about } as const;
  const told = (context: CheckContext, own: string) => [
    { at: null, point: 1 as const, message: `${own} ${JSON.stringify(look(context))}`, next: '' },
  ];
  return [
    { ...base, code: `whole: ${about}`, find: (context) => told(context, '') },
    { ...base, code: `each: ${about}`, findEach: (context) => told(context, context.entity?.name ?? '') },
    { ...base, code: `in: ${about}`, findIn: (context) => told(context, context.entity.name) },
  ];
});

describe('whatever a check looks at, it is asked again once that has changed:', () => {
  const text = exampleText('expense-claims.md').replace('- Language: en', '- Language: de');
  const lines = text.split('\n');
  const foundAnew = (now: string) => told(runChecks(assume(readDocument(now).model), CHECKS));
  const whole = foundAnew(text);

  test('after each line of the document is gone or says something else, and when it is there again', () => {
    const [session, assumed, checks] = [openSession(), openAssume(), openChecks(CHECKS)];
    const foundIn = (now: string) => told(checks.run(assumed(session.read(now).model)));
    foundIn(text);
    const heard = new Set<string>();
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      for (const others of [[], ...othersOf(line)]) {
        const now = lines.toSpliced(index, 1, ...others).join('\n');
        const anew = foundAnew(now);
        assert.deepEqual(foundIn(now), anew, `with ${others[0] ?? 'nothing'} for line ${index + 1}: ${line}`);
        assert.deepEqual(foundIn(text), whole, `with line ${index + 1} again: ${line}`);
        const known = new Set(whole);
        for (const each of anew) if (!known.has(each)) heard.add(each.replace(/^whole: (.*?) \| .*$/s, '$1'));
      }
    }
    // A look that no line changes would show nothing.
    assert.deepEqual(
      Object.keys(LOOKS).filter((look) => !heard.has(look)),
      [],
    );
  });
});

/** The line with another answer, another number and another type, where it has one. */
function othersOf(line: string): (readonly [string])[] {
  const others = [
    line.replace(/\| (yes|no)(?= \|)/, (_, answer) => (answer === 'yes' ? '| no' : '| yes')),
    line.replace(/\d+/, (number) => String(Number(number) + 1)),
    line.replace(/\| (?:date|text|EUR|integer|Employee)(?= \|)/, '| yes/no'),
  ];
  return others.filter((other) => other !== line).map((other) => [other]);
}

function told(found: ReturnType<typeof runChecks>): string[] {
  return found.map(({ code, message }) => `${code} | ${message}`);
}
