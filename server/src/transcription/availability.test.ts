import { after, before, test } from 'node:test';
import { assertStandings } from '../../testing/data/standings.ts';
import { type OwnDatabase, startOwnDatabase } from '../../testing/engines/own-database.ts';

let database: OwnDatabase;
before(async () => {
  database = await startOwnDatabase();
});
after(() => database?.remove());

const node = (speech: 'works' | 'broken' | null, secondsAgo = 0) => `
  INSERT INTO nodes (id, started_at, seen_at, speech)
  VALUES (gen_random_uuid(), now(), clock_timestamp() - interval '${secondsAgo} seconds', ${speech ? `'${speech}'` : 'NULL'});`;

test('speech is broken if the engines of all nodes are', () =>
  assertStandings(
    database,
    () => `SELECT CASE WHEN is_speech_broken() THEN 'broken' ELSE 'not broken' END AS standing`,
    [
      ['no node', '', '', 'not broken'],
      ['a node that transcribes nothing', '', node(null), 'not broken'],
      ['a node that works', '', node('works'), 'not broken'],
      ['a broken node', '', node('broken'), 'broken'],
      ['a broken node and one that transcribes nothing', '', node('broken') + node(null), 'broken'],
      ['a broken node and one that works', '', node('broken') + node('works'), 'not broken'],
      ['a broken node and one that worked and is gone', '', node('broken') + node('works', 16), 'broken'],
      ['a broken node that is gone', '', node('broken', 16), 'not broken'],
      ['a broken node that was heard of lately', '', node('broken', 10), 'broken'],
    ],
  ));
