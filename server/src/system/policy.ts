/** Content-Security-Policy of our pages: scripts only from our own address, never inline, never eval. */
const base = {
  'default-src': "'self'",
  'script-src': "'self'",
  // The component library positions things by style attributes, which no nonce can cover.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self'",
  'font-src': "'self' data:",
  'media-src': "'self' blob: mediastream:",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
};

const write = (directives: Record<string, string>): string =>
  Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

/** The guides have no styles and no frames but their own. */
export const guidePolicy = write({ ...base, 'style-src': "'self'", 'frame-ancestors': "'none'" });

// Swagger UI draws its icons by data: addresses.
export const docsPolicy = write({ ...base, 'img-src': "'self' data:", 'frame-ancestors': "'none'" });

export interface Sources {
  /** Origins, other than our own, at which the files that a page shows and plays are kept. */
  storage: string[];
  /** Servers that a page connects to by WebSocket and by HTTP: our own and those that clients reach directly. */
  servers: URL[];
}

/**
 * A server's origins for connections of both kinds: LiveKit's client asks over HTTP why a WebSocket was refused, and in some
 * browsers `'self'` leaves out WebSockets.
 */
function originsOf({ protocol, host }: URL): string[] {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return isSecure ? [`https://${host}`, `wss://${host}`] : [`http://${host}`, `ws://${host}`];
}

/** @param ancestors who may frame the page: origins, or `*` */
export function pagePolicy(ancestors: string, { storage, servers }: Sources): string {
  const sources = (...all: string[]) => [...new Set(all)].join(' ');
  return write({
    ...base,
    'img-src': sources(base['img-src'], ...storage),
    'media-src': sources(base['media-src'], ...storage),
    'connect-src': sources("'self'", ...servers.flatMap(originsOf), ...storage),
    'frame-ancestors': ancestors,
  });
}
