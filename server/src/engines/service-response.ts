import { now, seconds } from '../platform/clock.ts';

// Adapters of foreign services read responses with these functions, which trust none.

/** The JSON value of a text; undefined if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a body of a limited size. @throws `tooLong` if it is longer */
export async function readLimited(
  body: AsyncIterable<Uint8Array>,
  most: number,
  tooLong: Error,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > most) throw tooLong;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The milliseconds of a `Retry-After` header, which has seconds or a date; undefined: it asks for no pause. */
export function retryAfterOf(header: string | null | undefined): number | undefined {
  const value = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(value) ? seconds(Number(value)) : Date.parse(value) - now().getTime();
  return ms > 0 ? ms : undefined;
}

/** A service is unavailable, overloaded or hangs. */
export class ServiceAway extends Error {
  /** The pause that it asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}
