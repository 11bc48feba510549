type BrowserKind = 'chrome' | 'edge' | 'firefox' | 'safari' | 'ios' | 'android' | 'other';

/** The browser whose settings are described. A guess by its user agent is enough for a text. */
export function browserKind(agent: string): BrowserKind {
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios';
  if (/Android/.test(agent)) return 'android';
  if (/Firefox\//.test(agent)) return 'firefox';
  if (/Edg\//.test(agent)) return 'edge';
  if (/Chrome\/|Chromium\//.test(agent)) return 'chrome';
  if (/Safari\//.test(agent)) return 'safari';
  return 'other';
}
