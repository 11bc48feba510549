/** The browser and system in a user agent, by names that people know. */
type BrowserDevice = {
  browser: string | undefined;
  system: string | undefined;
  isPhone: boolean;
};

/** Order matters: earlier names are part of later browsers' user agents too. */
const browsers: [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPT)\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
];

const systems: [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const nameOf = (known: [string, RegExp][], text: string): string | undefined =>
  known.find(([, sign]) => sign.test(text))?.[0];

export function parseUserAgent(userAgent: string | null): BrowserDevice {
  const text = userAgent ?? '';
  const system = nameOf(systems, text);
  return {
    browser: nameOf(browsers, text),
    system,
    isPhone: system === 'iPhone' || system === 'iPad' || system === 'Android',
  };
}
