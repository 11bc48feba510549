import type { Origin } from '../../platform/http/endpoint.ts';

const marks = ['Source', 'Medium', 'Campaign', 'Content', 'Term'] as const;
const longest = 1000;

/** The URL without parts that may be secret; only named campaign parameters are kept. */
function ofReferer(referer: string): Record<string, string> {
  if (!URL.canParse(referer)) return {};
  const { origin, pathname, searchParams } = new URL(referer);
  const kept: Record<string, string> = {};
  if (origin !== 'null') kept.referer = `${origin}${pathname}`.slice(0, longest);
  for (const mark of marks) {
    const value = searchParams.get(`utm_${mark.toLowerCase()}`)?.replaceAll('\0', '').toWellFormed();
    if (value) kept[`utm${mark}`] = value.slice(0, longest).toWellFormed();
  }
  return kept;
}

/** The device and referrer of a request, for reports. */
export const originToKeep = ({
  ip,
  userAgent,
  referer,
}: Omit<Origin, 'acceptLanguage'>): Record<string, string> => ({
  ip,
  userAgent: userAgent.slice(0, longest),
  ...ofReferer(referer),
});
