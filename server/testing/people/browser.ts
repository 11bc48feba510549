import { type Client, createClient } from '../../../contract/client/index.ts';
import { checkedFetch } from '../answers/checked-fetch.ts';

/** A cookie in a browser: its value and attributes. */
export interface KeptCookie {
  value: string;
  path: string;
  attributes: Record<string, string | true>;
}

/** Handles cookies and the Origin header as a browser does. */
export interface Browser {
  /** The client as our pages use it. */
  api: Client;
  cookies: Map<string, KeptCookie>;
  /** Sends a request as a page in this browser does, also one of another origin. */
  fetch: typeof fetch;
}

function keep(cookies: Map<string, KeptCookie>, line: string): void {
  const [first = '', ...rest] = line.split(';').map((part) => part.trim());
  const [name = '', value = ''] = first.split('=', 2);
  const attributes: Record<string, string | true> = {};
  for (const part of rest) {
    const [key = '', said] = part.split('=', 2);
    attributes[key.toLowerCase()] = said ?? true;
  }
  if (attributes['max-age'] === '0') cookies.delete(name);
  else cookies.set(name, { value, path: String(attributes.path ?? '/'), attributes });
}

const belongs = (path: string, pathname: string): boolean =>
  path === '/' || pathname === path || pathname.startsWith(`${path}/`);

/**
 * A browser at the server's address.
 * @param page the origin of the sending page, by default ours; null sends no Origin header
 */
export function openBrowser(url: string, page: string | null = url): Browser {
  const cookies = new Map<string, KeptCookie>();
  const send: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    const headers = new Headers(init?.headers);
    const fitting = [...cookies].filter(([, { path }]) => belongs(path, pathname));
    if (fitting.length > 0 && !headers.has('cookie')) {
      headers.set('cookie', fitting.map(([name, { value }]) => `${name}=${value}`).join('; '));
    }
    const isUnsafe = !['GET', 'HEAD'].includes(init?.method ?? 'GET');
    if (isUnsafe && page !== null && !headers.has('origin')) headers.set('origin', page);
    const response = await checkedFetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  return { api: createClient({ baseUrl: url, fetch: send }), cookies, fetch: send };
}

/** Another page in the same browser, with the same cookies. */
export function sameBrowser({ cookies }: Browser, url: string, page: string | null): Browser {
  const other = openBrowser(url, page);
  for (const [name, cookie] of cookies) other.cookies.set(name, cookie);
  return other;
}
