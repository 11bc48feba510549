import { noteBody, noteHeaders } from './answers/secrets.ts';

/** A request with any body and any or no content type. */
export interface RawRequest {
  method?: string;
  path: string;
  token?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  type?: string;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: Record<string, unknown>;
}

export async function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const headers: Record<string, string> = { ...request.headers };
  if (request.token !== undefined) headers.authorization = `Bearer ${request.token}`;
  if (request.type !== undefined) headers['content-type'] = request.type;
  // Send bytes: fetch adds a content type to a string.
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const init: RequestInit = { method: request.method ?? 'POST', headers };
  if (body !== undefined) init.body = body;
  const response = await fetch(`${url}${request.path}`, init);
  const text = await response.text();
  if (response.ok && request.token !== undefined) noteHeaders(url, new Headers(headers));
  noteHeaders(url, response.headers);
  noteBody(url, text);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = {};
  }
  const isObject = typeof parsed === 'object' && parsed !== null;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isObject ? (parsed as Record<string, unknown>) : {},
  };
}
