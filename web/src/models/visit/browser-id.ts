import { readStored, writeStored } from '../../kit/storage.ts';

const storageKey = 'lectern.client-id';
/** Each site around a frame has a partitioned cookie. `__Host-` keeps other hosts of our domain from setting it. */
const cookieName = '__Host-lectern-client-id';
/** The longest that Chromium keeps a cookie, and longer than any link is valid. */
const cookieSeconds = 400 * 24 * 60 * 60;

const isFramed = (): boolean => window.parent !== window;

/**
 * This browser's secret, by which a used link recognizes its owner. In a frame of another site, Chromium refuses
 * localStorage by default but keeps partitioned cookies. The server never reads the cookie: it is storage for this
 * page (docs/decisions/0027).
 */
export function keptBrowserId(): string | undefined {
  return readStored(storageKey) ?? (isFramed() ? readCookie() : undefined);
}

export function keepBrowserId(id: string): void {
  writeStored(storageKey, id);
  if (isFramed()) writeCookie(id);
}

function readCookie(): string | undefined {
  try {
    const pairs = document.cookie.split('; ').map((pair) => pair.split('='));
    return pairs.find(([name]) => name === cookieName)?.[1] || undefined;
  } catch {
    // A sandboxed frame has no cookies.
    return undefined;
  }
}

function writeCookie(id: string): void {
  try {
    // The Cookie Store API answers too late for the first request, and older browsers lack it.
    const cookie = `${cookieName}=${id}; Max-Age=${cookieSeconds}; Path=/; Secure; SameSite=None; Partitioned`;
    Object.assign(document, { cookie });
  } catch {
    // A sandboxed frame stores nothing.
  }
}
