import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { roomAttendance, roomOpening, roomSettings } from './compiled/en-panel.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Words that are not used in texts any more, and what to write instead. */
const retired: Record<'en' | 'ru', [word: RegExp, use: string][]> = {
  en: [
    [/e-mail/i, 'email'],
    [/(?<!service |site |network )administrator/i, 'moderator; for the operator: service administrator'],
    [/everybody|somebody|anybody|whoever/i, 'everyone, someone, anyone; “people who”'],
    [/by itself/i, 'automatically'],
    [/sign-ins/i, 'sessions'],
    [/put out\b|let in\b|the door/i, 'remove, admit, waiting room'],
    [/came? by|come by/i, 'use'],
    [/\bwrite (a|an|the|your|what|at)\b/i, 'enter'],
    [/does not answer/i, 'is not responding'],
    [/switche?d? o(n|ff)\b/i, 'turn on, turn off; on, off'],
    [/installation/i, 'service'],
    [/withdrawn/i, 'revoked'],
    [/\bmake (group|room|the link)/i, 'create'],
    [/"(on|running) now"|"in progress"/i, 'live now'],
    [/organi[sz]er|teacher|\bthe host\b(?! name)/i, 'moderator'],
    [/guests? (can|join)|“guest”|"guest"/i, 'participant'],
  ],
  ru: [
    [/звон|эфир/i, 'встреча'],
    [/администратор(?!\p{L}* (сервис|сайт|сет))/iu, 'модератор; об операторе: администратор сервиса'],
    [/эл\. ?почт|(?<!электронн\p{L}* )почт[аеуы]/iu, 'электронная почта'],
    [/попробовать (снова|ещё раз)/i, 'повторить'],
    [/входы|все вход/i, 'сеансы'],
    [/сам(а|о)? собой|начал(а|о)сь сам/i, 'автоматически'],
    [/у двери|споткнул|забрать слово|кем войд/i, 'зал ожидания, произошла ошибка, лишить слова, роль'],
    [/напишите (?!тому)/i, 'введите'],
    [/проверьте связь/i, 'проверьте соединение'],
    [/обслуживает/i, 'администратор сервиса'],
    [/"уже идёт"/i, 'идёт сейчас'],
    [/организатор|преподавател/i, 'модератор'],
    [/гости (могут|входят)|«гость»|"гость"/i, 'участник'],
  ],
};

for (const language of ['en', 'ru'] as const) {
  test(`texts contain no retired words: ${language}`, () => {
    const folder = join(root, 'texts', language);
    const files = readdirSync(folder);
    assert.ok(files.length > 15, `${files.length} files of texts`);
    const texts = files.flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .map((line) => `${name}: ${line.replace(/^\s*"[^"]+": /, '')}`),
    );
    const found = texts.flatMap((text) =>
      retired[language].filter(([word]) => word.test(text)).map(([, use]) => `${text} → ${use}`),
    );
    assert.deepEqual(found, []);
  });
}

test('the guide has every setting of a room under its name', () => {
  const guide = readFileSync(join(root, 'docs/users/room-settings.md'), 'utf8').replaceAll("'", '’');
  const switches = Object.entries(roomSettings).filter(([key]) => /^is.*(?<!Hint)$/.test(key));
  assert.ok(switches.length >= 14, `${switches.length} switches`);
  const { opensWith, opensAt, closesAt } = roomOpening;
  const titles = Object.entries(roomSettings).filter(([key]) => key.endsWith('Title'));
  const names = [
    ...titles.map(([, title]) => title),
    ...[opensWith, opensAt, closesAt, roomAttendance.ruleTitle, roomAttendance.emailTitle],
    ...[roomSettings.transcriptionLanguage, ...switches.map(([, name]) => name)],
  ];
  assert.deepEqual(
    names.filter((name) => !guide.includes(`| ${name} |`)),
    [],
  );
});
