import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  languageTags,
  type MessageTree,
  type Placeholder,
  placeholdersOf,
  readMessages,
} from '../../scripts/message-files.ts';
import { formatMessages } from '../../src/messages/format-messages.ts';

/** Returns what is wrong with a translation: texts that are missing or unknown, and placeholders that differ. */
function faultsIn(english: MessageTree, translation: MessageTree): string[] {
  const texts = textsIn(english);
  const own = textsIn(translation);
  return [
    ...[...own.keys()].filter((path) => !texts.has(path)).map((path) => `${path}: English does not have this text`),
    ...[...texts].flatMap(([path, text]) => {
      const translated = own.get(path);
      return (translated === undefined ? ['is missing'] : faultsOf(text, translated)).map(
        (fault) => `${path}: ${fault}`,
      );
    }),
  ];
}

function faultsOf(english: string, translated: string): string[] {
  const placeholders = placeholdersIn(english);
  const own = placeholdersIn(translated);
  if (typeof placeholders === 'string') return [`the English text is not a pattern: ${placeholders}`];
  if (typeof own === 'string') return [`is not a pattern: ${own}`];
  if (own.size === 0 && /[{}]/.test(translated)) return ['has braces but no placeholder'];
  return [
    ...[...placeholders.keys()].filter((name) => !own.has(name)).map((name) => `lacks {${name}}`),
    ...[...own].flatMap(([name, kind]) => {
      const expected = placeholders.get(name);
      if (expected === undefined) return [`has {${name}}, which is not filled in`];
      return accepts(kind, expected) ? [] : [`{${name}} is ${String(kind)} here and ${String(expected)} in English`];
    }),
  ];
}

/** Whether a placeholder can be filled in with every value of the English one. */
function accepts(own: Placeholder, english: Placeholder): boolean {
  if (own === 'text') return true;
  if (own === 'number') return english === 'number';
  return typeof english === 'object' && english.every((word) => own.includes(word));
}

function placeholdersIn(text: string): ReadonlyMap<string, Placeholder> | string {
  try {
    return placeholdersOf(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Each text by its path. */
function textsIn(messages: string | MessageTree, path = ''): Map<string, string> {
  if (typeof messages === 'string') return new Map([[path, messages]]);
  return new Map(
    Object.entries(messages).flatMap(([name, each]) => [...textsIn(each, path === '' ? name : `${path}.${name}`)]),
  );
}

describe('messages', () => {
  for (const tag of languageTags())
    test(`${tag}.json has the texts of en.json with the same placeholders, and only valid patterns`, () => {
      assert.deepEqual(faultsIn(readMessages('en'), readMessages(tag)), []);
    });

  test('a fault in a language file is found', () => {
    const english = {
      part: { title: 'Title', left: '{count, plural, one {# day} other {# days}} of {noun}' },
      join: '{join, select, and {and} or {or} other {}}',
    };
    const faults = (translation: MessageTree) => faultsIn(english, { ...english, ...translation });
    assert.deepEqual(faults({}), []);
    assert.deepEqual(faults({ part: { title: 'Titel', left: '{count} mal {noun}' } }), []);
    const { left } = english.part;
    assert.deepEqual(faults({ part: { left } }), ['part.title: is missing']);
    assert.deepEqual(faults({ extra: 'more' }), ['extra: English does not have this text']);
    assert.deepEqual(faults({ part: { title: 'Titel', left: '{count} mal' } }), ['part.left: lacks {noun}']);
    assert.deepEqual(faults({ part: { title: '{name}', left } }), ['part.title: has {name}, which is not filled in']);
    assert.deepEqual(faults({ part: { title: "'{'", left } }), ['part.title: has braces but no placeholder']);
    assert.match(
      faults({ part: { title: 'Titel', left: '{count, plural, one {#}}' } }).join(),
      /left: is not a pattern/,
    );
    assert.match(
      faults({ part: { title: 'Titel', left: '{count} {noun, plural, other {#}}' } }).join(),
      /\{noun\} is number here and text in English/,
    );
    assert.match(faults({ join: '{join, select, and {und} other {}}' }).join(), /\{join\} is and here/);
  });

  test('a text is a string, a pattern takes its values, and English replaces what a translation lacks', () => {
    interface Messages {
      readonly title: string;
      readonly days: { readonly left: (values: { readonly count: number }) => string };
      readonly only: (values: { readonly name: string }) => string;
    }
    const english = {
      title: 'Days',
      days: { left: '{count, plural, one {# day} other {# days}}' },
      only: 'Only {name}',
    };
    const german = { title: 'Tage', days: { left: '{count, plural, one {# Tag} other {# Tage}}' } };
    const messages = formatMessages<Messages>(german, 'de', { fallback: english });
    assert.equal(messages.title, 'Tage');
    assert.deepEqual(
      [1, 2, 1200].map((count) => messages.days.left({ count })),
      ['1 Tag', '2 Tage', '1.200 Tage'],
    );
    assert.equal(messages.only({ name: '<b>{x}' }), 'Only <b>{x}');
    const loud = formatMessages<Messages>(english, 'en', { adjust: (text) => text.toUpperCase() });
    assert.deepEqual([loud.title, loud.days.left({ count: 2 })], ['DAYS', '2 DAYS']);
  });
});
