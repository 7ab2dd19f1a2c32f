import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { messages } from '../../src/client/languages/messages.ts';
import {
  beginsMention,
  draftOfComment,
  draftWithMention,
  draftWithText,
  EMPTY_DRAFT,
  sentText,
} from '../../src/client/screens/timeline/comment-draft.ts';
import { splitAtLinks } from '../../src/client/screens/timeline/comment-links.ts';
import { lengthOfComment, mentionedIn, mentionOf, piecesOf } from '../../src/engine/records/comment-mentions.ts';
import { LANGUAGE_FILES } from '../../src/messages/language-files.ts';

const ANN = { id: '01900000-0000-7000-8000-00000000000a', title: 'Ann Lee' };
const BEN = { id: '01900000-0000-7000-8000-00000000000b', title: 'Ben' };

test('a picked person is shown by name and sent by id', () => {
  const typed = draftWithText(EMPTY_DRAFT, 'Ask @ today');
  const { written, caret } = draftWithMention(typed, { from: 4, to: 5 }, ANN);
  assert.deepEqual([written.text, caret], ['Ask @Ann Lee today', 13]);
  assert.equal(sentText(written), `Ask ${mentionOf(ANN.id)} today`);
  // A second of the same name is another person, wherever they stand.
  const both = draftWithMention(written, { from: 0, to: 0 }, { ...BEN, title: 'Ann Lee' }).written;
  assert.equal(sentText(both), `${mentionOf(BEN.id)} Ask ${mentionOf(ANN.id)} today`);
});

test('a mention moves with its text, and becomes plain text when edited', () => {
  const { written } = draftWithMention(draftWithText(EMPTY_DRAFT, 'Hi @'), { from: 3, to: 4 }, ANN);
  assert.equal(written.text, 'Hi @Ann Lee ');
  const sent = (text: string) => sentText(draftWithText(written, text));
  assert.equal(sent('Oh, Hi @Ann Lee '), `Oh, Hi ${mentionOf(ANN.id)} `);
  assert.equal(sent('Hi @Ann Lee and you'), `Hi ${mentionOf(ANN.id)} and you`);
  assert.equal(sent('@Ann Lee '), `${mentionOf(ANN.id)} `);
  assert.equal(sent('Hi @Ann Lee'), `Hi ${mentionOf(ANN.id)}`);
  assert.equal(sent('Hi @Ann Le '), 'Hi @Ann Le ');
  assert.equal(sent('Hi @Annn Lee '), 'Hi @Annn Lee ');
  assert.equal(sent(''), '');
});

test('an existing comment is edited as it is shown; an unreadable person is plain text', () => {
  const parts = ['Hi ', { person: ANN.id, name: 'Ann' }, ' and ', { person: null, name: 'somebody else' }];
  const written = draftOfComment(parts);
  assert.equal(written.text, 'Hi @Ann and @somebody else');
  assert.equal(sentText(written), `Hi ${mentionOf(ANN.id)} and @somebody else`);
});

test('any text is sent as typed, with its mentions', () => {
  const part = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.constantFrom(ANN, BEN).map(({ id, title }) => ({ person: id, name: title })),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const sent = sentText(draftOfComment(parts));
      const back = piecesOf(sent).map((piece) => (typeof piece === 'string' ? piece : `@[${piece.person}]`));
      assert.equal(back.join(''), sent);
      const people = parts.flatMap((each) => (typeof each === 'string' ? [] : each.person));
      assert.deepEqual(mentionedIn(sent), [...new Set(people)]);
    }),
  );
  assert.equal(lengthOfComment(`${mentionOf(ANN.id)} 😀`), 3);
});

test('an @ begins a mention where a word begins', () => {
  const begins = (before: string, text: string) => beginsMention(before, text, text.length);
  assert.equal(begins('', '@'), true);
  assert.equal(begins('Hi ', 'Hi @'), true);
  assert.equal(begins('Hi (', 'Hi (@'), true);
  assert.equal(begins('Hi\n', 'Hi\n@'), true);
  assert.equal(begins('ann', 'ann@'), false);
  assert.equal(begins('', 'pasted @'), false);
  assert.equal(begins('@@', '@'), false);
});

test('an address of a page is a link, and nothing else is', () => {
  const links = (text: string) => splitAtLinks(text).flatMap(({ to }) => to ?? []);
  const whole = 'See https://x.org/a?b=1#c, or (http://y.org). And https://en.wikipedia.org/wiki/A_(b)!';
  assert.deepEqual(links(whole), ['https://x.org/a?b=1#c', 'http://y.org', 'https://en.wikipedia.org/wiki/A_(b)']);
  assert.equal(
    splitAtLinks(whole)
      .map(({ text }) => text)
      .join(''),
    whole,
  );
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.org',
    'www.x.org',
    'http://',
    'https://bank.org@evil.org/',
  ])
    assert.deepEqual(links(text), [], text);
  assert.deepEqual(links('<a href="https://x.org">y</a>'), ['https://x.org']);
});

test('the text about a person acting as somebody else is complete in each language', () => {
  assert.deepEqual(
    [messages.record.acting, LANGUAGE_FILES.de.client.record.acting, LANGUAGE_FILES.ar.client.record.acting],
    ['somebody acted under this name', 'jemand handelte unter diesem Namen', 'تصرّف أحدهم بهذا الاسم'],
  );
});
