import { after, now, seconds } from '../../../platform/clock.ts';
import type { Keyring } from '../../../platform/crypto.ts';
import { addressOfPage } from '../../../platform/web-address.ts';
import type { RecordingRow } from '../recordings.store.ts';
import type { TrackName } from '../tracks/tracks.store.ts';

export const timings = {
  /** How long a fresh address of a protected recording opens. */
  opensMs: seconds(15 * 60),
  /** How long the browser that opened it may come back. */
  staysMs: seconds(24 * 3600),
};

export const playbackPath = '/bbb/playback';

const purpose = 'bbb-playback';

/** Which of the two it is, so that a cookie is never an address. */
export type PassKind = 'address' | 'browser';

const signedText = (kind: PassKind, key: string, until: string): string => `${kind} ${key} ${until}`;

/** Text that opens a protected recording until a moment, by its signature alone. */
export function makePass(keyring: Keyring, kind: PassKind, key: string): string {
  const lives = kind === 'address' ? timings.opensMs : timings.staysMs;
  const until = after(lives).getTime().toString(36);
  const mac = keyring.sign(purpose, signedText(kind, key, until));
  return `${until}.${mac.subarray(0, 24).toString('base64url')}`;
}

export function isPassValid(
  keyring: Keyring,
  { kind, key, pass }: { kind: PassKind; key: string; pass: string | undefined },
): boolean {
  const [until = '', mac = ''] = pass?.split('.', 2) ?? [];
  if (!/^[0-9a-z]{1,12}$/.test(until) || !/^[\w-]{32}$/.test(mac)) return false;
  const isSigned = keyring.verify(purpose, signedText(kind, key, until), Buffer.from(mac, 'base64url'));
  return isSigned && Number.parseInt(until, 36) > now().getTime();
}

interface AddressParts {
  keyring: Keyring;
  webUrl: URL;
}

type Addressed = Pick<RecordingRow, 'playbackKey' | 'isProtected'>;

/** The query that opens a recording: of a protected one it is new in each answer. */
const queryOf = ({ keyring }: AddressParts, { playbackKey: key, isProtected }: Addressed): string[] =>
  isProtected ? [`pass=${makePass(keyring, 'address', key)}`] : [];

const withQuery = (address: string, query: string[]): string =>
  query.length === 0 ? address : `${address}?${query.join('&')}`;

export const addressOfPlayback = (parts: AddressParts, recording: Addressed): string =>
  withQuery(
    addressOfPage(parts.webUrl, `${playbackPath}/${recording.playbackKey}`),
    queryOf(parts, recording),
  );

/** @param part the number of a part of the recording; without: the captions of all parts */
export function addressOfTrack(
  parts: AddressParts,
  recording: Addressed,
  { kind, language, part }: TrackName & { part?: number },
): string {
  const path = `${playbackPath}/${recording.playbackKey}/${kind}/${encodeURIComponent(language)}.vtt`;
  const query = [...queryOf(parts, recording), ...(part === undefined ? [] : [`part=${part}`])];
  return withQuery(addressOfPage(parts.webUrl, path), query);
}
