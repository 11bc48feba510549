/** The HTTP status of a refusal; undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' && error.status > 0 ? error.status : undefined;
}

/** True for a refusal that a retry will not change. */
export function isFinal(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** The code of a refusal in the server's table of errors. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The reason of a refusal whose code has several. */
export function reasonOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('reason' in error)) return undefined;
  return typeof error.reason === 'string' ? error.reason : undefined;
}

/** How long the server asks to wait, in milliseconds. */
export function waitOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('retryAfter' in error)) return undefined;
  return typeof error.retryAfter === 'number' ? error.retryAfter * 1_000 : undefined;
}

/** Did the server refuse the time zone of the browser? A new browser knows zones that an older server does not. */
const isTimeZoneRefused = (error: unknown): boolean =>
  statusOf(error) === 422 &&
  (error as { details?: { path: string }[] }).details?.some(({ path }) => path === 'timezone') === true;

/** Sends a request with the time zone of the browser, and in another form if the server does not know the zone. */
export async function sendInKnownZone<T>(
  send: () => Promise<T>,
  sendOtherwise: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isTimeZoneRefused(error)) throw error;
    return sendOtherwise();
  }
}
