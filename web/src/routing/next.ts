const anyOrigin = 'https://own.invalid';

/**
 * The path to go to after signing in, from the address: a path of our own only, so that no link can send a person who
 * just entered their password to a page that looks like ours.
 */
export function safeNext(wanted: string | null | undefined): string | undefined {
  if (!wanted?.startsWith('/')) return undefined;
  try {
    const address = new URL(wanted, anyOrigin);
    if (address.origin !== anyOrigin) return undefined;
    // A browser reads `//` as a host, also if it appears only after dots and backslashes are resolved.
    if (address.pathname.startsWith('//')) return undefined;
    return `${address.pathname}${address.search}${address.hash}`;
  } catch {
    return undefined;
  }
}

/** The address of a page with a `next`. */
export function withNext(path: string, next: string | undefined): string {
  return next ? `${path}?${new URLSearchParams({ next })}` : path;
}
