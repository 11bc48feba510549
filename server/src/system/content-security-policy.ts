/** Content-Security-Policy of our pages: scripts from our own origin only, never inline, never eval. */
const base = {
  'default-src': "'self'",
  'script-src': "'self'",
  // The component library sets style attributes, which no nonce covers.
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

/** Guides have no styles and frames except their own. */
export const guidePolicy = write({ ...base, 'style-src': "'self'", 'frame-ancestors': "'none'" });

// Swagger UI loads its icons from data: URLs.
export const docsPolicy = write({ ...base, 'img-src': "'self' data:", 'frame-ancestors': "'none'" });

export interface Sources {
  /** Further origins from which a page loads pictures and media. */
  storage: string[];
  /** Servers to which a page connects by WebSocket and HTTP: our own and those that clients reach directly. */
  servers: URL[];
}

/**
 * The WebSocket and HTTP origins of a server. LiveKit's client asks over HTTP why a WebSocket was refused, and in
 * some browsers `'self'` does not include WebSockets.
 */
function originsOf({ protocol, host }: URL): string[] {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return isSecure ? [`https://${host}`, `wss://${host}`] : [`http://${host}`, `ws://${host}`];
}

/**
 * @param ancestors origins that may frame the page, or `*`
 * @param runsWasm whether the page has background effects of a camera, which compile WebAssembly
 */
export function pagePolicy(ancestors: string, { storage, servers }: Sources, runsWasm = false): string {
  const sources = (...all: string[]) => [...new Set(all)].join(' ');
  return write({
    ...base,
    'script-src': runsWasm ? `${base['script-src']} 'wasm-unsafe-eval'` : base['script-src'],
    // An own background is a picture that only this browser has.
    'img-src': sources(base['img-src'], ...(runsWasm ? ['blob:'] : []), ...storage),
    'media-src': sources(base['media-src'], ...storage),
    'connect-src': sources("'self'", ...servers.flatMap(originsOf), ...storage),
    'frame-ancestors': ancestors,
  });
}
