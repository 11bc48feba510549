import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shorten } from '../../../testing/timings.ts';
import { ChatCompletions } from './chat-completions.ts';
import { LanguageAway, type LanguageModel, LanguageRefused, type LanguageRequest } from './language.ts';
import { timings } from './post-json.ts';
import { FakeLanguageModel } from './testing/fake.ts';
import {
  type CompletionAnswer,
  type CompletionRequest,
  startLanguageServer,
} from './testing/language-server.ts';

const schema = { type: 'object', properties: { keep: { type: 'array', items: { type: 'integer' } } } };

const requestWith = (signal = new AbortController().signal): LanguageRequest => ({
  instructions: 'Choose.',
  data: '{"items":["один","two"]}',
  name: 'choice',
  schema,
  signal,
});

const modelAt = (url: string, key?: string) =>
  new ChatCompletions({ url: new URL(url), key, model: 'small' });

/** Sends one request to a service that answers so. */
async function askService(
  answer: CompletionAnswer | ((request: CompletionRequest, at: number) => CompletionAnswer),
) {
  await using server = await startLanguageServer(typeof answer === 'function' ? answer : () => answer);
  return { value: await modelAt(server.url, 'secret-key').write(requestWith()), received: server.received };
}

const json = '{"keep":[1]}';

const models: [
  string,
  (answer: CompletionAnswer) => Promise<{ model: LanguageModel; end: () => Promise<void> }>,
][] = [
  [
    'a service',
    async (answer) => {
      const server = await startLanguageServer(() => answer);
      return { model: modelAt(server.url), end: () => server[Symbol.asyncDispose]() };
    },
  ],
  [
    'the fake',
    async (answer) => {
      const model = new FakeLanguageModel(() => {
        if ('content' in answer) return JSON.parse(String(answer.content));
        throw 'status' in answer && answer.status === 429
          ? new LanguageAway('busy', { retryAfterMs: 7000 })
          : new LanguageRefused('denied', 'no');
      });
      return { model, end: async () => undefined };
    },
  ],
];

for (const [kind, start] of models) {
  test(`${kind} returns what the model wrote, and says who never answers and who does later`, async () => {
    const cases: [CompletionAnswer, (asked: Promise<unknown>) => Promise<void>][] = [
      [{ content: json }, async (asked) => assert.deepEqual(await asked, { keep: [1] })],
      [
        { status: 429, headers: { 'retry-after': '7' } },
        (asked) =>
          assert.rejects(asked, (error) => error instanceof LanguageAway && error.retryAfterMs === 7000),
      ],
      [
        { status: 401 },
        (asked) =>
          assert.rejects(asked, (error) => error instanceof LanguageRefused && error.reason === 'denied'),
      ],
    ];
    for (const [answer, check] of cases) {
      const { model, end } = await start(answer);
      try {
        await check(model.write(requestWith()));
      } finally {
        await end();
      }
    }
  });

  test(`${kind} ends with the signal`, async () => {
    const { model, end } = await start({ fault: 'hang' });
    try {
      await assert.rejects(model.write(requestWith(AbortSignal.abort(new Error('stopped')))), /stopped/);
    } finally {
      await end();
    }
  });
}

test('the request contains the model, the key, the instructions apart from the data, and the schema', async () => {
  const { value, received } = await askService({ content: json });
  assert.deepEqual(value, { keep: [1] });
  const [{ path, headers, body } = assert.fail()] = received;
  assert.equal(path, '/v1/chat/completions');
  assert.equal(headers.authorization, 'Bearer secret-key');
  assert.equal(body.model, 'small');
  assert.deepEqual(
    body.messages.map(({ role }) => role),
    ['system', 'user'],
  );
  assert.match(body.messages[0]?.content ?? '', /^Choose\./);
  assert.equal(body.messages[1]?.content, '{"items":["один","two"]}');
  assert.deepEqual(body.response_format, {
    type: 'json_schema',
    json_schema: { name: 'choice', schema, strict: true },
  });
});

test('JSON is found among thoughts, in a fence and in parts', async () => {
  const written = [
    `<think>{"keep": nothing}</think>\n${json}`,
    `Here it is:\n\`\`\`json\n${json}\n\`\`\``,
    [
      { type: 'text', text: '{"keep":' },
      { type: 'text', text: '[1]}' },
    ],
  ];
  for (const content of written) assert.deepEqual((await askService({ content })).value, { keep: [1] });
});

/** The validation error of llama-cpp-python, which it reports as its own fault. */
const unknownFormat = `{"error":{"message":"{'loc': ('body', 'response_format', 'type'), 'msg': \\"Input should be 'text'\\"}"}}`;

test('a service that refuses a format is asked by the next one, and that is remembered', async () => {
  type Format = CompletionRequest['response_format'];
  const services: [(format: Format) => boolean, CompletionAnswer][] = [
    [(format) => format?.type === 'json_object', { status: 500, text: unknownFormat }],
    [
      (format) => format?.schema === undefined && format?.type === 'json_object',
      { status: 400, text: 'unknown field' },
    ],
    [(format) => format === undefined, { status: 422, text: '{"detail":[{"msg":"Extra inputs"}]}' }],
  ];
  for (const [isKnown, refusal] of services) {
    await using server = await startLanguageServer(({ response_format }) =>
      isKnown(response_format) ? { content: json } : refusal,
    );
    const model = modelAt(server.url);
    assert.deepEqual(await model.write(requestWith()), { keep: [1] });
    const before = server.received.length;
    assert.deepEqual(await model.write(requestWith()), { keep: [1] });
    assert.equal(server.received.length, before + 1, 'only the known format is asked for');
  }
});

test('a service that knows no limit of tokens is asked without one', async () => {
  const { value, received } = await askService(({ max_tokens }) =>
    max_tokens === undefined
      ? { content: json }
      : { status: 400, text: '{"error":{"message":"Unsupported parameter: max_tokens"}}' },
  );
  assert.deepEqual(value, { keep: [1] });
  assert.equal(received.length, 2);
  assert.equal(received[1]?.body.response_format?.type, 'json_schema');
});

test('refusals say whether shorter data or no request at all can succeed', async () => {
  const reasons: [CompletionAnswer, string][] = [
    [{ status: 400, text: "This model's maximum context length is 4096 tokens" }, 'too_long'],
    [{ status: 413 }, 'too_long'],
    [{ content: '{"keep":[1', finish: 'length' }, 'too_long'],
    [{ status: 400, text: 'no' }, 'unusable'],
    [{ content: 'I cannot do this.' }, 'unusable'],
    [{ content: null }, 'unusable'],
    [{ status: 200, text: 'not JSON' }, 'unusable'],
    [{ status: 200, text: '{"choices":{}}' }, 'unusable'],
    [{ status: 200, text: '[]' }, 'unusable'],
    [{ status: 401 }, 'denied'],
    [{ status: 403 }, 'denied'],
    [{ status: 404, text: 'model not found' }, 'denied'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'denied'],
  ];
  for (const [answer, reason] of reasons) {
    await assert.rejects(
      askService(answer),
      (error) => error instanceof LanguageRefused && error.reason === reason,
      JSON.stringify(answer),
    );
  }
});

test('a service that fails, is overloaded or breaks off is away', async (t) => {
  const answers: CompletionAnswer[] = [
    { status: 500, text: '<html>' },
    { status: 503, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    { status: 429, headers: { 'retry-after': 'soon' } },
    { status: 529 },
    { fault: 'break' },
    { fault: 'break_in_body' },
  ];
  for (const answer of answers) {
    await t.test(JSON.stringify(answer), () => assert.rejects(askService(answer), LanguageAway));
  }
  await assert.rejects(modelAt('http://127.0.0.1:1/v1').write(requestWith()), LanguageAway);
});

test('a response of 50 MB is not read to its end', async () => {
  await assert.rejects(
    askService({ bytes: 50 * 1024 * 1024 }),
    (error) => error instanceof LanguageAway && /more than 1048576 bytes/.test(error.message),
  );
});

test('a service that hangs is away', async (t) => {
  shorten(timings, { answerMs: 300 }, t);
  for (const fault of ['hang', 'hang_in_body'] as const) {
    await assert.rejects(
      askService({ fault }),
      (error) => error instanceof LanguageAway && /no whole response within 300 ms/.test(error.message),
    );
  }
});

test('a request ends while the response is awaited', async () => {
  const stop = new AbortController();
  await using server = await startLanguageServer(() => {
    stop.abort(new Error('the server stops'));
    return { fault: 'hang' };
  });
  await assert.rejects(modelAt(server.url).write(requestWith(stop.signal)), /the server stops/);
});

test('the log never shows the key, even if the service repeats it', async () => {
  await assert.rejects(
    askService({ status: 401, text: 'Incorrect API key provided:\nsecret-key' }),
    /responded 401: Incorrect API key provided: \*\*\*$/,
  );
});
