const anyOrigin = 'https://own.invalid';

/**
 * Where somebody goes after signing in, as the address asks for it: a path of our own and nothing else, so that no
 * link can send a person who just wrote their password to a page that looks like ours.
 */
export function safeNext(wanted: string | null | undefined): string | undefined {
  if (!wanted?.startsWith('/')) return undefined;
  try {
    const address = new URL(wanted, anyOrigin);
    if (address.origin !== anyOrigin) return undefined;
    // A browser reads `//` as a host, also where it comes about only when dots and backslashes were resolved.
    if (address.pathname.startsWith('//')) return undefined;
    return `${address.pathname}${address.search}${address.hash}`;
  } catch {
    return undefined;
  }
}

/** The address of a page that leads on to another one. */
export function withNext(path: string, next: string | undefined): string {
  return next ? `${path}?${new URLSearchParams({ next })}` : path;
}
