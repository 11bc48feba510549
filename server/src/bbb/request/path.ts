import type { Base } from './server-of.ts';

/** The parts of an address: which API it is for, and which call; no call for its version. */
export interface RequestedCall {
  base: Base;
  call: string | undefined;
  /** The query as it arrived, one character for each byte. */
  query: string;
}

const shape = /^\/(?:bbb\/([^/]+)\/)?bigbluebutton(?:\/api(?:\/(.*))?)?$/;

/** Doubled slashes count as one, and a last one as none. Undefined: the address is none of this API. */
export function targetOf(url: string): RequestedCall | undefined {
  const [path = '', ...rest] = url.split('?');
  const found = shape.exec(path.replace(/\/+/g, '/').replace(/\/$/, ''));
  if (!found) return undefined;
  const [, spaceId, call] = found;
  return {
    base: spaceId === undefined ? 'installation' : { spaceId },
    call: call || undefined,
    query: rest.join('?'),
  };
}
