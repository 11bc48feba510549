import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/db.ts';
import { createChance } from '../fuzzing/fuzz.ts';

/** The most frequent words of both languages; text search leaves out most of them. */
const functionWords =
  'и the в to не of я and что a на is он in с that а it как you это for по this но are к on у with так we за be от not из do о can же what бы if уже so еще there'.split(
    ' ',
  );
const starts = ' пере рас при под за вы от про пред'.split(' ');
const roots =
  'дел говор пис чит реш уч работ ход смотр стро вод нос став лож бор бир рез бив каз веш мер лет сид крыв двиг пад жив тян кид свет'.split(
    ' ',
  );
const ends = 'ать али ание ный ает ить ка ник ость ом'.split(' ');
const englishStarts = ' re un over under inter pre con out sub'.split(' ');
const englishRoots =
  'form act port view turn work place mark sign test line point ground play cover call press state tract struct'.split(
    ' ',
  );
const englishEnds = ' s ed ing er able ment ness ive ation'.split(' ');

const joined = (...parts: [string[], string[], string[]]): string[] => {
  const [first, second, third] = parts;
  return first.flatMap((a) => second.flatMap((b) => third.map((c) => a + b + c)));
};

/** About 5,000 words, the most frequent first: function words, then the others in an order of chance. */
function vocabularyOf(next: () => number): string[] {
  const others = [...joined(starts, roots, ends), ...joined(englishStarts, englishRoots, englishEnds)];
  const ordered = others.map((word) => ({ word, at: next() })).sort((a, b) => a.at - b.at);
  return [...functionWords, ...ordered.map(({ word }) => word)];
}

/** Ranks by Zipf's law: the word of rank n is said 1 / n as often as the first. */
function ranksOf(count: number, next: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank += 1) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return () => {
    const at = next() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const segmentSeconds = 3.6;

function segmentsOf(recording: number, { count, say }: { count: number; say: () => string[] }) {
  return Array.from({ length: count }, (_, at) => {
    const start = at * segmentSeconds;
    const words = say();
    const second = (segmentSeconds - 0.2) / words.length;
    return {
      id: `5e6${(recording * count + at).toString(16).padStart(21, '0')}`,
      start,
      end: start + segmentSeconds - 0.2,
      text: words.join(' '),
      speaker: `Person ${at % 4}`,
      words: words.map((word, n) => ({ word, start: start + n * second, end: start + (n + 1) * second })),
    };
  });
}

interface Hours {
  spaceId: string;
  /** Rooms among which the recordings are spread. */
  roomIds: string[];
  /** Recordings of an hour. */
  hours: number;
}

async function fillRecordings(db: Db, { spaceId, roomIds, hours }: Hours): Promise<void> {
  const room = sql`(${roomIds}::text[])[n % ${roomIds.length} + 1]`;
  await sql`
    INSERT INTO calls (id, room_id, space_id, plan_alias, room_type, started_at, finished_at)
    SELECT '5e7' || lpad(to_hex(n), 21, '0'), ${room}, ${spaceId}, 'business', 'lesson', now() - n * interval '1 day',
      now() - n * interval '1 day' + interval '1 hour'
    FROM generate_series(0, ${hours - 1}::integer) n`.execute(db);
  await sql`
    INSERT INTO records (id, space_id, room_id, call_id, name, layout, state, max_seconds, created_at, started_at,
      finished_at, duration, width, height, bytes, files)
    SELECT '5e8' || lpad(to_hex(n), 21, '0'), ${spaceId}, ${room}, '5e7' || lpad(to_hex(n), 21, '0'), 'Lesson ' || n,
      'speaker', 'finished', 3600, now() - n * interval '1 day', now() - n * interval '1 day',
      now() - n * interval '1 day' + interval '1 hour', 3600, 1280, 720, 1000, '{"video": "a"}'
    FROM generate_series(0, ${hours - 1}::integer) n`.execute(db);
  await sql`
    INSERT INTO transcripts (record_id, state, language, spoken_language, engine, revision, requested_at, finished_at)
    SELECT '5e8' || lpad(to_hex(n), 21, '0'), 'ready', 'auto', 'ru', 'fake', 1, now(), now()
    FROM generate_series(0, ${hours - 1}::integer) n`.execute(db);
}

export interface Spoken {
  /** The most frequent first. */
  words: string[];
  /** So many of them text search leaves out, with few exceptions. */
  functionWords: number;
  segments: number;
}

/** Fills a group with transcripts of recordings of an hour, 1,000 segments of 8 to 15 words each. */
export async function fillSpoken(db: Db, hours: Hours): Promise<Spoken> {
  // The same words in each run.
  const next = createChance(7);
  const words = vocabularyOf(next);
  const rank = ranksOf(words.length, next);
  const say = () => Array.from({ length: 8 + Math.floor(next() * 8) }, () => words[rank()] ?? '');
  const count = 3600 / segmentSeconds;
  await fillRecordings(db, hours);
  for (let recording = 0; recording < hours.hours; recording += 1) {
    await sql`
      INSERT INTO transcript_segments (id, record_id, start_seconds, end_seconds, text, speaker, participant_id,
        language, confidence, words)
      SELECT s.id, '5e8' || lpad(to_hex(${recording}::integer), 21, '0'), s.start, s."end", s.text, s.speaker, s.speaker,
        'ru', 0.9, s.words
      FROM jsonb_to_recordset(${JSON.stringify(segmentsOf(recording, { count, say }))}::jsonb) AS s (
        id text, start double precision, "end" double precision, text text, speaker text, words jsonb
      )`.execute(db);
  }
  await sql`VACUUM ANALYZE`.execute(db);
  return { words, functionWords: functionWords.length, segments: hours.hours * count };
}
