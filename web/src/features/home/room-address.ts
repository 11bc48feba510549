const code = /^[A-Za-z0-9_-]{10}$/;

/** The address for a pasted link or a typed code; undefined for other text. */
export function roomAddress(written: string, origin: string): string | undefined {
  const text = written.trim();
  if (code.test(text)) return `/room/${text}`;
  const address = URL.parse(text) ?? URL.parse(text.startsWith('/') ? text : `https://${text}`, origin);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  const alias = /^\/room\/([^/]+)\/?$/.exec(address.pathname)?.[1];
  if (!alias || !code.test(alias)) return undefined;
  const sameHost = address.host === new URL(origin).host;
  return sameHost ? `${address.pathname}${address.search}` : address.href;
}
