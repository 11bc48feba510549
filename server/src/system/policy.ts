/** Content-Security-Policy of our pages: scripts only from our own address, never inline, never eval. */
const base = {
  'default-src': "'self'",
  'script-src': "'self'",
  // The component library positions things by style attributes, which no nonce can cover.
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob: https:",
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

export const docsPolicy = write({ ...base, 'frame-ancestors': "'none'" });

/**
 * @param ancestors who may frame the page: origins, or `*`
 * @param others origins, other than our own, of the storage whose files a page shows and plays, and of the media server
 */
export function pagePolicy(ancestors: string, others: { storage: string[]; media: string[] }): string {
  const and = (sources: string) => [sources, ...others.storage].join(' ');
  return write({
    ...base,
    'img-src': and(base['img-src']),
    'media-src': and(base['media-src']),
    'connect-src': [and("'self' ws: wss:"), ...others.media].join(' '),
    'frame-ancestors': ancestors,
  });
}
