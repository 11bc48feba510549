import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server got it. */
export interface SpeechRequest {
  /** Size of the body. */
  bytes: number;
  authorization: string | undefined;
  /** Text fields of the form, in their order. */
  fields: [name: string, value: string][];
}

export interface SpeechReply {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sends this text instead of JSON. */
  text?: string;
  /** `hang`: no response. `break`: half of the body, then the connection breaks. `flood`: 50 MB. */
  fault?: 'hang' | 'break' | 'flood';
}

const megabyte = Buffer.alloc(1_000_000, ' ');

/** A transcript in the shape of OpenAI's `verbose_json`, with words at the top level. */
export function verboseTranscript(text: string, start: number, end: number) {
  const parts = text.split(' ');
  const each = (end - start) / parts.length;
  const words = parts.map((word, index) => ({
    word: word.replace(/[.,]/g, ''),
    start: start + index * each,
    end: start + (index + 1) * each,
  }));
  const segment = { id: 0, start, end, text: ` ${text}`, avg_logprob: -0.2, no_speech_prob: 0.01 };
  return { task: 'transcribe', language: 'english', duration: end, text, words, segments: [segment] };
}

/** A service like OpenAI's `/v1/audio/transcriptions`, which fails as a test tells it. */
export class FakeSpeechServer {
  readonly requests: SpeechRequest[] = [];
  reply: (request: SpeechRequest) => SpeechReply = () => ({ body: { text: '' } });
  /** The response to `GET /v1/models`. */
  models: SpeechReply = { body: { data: [] } };
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeSpeechServer> {
    const fake = new FakeSpeechServer();
    const { promise, resolve } = Promise.withResolvers<void>();
    fake.#server.listen(0, '127.0.0.1', resolve);
    await promise;
    return fake;
  }

  get url(): URL {
    const { port } = this.#server.address() as AddressInfo;
    return new URL(`http://127.0.0.1:${port}/v1`);
  }

  async stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      return;
    }
    if (request.method === 'GET' && request.url === '/v1/models') return send(response, this.models);
    if (request.url !== '/v1/audio/transcriptions') return send(response, { status: 404 });
    const body = Buffer.concat(parts);
    const form = body.toString('latin1').matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)\r\n/g);
    const got: SpeechRequest = {
      bytes: body.length,
      authorization: request.headers.authorization,
      fields: [...form].map(([, name = '', value = '']) => [name, value]),
    };
    this.requests.push(got);
    send(response, this.reply(got));
  }
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, body, text, fault }: SpeechReply,
): void {
  if (fault === 'hang') return;
  const sent = text ?? JSON.stringify(body ?? {});
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (fault === 'break') {
    response.write(sent.slice(0, Math.ceil(sent.length / 2)), () => response.socket?.destroy());
    return;
  }
  if (fault === 'flood') {
    for (let count = 0; count < 50; count += 1) response.write(megabyte);
  }
  response.end(sent);
}
