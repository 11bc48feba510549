import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The part of a request that tests read. */
export interface CompletionRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: {
    type: string;
    schema?: unknown;
    json_schema?: { name: string; schema: unknown; strict: boolean };
  };
  max_tokens?: number;
}

export interface ReceivedCompletion {
  path: string;
  headers: IncomingHttpHeaders;
  body: CompletionRequest;
}

export type CompletionAnswer =
  /** A message of the model. */
  | { content: unknown; finish?: string }
  | { status: number; text?: string; headers?: Record<string, string> }
  /** The response never begins, never ends, is cut, or has so many bytes. */
  | { fault: 'hang' | 'hang_in_body' | 'break' | 'break_in_body' }
  | { bytes: number };

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Writes as much as the client reads. */
async function flood(response: ServerResponse, bytes: number): Promise<void> {
  const part = Buffer.alloc(64 * 1024, 'a');
  response.writeHead(200, { 'content-type': 'application/json' });
  const parts = Readable.from(Array.from({ length: Math.ceil(bytes / part.length) }, () => part));
  await pipeline(parts, response).catch(() => undefined);
}

function fail(response: ServerResponse, fault: 'hang' | 'hang_in_body' | 'break' | 'break_in_body'): void {
  if (fault === 'hang') return;
  if (fault === 'break') {
    response.destroy();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"choices":[{"message":{"content":"{}', () => {
    if (fault === 'break_in_body') response.destroy();
  });
}

async function respond(response: ServerResponse, answer: CompletionAnswer): Promise<void> {
  if ('fault' in answer) return fail(response, answer.fault);
  if ('bytes' in answer) return flood(response, answer.bytes);
  if ('status' in answer) {
    response.writeHead(answer.status, answer.headers).end(answer.text ?? '');
    return;
  }
  const { content, finish = 'stop' } = answer;
  const message = { role: 'assistant', content };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(
      JSON.stringify({ object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }] }),
    );
}

/** A service compatible with OpenAI. `answer` decides what it does with each request. */
export async function startLanguageServer(
  answer: (request: CompletionRequest, at: number) => CompletionAnswer,
) {
  const received: ReceivedCompletion[] = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => undefined);
    const body = JSON.parse(await readAll(request)) as CompletionRequest;
    received.push({ path: request.url ?? '', headers: request.headers, body });
    await respond(response, answer(body, received.length - 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
