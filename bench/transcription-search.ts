import { type Client, createClient } from '../contract/client/index.ts';
import { fillSpoken, type Spoken } from '../server/testing/data/spoken.ts';
import { databaseOf } from '../server/testing/database.ts';
import { startLectern } from '../server/testing/lectern.ts';
import { type BenchResult, type Goal, report, type Spread, spreadOf } from './lib/report.ts';

/**
 * Measures the search in 100 hours of transcripts, one request after the other. The words are as frequent as in speech
 * (Zipf's law), with the words in front that text search leaves out.
 */
const goalMs = 200;
const [warmRequests, requests] = [5, 100];
const hours = 100;

interface Page {
  limit?: number;
  offset?: number;
}

const pages: Record<string, (total: number) => Page> = {
  'limit 50': () => ({ limit: 50 }),
  'limit 50 in the middle': (total) => ({ limit: 50, offset: Math.floor(total / 2) }),
  'default 1,000': () => ({}),
};

/** Texts of each kind; the requests of a measurement take turns. */
function textsOf({ words, functionWords }: Spoken): Record<string, string[]> {
  const said = words.slice(functionWords);
  const frequent = said.slice(0, 20);
  const rare = said.slice(2000, 2050);
  return {
    'a rare word': rare,
    'a frequent word': frequent.map((word) => `"${word}"`),
    'a frequent word and a rare one': rare.map((word, at) => `${frequent[at % frequent.length]} ${word}`),
    'the beginning of many words': ['пере', 'пред', 'inte', 'unde'],
    'a frequent word without a rare one': rare.map(
      (word, at) => `${frequent[at % frequent.length]} -${word}`,
    ),
    'any of ten frequent words': [frequent.slice(0, 10).join(' or ')],
    // Nothing is found, because no word has to be said.
    'only excluded words': rare.map((word) => `-${word}`),
  };
}

interface Kind {
  api: Client;
  spaceId: string;
  texts: { text: string; total: number }[];
}

async function measure({ api, spaceId, texts }: Kind, pageOf: (total: number) => Page): Promise<Spread> {
  const times: number[] = [];
  for (let n = 0; n < warmRequests + requests; n += 1) {
    const { text = '', total = 0 } = texts[n % texts.length] ?? {};
    const query = { ...pageOf(total), text };
    const begun = performance.now();
    const { items } = await api.searchSpace({ spaceId, query });
    if (n >= warmRequests) times.push(performance.now() - begun);
    if (items.length === 0 && total > 0) throw new Error(`${text}: the page is empty`);
  }
  return spreadOf(times);
}

const lectern = await startLectern({ LECTERN_LOG_LEVEL: 'warn', LECTERN_RATE_LIMIT_PER_MINUTE: '0' });
try {
  // Not the tests' client, because it would validate every response during the measurement.
  const api = createClient({ baseUrl: lectern.url, token: lectern.owner.personalToken });
  const { id: spaceId } = await api.createSpace({ body: { name: 'Bench' } });
  const rooms = await Promise.all(
    ['Algebra', 'Physics', 'English'].map((name) => api.createRoom({ spaceId, body: { name } })),
  );
  const database = await databaseOf(lectern);
  const spoken = await fillSpoken(database.db, { spaceId, roomIds: rooms.map(({ id }) => id), hours });
  await database.close();

  const figures: BenchResult['figures'] = { segments: spoken.segments };
  const goals: Goal[] = [];
  for (const [kind, texts] of Object.entries(textsOf(spoken))) {
    const counted: Kind['texts'] = [];
    for (const text of texts) {
      const { total } = await api.searchSpace({ spaceId, query: { text, limit: 1 } });
      counted.push({ text, total });
    }
    const totals = counted.map(({ total }) => total).sort((a, b) => a - b);
    figures[`${kind}, found segments`] = `${totals[0]} to ${totals.at(-1)}`;
    for (const [which, pageOf] of Object.entries(pages)) {
      const what = `${kind}, ${which}`;
      const spread = await measure({ api, spaceId, texts: counted }, pageOf);
      figures[what] = spread;
      goals.push({ what: `${what}, p99`, measured: spread.p99, bound: goalMs, unit: 'ms' });
    }
  }
  report({ name: 'transcription-search', unit: 'ms', figures, goals });
} finally {
  await lectern.remove();
}
