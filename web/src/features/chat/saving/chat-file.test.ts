import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages } from '../../../i18n/languages.ts';
import { loadTexts } from '../../../i18n/texts.ts';
import { messageAt } from '../../../models/chat/message.fake.ts';
import type { Message } from '../../../models/chat/types.ts';
import { chatFile } from './chat-file.ts';

await Promise.all(languages.map(loadTexts));

const names: Record<string, string> = { 1: 'Anna Petrova', 2: 'Boris Ivanov' };

/** The file below its first two lines. */
function bodyOf(
  messages: Message[],
  { language = 'en' as Language, callStarts = [] as number[] } = {},
): string {
  const file = chatFile(
    { title: 'Algebra chat', messages, callStarts },
    {
      language,
      now: new Date('2026-05-05T14:05:00'),
      nameOf: ({ userId }) => names[userId ?? ''] ?? 'Someone',
    },
  );
  return file
    .split('\n')
    .slice(3)
    .join('\n')
    .replace(/[\u00a0\u202f]/g, ' ');
}

test('the file begins with the room and when it was saved, with the time zone', () => {
  const file = chatFile(
    { title: 'Algebra chat', messages: [], callStarts: [] },
    { language: 'en', now: new Date('2026-05-05T14:05:00'), nameOf: () => '' },
  );
  assert.match(file, /^Algebra chat\nSaved on 5 May 2026 at 14:05 \S.*\n$/);
});

test('messages have their time, author and text, replies what they answer, days and calls a line of their own', () => {
  const body = bodyOf(
    [
      messageAt(1, '2026-05-04T12:00:00', { text: 'Good morning' }),
      messageAt(2, '2026-05-04T12:01:00', { userId: '2', text: 'Hello', replyTo: '1', editedAt: 'then' }),
      messageAt(3, '2026-05-05T09:00:30', { text: 'Again' }),
    ],
    { callStarts: [new Date('2026-05-04T11:00:00').getTime(), new Date('2026-05-05T09:00:00').getTime()] },
  );
  assert.equal(
    body,
    `Monday, 4 May 2026

12:00 Anna Petrova
    Good morning

12:01 Boris Ivanov, replying to Anna Petrova: “Good morning”
    Hello (edited)

Tuesday, 5 May 2026

Call of 5 May, 09:00

09:00 Anna Petrova
    Again
`,
  );
});

test('the file is in the language of the reader', () => {
  const body = bodyOf(
    [
      messageAt(1, '2026-05-04T12:00:00', { text: 'Доброе утро' }),
      messageAt(2, '2026-05-04T12:01:00', { userId: '2', text: 'Привет', replyTo: '1' }),
    ],
    { language: 'ru' },
  );
  assert.match(body, /^понедельник, 4 мая 2026 г\.\n/);
  assert.match(body, /\n12:01 Boris Ivanov в ответ на «Доброе утро» \(Anna Petrova\)\n {4}Привет\n$/);
});

test('a text cannot look like another message', () => {
  const body = bodyOf([
    messageAt(1, '2026-05-04T12:00:00', { text: 'Hi\n\n12:01 Boris Ivanov\n    I agree' }),
  ]);
  assert.match(body, /\n12:00 Anna Petrova\n {4}Hi\n {4}\n {4}12:01 Boris Ivanov\n {8}I agree\n$/);
});

test('a long text is quoted in part, and a deleted one not at all', () => {
  const body = bodyOf([
    messageAt(1, '2026-05-04T12:00:00', { text: `${'word '.repeat(30)}\nend` }),
    messageAt(2, '2026-05-04T12:01:00', { replyTo: '1' }),
    messageAt(3, '2026-05-04T12:02:00', { replyTo: '99' }),
  ]);
  assert.match(body, /\n12:01 Anna Petrova, replying to Anna Petrova: “(word ){15}word…”\n/);
  assert.match(body, /\n12:02 Anna Petrova, replying to a message that is no longer available\n/);
});

test('a system message is one line, and one that only programs read is left out', () => {
  const system = { type: 'system', userId: null, text: '' } as const;
  const body = bodyOf([
    messageAt(1, '2026-05-04T12:00:00', { ...system, userId: '2', meta: { event: 'user-joined' } }),
    messageAt(2, '2026-05-04T12:01:00', { ...system, text: 'The recording has started' }),
    messageAt(3, '2026-05-04T12:02:00', { ...system, meta: { event: 'other' } }),
  ]);
  assert.equal(body, 'Monday, 4 May 2026\n\n12:00 Boris Ivanov joined\n\n12:01 The recording has started\n');
});
