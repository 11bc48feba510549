import type { Answer, Body } from '../../../../../../contract/routes.ts';

type NewLink = Body<'generateAccess'>;
type MadeLink = Answer<'generateAccessLinks'>['items'][number];

/** Small enough for progress to be seen, and far below the most links of a request. */
const linksAtOnce = 50;

type Creation = {
  links: readonly NewLink[];
  /** The links that an earlier attempt created: it continues after them. */
  before: readonly MadeLink[];
  send: (links: NewLink[]) => Promise<{ items: MadeLink[] }>;
  /** Gets all links that exist so far after each request. */
  onProgress: (made: readonly MadeLink[]) => void;
};

/** Creates links in several requests, each of which creates all of its links or none. */
export async function createLinks({ links, before, send, onProgress }: Creation): Promise<MadeLink[]> {
  const made = [...before];
  while (made.length < links.length) {
    const { items } = await send(links.slice(made.length, made.length + linksAtOnce));
    made.push(...items);
    onProgress([...made]);
  }
  return made;
}
