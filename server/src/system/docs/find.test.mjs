import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf, findSections } from './find.js';

const section = (title, text = '', page = 'Webhooks') => ({ page, title, text, url: `#${title}` });
const titlesFor = (sections, query) => findSections(sections, query).map(({ title }) => title);

test('a found section contains every word; matches in headings rank before pages, pages before texts', () => {
  const sections = [
    section('Secrets', 'An attempt is signed.'),
    section('Attempts', 'When a retry is made.'),
    section('Targets', 'A retry follows.', 'Attempts of a delivery'),
    section('Nothing of it', 'Something else.'),
  ];
  assert.deepEqual(titlesFor(sections, 'Attempt'), ['Attempts', 'Targets', 'Secrets']);
  assert.deepEqual(titlesFor(sections, 'attempt retry'), ['Attempts', 'Targets']);
  assert.deepEqual(titlesFor(sections, 'attempt nowhere'), []);
});

test('a whole word ranks before a part of a word; punctuation separates words', () => {
  const sections = [
    section('Deletion', 'undeleted'),
    section('Links', 'POST /v1/spaces/{spaceId}/generate-access'),
    section('Rooms', 'access is generated'),
    section('Erase', 'delete'),
  ];
  assert.deepEqual(titlesFor(sections, 'generate-access'), ['Links', 'Rooms']);
  assert.deepEqual(titlesFor(sections, 'delete'), ['Erase', 'Deletion']);
  assert.deepEqual(titlesFor(sections, ' .*( '), []);
});

test('an excerpt is the part of a text around the match', () => {
  const text = `${'before '.repeat(40)}the needle ${'after '.repeat(40)}`.trim();
  const excerpt = excerptOf(text, 'Needle');
  assert.match(excerpt, /^… before .*the needle after .* …$/);
  assert.ok(excerpt.length < 170);
  assert.equal(excerptOf('a short needle', 'needle'), 'a short needle');
  assert.equal(excerptOf('no such word', 'needle'), 'no such word');
});
