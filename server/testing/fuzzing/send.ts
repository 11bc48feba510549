import { Agent, request as httpRequest } from 'node:http';
import type { JudgedAnswer } from './judge.ts';
import type { FuzzRequest } from './requests.ts';

/** Longer than the limit for any statement. */
const answerWithinMs = 60_000;

/** Sends requests over keep-alive connections, as a program does. */
export class Sender {
  readonly #url: string;
  readonly #agent: Agent;

  constructor(url: string, connections: number) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Retries once if the server closed the connection between two requests. */
  async send(request: FuzzRequest): Promise<JudgedAnswer> {
    try {
      return await this.#once(request);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return this.#once(request);
    }
  }

  #once({ method, path, headers, body }: FuzzRequest): Promise<JudgedAnswer> {
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

/** The request as a curl command; of a long or binary body only the beginning. */
export function curlOf(url: string, { method, path, headers, body }: FuzzRequest): string {
  const shown = body === undefined ? [] : ['--data-raw', quoted(String(body).slice(0, 2000))];
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]);
  return ['curl', '-i', '-X', method, ...fields, ...shown, quoted(`${url}${path}`)].join(' ');
}
