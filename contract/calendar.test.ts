import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CalendarEntry, calendarFile } from './calendar.ts';

const entry: CalendarEntry = {
  uid: 'one@example.org',
  title: 'Algebra',
  url: 'https://example.org/room/algebra',
  startsAt: Date.parse('2026-11-24T15:00:00.123Z'),
  endsAt: Date.parse('2026-11-24T16:30:00Z'),
  madeAt: Date.parse('2026-11-01T00:00:00Z'),
};

const unfold = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n');

test('the times are written in UTC, and every line ends with CRLF', () => {
  const file = calendarFile(entry);
  const lines = unfold(file);
  assert.ok(lines.includes('DTSTART:20261124T150000Z'));
  assert.ok(lines.includes('DTEND:20261124T163000Z'));
  assert.ok(lines.includes('DTSTAMP:20261101T000000Z'));
  assert.ok(file.endsWith('END:VCALENDAR\r\n'));
  assert.doesNotMatch(file.replaceAll('\r\n', ''), /[\r\n]/);
});

test('a session whose length is not known has no end', () => {
  assert.doesNotMatch(calendarFile({ ...entry, endsAt: undefined }), /DTEND/);
});

test('a hostile title adds no line of its own', () => {
  const title = 'One, two; three\\\r\nATTENDEE:mailto:x@example.org\u0000\u000b';
  const lines = unfold(calendarFile({ ...entry, title }));
  assert.ok(lines.includes('SUMMARY:One\\, two\\; three\\\\\\nATTENDEE:mailto:x@example.org  '));
  assert.ok(!lines.some((line) => line.startsWith('ATTENDEE')));
});

test('long lines are folded after at most 75 octets, between characters', () => {
  const title = `${'Вебинар по алгебре для начинающих 🎓 '.repeat(8)}конец`;
  const file = calendarFile({ ...entry, title });
  for (const line of file.split('\r\n')) {
    assert.ok(new TextEncoder().encode(line).length <= 75, line);
    assert.doesNotMatch(line, /\uFFFD/);
  }
  assert.ok(unfold(file).includes(`SUMMARY:${title}`));
});

test('an entry for one person is an invitation with buttons', () => {
  const given = { organizer: 'school@example.org', attendee: 'anna@example.org' };
  const invited = unfold(calendarFile({ ...entry, ...given }));
  for (const line of ['METHOD:REQUEST', 'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:anna@example.org']) {
    assert.ok(invited.includes(line), line);
  }
  assert.ok(unfold(calendarFile({ ...entry, ...given, isCancelled: true })).includes('METHOD:CANCEL'));
});

test('a moved session has the same UID and a higher number, a cancelled one no alarm', () => {
  const moved = unfold(calendarFile({ ...entry, sequence: 2, organizer: 'school@example.org' }));
  for (const line of ['METHOD:PUBLISH', 'UID:one@example.org', 'SEQUENCE:2', 'STATUS:CONFIRMED']) {
    assert.ok(moved.includes(line), line);
  }
  assert.ok(moved.includes('ORGANIZER:mailto:school@example.org'));
  const cancelled = unfold(calendarFile({ ...entry, sequence: 3, isCancelled: true }));
  for (const line of ['METHOD:CANCEL', 'UID:one@example.org', 'SEQUENCE:3', 'STATUS:CANCELLED']) {
    assert.ok(cancelled.includes(line), line);
  }
  assert.ok(!cancelled.includes('BEGIN:VALARM'));
});
