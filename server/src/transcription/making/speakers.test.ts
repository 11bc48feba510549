import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OwnDatabase, startOwnDatabase } from '../../../testing/engines/own-database.ts';
import { TranscribingNode } from '../../../testing/transcripts/transcribing.ts';
import { spokenSentence } from '../../engines/speech/testing/fake.ts';
import { newId } from '../../platform/ids.ts';
import { segmentsOf } from '../store.ts';

let database: OwnDatabase;
let root: string;
before(async () => {
  database = await startOwnDatabase();
  root = mkdtempSync(join(tmpdir(), 'lectern-transcripts-'));
});
after(async () => {
  await database?.remove();
  rmSync(root, { recursive: true, force: true });
});

const makeNode = () => new TranscribingNode(database, root);

test('each sentence of twelve people who overlap for a fifth of the time belongs to its speaker', async (t) => {
  const people = Array.from({ length: 12 }, (_, index) => ({
    // Every second one has the name of the one before.
    name: `Learner ${Math.floor(index / 2)}`,
    participantId: newId(),
    externalUserId: `learner-${index}`,
    offset: index * 0.25,
    content: String(index),
  }));
  const rounds = 10;
  /** Each round gives every person ten seconds; a sentence of 12 s overlaps the next person's by a fifth. */
  const startOf = (person: number, round: number) => (round * people.length + person) * 10;
  const node = makeNode();
  // A chunk contains two rounds, with the silence between them left out.
  node.cutter.script = (voice) => {
    const person = Number(readFileSync(voice, 'utf8'));
    return Array.from({ length: rounds / 2 }, (_, chunk) =>
      [0, 1].map((piece) => ({ at: piece * 13, from: startOf(person, chunk * 2 + piece), duration: 12 })),
    );
  };
  node.speech.script = (path) => {
    const person = Number(readFileSync(path, 'utf8'));
    const chunk = Number(basename(path, '.wav'));
    const sentences = [0, 1].map((piece) =>
      spokenSentence(`Person ${person} in round ${chunk * 2 + piece}.`, piece * 13, piece * 13 + 12),
    );
    return { language: 'en', sentences };
  };
  node.begin(t);
  const recordId = await node.request(people);
  await node.untilState(recordId, 'ready');

  const segments = await segmentsOf(database.db, recordId);
  const heard = segments.map(({ startSeconds, endSeconds, ...segment }) => ({
    ...{ text: segment.text, speaker: segment.speaker, participantId: segment.participantId },
    ...{ externalUserId: segment.externalUserId, from: startSeconds, to: endSeconds },
  }));
  const spoken = people.flatMap(({ name: speaker, participantId, externalUserId, offset }, person) =>
    Array.from({ length: rounds }, (_, round) => ({
      ...{ text: `Person ${person} in round ${round}.`, speaker, participantId, externalUserId },
      ...{ from: startOf(person, round) + offset, to: startOf(person, round) + offset + 12 },
    })),
  );
  assert.deepEqual(
    heard,
    spoken.toSorted((a, b) => a.from - b.from),
  );
  const overlaps = heard.filter(({ to }, index) => to > (heard[index + 1]?.from ?? Number.POSITIVE_INFINITY));
  assert.equal(overlaps.length, heard.length - 1, 'each sentence but the last is overlapped by the next');
});

test('people who come late or back keep their times and ids, also in a partial recording', async (t) => {
  const node = makeNode();
  const [first, again, twin] = [newId(), newId(), newId()];
  const ann = { name: 'Ann', externalUserId: 'student-1' };
  const recordId = await node.request([
    { ...ann, participantId: first, content: 'I am here.', offset: 2 },
    // The track begins an hour later.
    { ...ann, participantId: again, content: 'I am back.', offset: 3600.5 },
    {
      name: 'Ann',
      externalUserId: 'student-2',
      participantId: twin,
      content: 'I am another Ann.',
      offset: 7,
    },
  ]);
  await database.pool.query('UPDATE records SET is_partial = true WHERE id = $1', [recordId]);
  node.begin(t);
  await node.untilState(recordId, 'ready');
  const segments = await segmentsOf(database.db, recordId);
  assert.deepEqual(
    segments.map((one) => [one.startSeconds, one.speaker, one.externalUserId, one.participantId, one.text]),
    [
      [2, 'Ann', 'student-1', first, 'I am here.'],
      [7, 'Ann', 'student-2', twin, 'I am another Ann.'],
      [3600.5, 'Ann', 'student-1', again, 'I am back.'],
    ],
  );
  assert.deepEqual(segments[2]?.words[0], { word: 'I', start: 3600.5, end: 3601.167 });
});
