import { becomeVisitor, type Visitor, visitor } from './address.ts';

/**
 * A frame and a tab of the same site have separate storage, so the frame passes its visit to the tab that it opens.
 * The visit travels as a message between the two windows: the tab's address only says that the frame can be asked.
 */
const marker = '#from-frame';
const question = 'lectern.whose-visit';
/** In ms. How long the tab waits for the frame, which may be closed. */
const patience = 5_000;

type Handed = { [question]: Visitor };

/**
 * Opens this room in a tab that enters as this browser.
 * @returns false if the browser opened no tab, or one that cannot reach us
 */
export function openInTab(): boolean {
  const { origin, pathname, search } = window.location;
  const tab = window.open(`${pathname}${search}${marker}`, '_blank');
  if (!tab) return false;
  const answer = ({ source, origin: asking, data }: MessageEvent): void => {
    if (source !== tab || asking !== origin || data !== question) return;
    window.removeEventListener('message', answer);
    tab.postMessage({ [question]: visitor } satisfies Handed, origin);
  };
  window.addEventListener('message', answer);
  return true;
}

/** Takes over the frame's visit in a tab that a frame opened. In other tabs it returns at once. */
export async function takeOverVisit(): Promise<void> {
  if (window.location.hash !== marker) return;
  const opener: Window | null = window.opener;
  const handed = opener ? await askFor(opener) : undefined;
  becomeVisitor(handed ?? visitor);
  window.opener = null;
}

function askFor(opener: Window): Promise<Visitor | undefined> {
  const { origin } = window.location;
  const asked = new AbortController();
  return new Promise<Visitor | undefined>((resolve) => {
    window.addEventListener(
      'message',
      ({ source, origin: answering, data }: MessageEvent) => {
        if (source === opener && answering === origin && isHanded(data)) resolve(data[question]);
      },
      { signal: asked.signal },
    );
    setTimeout(resolve, patience);
    opener.postMessage(question, origin);
  }).finally(() => asked.abort());
}

/** The response comes from a page of ours that may be an older version. */
function isHanded(data: unknown): data is Handed {
  if (typeof data !== 'object' || data === null || !(question in data)) return false;
  return typeof (data as Handed)[question]?.clientUniqueId === 'string';
}
