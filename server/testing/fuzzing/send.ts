import { Agent, request as httpRequest } from 'node:http';
import type { Answer } from './judge.ts';
import type { FuzzRequest } from './requests.ts';

/** Longer than any statement may take. */
const answerWithinMs = 60_000;

/** Sends requests over connections that stay open, as a program does. */
export class Sender {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** A connection that the server closed between two requests is tried once more. */
  async send(request: FuzzRequest): Promise<Answer> {
    try {
      return await this.#once(request);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return this.#once(request);
    }
  }

  #once({ method, path, headers, body }: FuzzRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(this.#url);
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const options = { hostname, port, path, method, agent: this.#agent, timeout: answerWithinMs };
      const sent = httpRequest({ ...options, headers: { ...headers, ...length } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      });
      sent.once('timeout', () => sent.destroy(new Error(`no response in ${answerWithinMs} ms`)));
      sent.once('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command; of a body that is no text, or very long, the beginning. */
export function curlOf(url: string, { method, path, headers, body }: FuzzRequest): string {
  const shown = body === undefined ? [] : ['--data-raw', quoted(String(body).slice(0, 2000))];
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  return ['curl', '-i', '-X', method, ...fields, ...shown, quoted(`${url}${path}`)].join(' ');
}
