import type { Body } from '../../../../contract/routes.ts';
import type { Origin } from '../../platform/http/endpoint.ts';

const marks = ['Source', 'Medium', 'Campaign', 'Content', 'Term'] as const;
const longest = 1000;

type Referral = NonNullable<Body<'createParticipant'>['referral']>;

/** The URL of a page without parts that may be secret; only named campaign parameters are kept. */
function readReferer(referer: string): Referral {
  if (!URL.canParse(referer)) return {};
  const { origin, pathname, searchParams } = new URL(referer);
  const kept: Referral = {};
  if (origin !== 'null') kept.referer = `${origin}${pathname}`.slice(0, longest);
  for (const mark of marks) {
    const value = searchParams.get(`utm_${mark.toLowerCase()}`)?.replaceAll('\0', '').toWellFormed();
    if (value) kept[`utm${mark}`] = value.slice(0, longest).toWellFormed();
  }
  return kept;
}

/** Reads the referral that the page reports. The browser sends no `Referer` header from our pages. */
function readReferral(said: Referral): Referral {
  const { referer } = readReferer(said.referer ?? '');
  const kept: Referral = referer === undefined ? {} : { referer };
  for (const mark of marks) {
    const value = said[`utm${mark}`];
    if (value) kept[`utm${mark}`] = value;
  }
  return kept;
}

/** The address, user agent and referral of an entry, for reports. */
export const originToKeep = (
  { ip, userAgent, referer }: Pick<Origin, 'ip' | 'userAgent' | 'referer'>,
  said: Referral = {},
): Record<string, string> => ({
  ip,
  userAgent: userAgent.slice(0, longest),
  ...readReferer(referer),
  ...readReferral(said),
});
