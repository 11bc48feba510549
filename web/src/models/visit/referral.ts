import type { Body } from '../../../../contract/routes.ts';

export type Referral = NonNullable<Body<'createParticipant'>['referral']>;

/** The longest text that the server accepts, in characters. */
const longest = 1000;

const marks = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmContent: 'utm_content',
  utmTerm: 'utm_term',
} as const;

/** A text that the server accepts: a campaign with a damaged parameter must not keep anybody out. */
const bounded = (text: string): string => [...text.replaceAll('\0', '')].slice(0, longest).join('');

/** Where a person came from: another site that led to this page, and the campaign parameters of its address. */
export function readReferral(address: URL, referrer: string): Referral {
  const referral: Referral = {};
  const from = URL.parse(referrer);
  if (from && from.origin !== address.origin) referral.referer = bounded(`${from.origin}${from.pathname}`);
  for (const [field, parameter] of Object.entries(marks)) {
    const value = bounded(address.searchParams.get(parameter) ?? '');
    if (value) referral[field as keyof typeof marks] = value;
  }
  return referral;
}
