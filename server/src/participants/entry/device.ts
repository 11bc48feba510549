import Bowser from 'bowser';
import type { Origin } from '../../platform/http/endpoint.ts';

/** The device of an entry, for reports. A value is null if the browser does not say it. */
export interface EntryDevice {
  deviceType: 'desktop' | 'mobile' | 'tablet' | null;
  platform: string | null;
  platformVersion: string | null;
  browser: string | null;
  browserVersion: string | null;
}

/** The headers are the client's: nothing of them is stored at a greater length. */
const longestAgent = 1000;
const longest = 100;

/** Versions that user agents state whatever the real one is. */
const frozenVersions = [/Windows NT 10\.0/, /Mac OS X 10[._]15/, /Android 10; K\)/];

const deviceTypes: readonly unknown[] = ['desktop', 'mobile', 'tablet'] satisfies EntryDevice['deviceType'][];
const isDeviceType = (type: unknown): type is NonNullable<EntryDevice['deviceType']> =>
  deviceTypes.includes(type);

const textOf = (value: string | undefined): string | null => value?.slice(0, longest).trim() || null;

/** The text of a header like `"Windows"`. */
const unquote = (header: string): string | undefined => /^"([^"\\]*)"$/.exec(header)?.[1];

/** The pairs of a header like `"Chromium";v="140", "Brave";v="140"`. */
const brandsIn = (header: string): { brand: string; version: string }[] =>
  [...header.matchAll(/"([^"\\]{1,100})";\s*v="([^"\\]{1,50})"/g)].map(([, brand = '', version = '']) => ({
    brand,
    version,
  }));

/** Client hints count the versions of Windows in their own way. */
function hintedVersion(platform: string | null, version: string | undefined): string | null {
  if (platform !== 'Windows') return textOf(version);
  const major = Number.parseInt(version ?? '', 10);
  if (major >= 13) return '11';
  return major >= 1 ? '10' : null;
}

/** Reads the device from the client hints, and from the user agent what they do not say. */
export function deviceOf({ userAgent, clientHints }: Pick<Origin, 'userAgent' | 'clientHints'>): EntryDevice {
  const agent = userAgent.slice(0, longestAgent);
  // The parser refuses an empty text.
  const {
    browser,
    os,
    platform: machine,
  } = Bowser.parse(agent || '-', { brands: brandsIn(clientHints.brands) });
  const platform = textOf(unquote(clientHints.platform) ?? os.name);
  const isFrozen = frozenVersions.some((frozen) => frozen.test(agent));
  // "8.1" says more than "NT 6.3"; "Catalina" says less than "10.15".
  const stated = os.name === 'Windows' ? os.versionName : os.version;
  return {
    deviceType: clientHints.mobile === '?1' ? 'mobile' : isDeviceType(machine.type) ? machine.type : null,
    platform,
    platformVersion:
      hintedVersion(platform, unquote(clientHints.platformVersion)) ?? (isFrozen ? null : textOf(stated)),
    browser: textOf(browser.name),
    browserVersion: textOf(browser.version),
  };
}
