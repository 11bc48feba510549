import { createHash } from 'node:crypto';
import { makeGroup, type TestGroup } from '../../../testing/group.ts';
import type { Lectern } from '../../../testing/lectern.ts';

export interface BbbAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The content of the first element with this name, as it stands; undefined: there is none. */
  field(name: string): string | undefined;
}

export interface BbbSending {
  method?: string;
  body?: string | Uint8Array<ArrayBuffer>;
  type?: string;
  accept?: string;
  algorithm?: string;
}

/** Sends requests as a client of BigBlueButton. */
export class BbbClient {
  readonly base: string;
  readonly #secret: string;

  constructor(base: string, secret: string) {
    this.base = base;
    this.#secret = secret;
  }

  hash(text: string, algorithm = 'sha1'): string {
    return createHash(algorithm).update(text).update(this.#secret).digest('hex');
  }

  /** The address of a call with a right checksum. */
  address(call: string, query: string, algorithm = 'sha1'): string {
    const checksum = `checksum=${this.hash(`${call}${query}`, algorithm)}`;
    return `${this.base}api/${call}?${query === '' ? '' : `${query}&`}${checksum}`;
  }

  /** Sends a request to an address, and follows no redirect. */
  async send(url: string, { method = 'GET', body, type, accept }: BbbSending = {}): Promise<BbbAnswer> {
    const headers = {
      ...(type !== undefined && { 'content-type': type }),
      ...(accept !== undefined && { accept }),
    };
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'manual' },
      ...(bytes !== undefined && { body: bytes }),
    });
    const text = await response.text();
    return {
      ...{ status: response.status, headers: response.headers, text },
      field: (name) =>
        new RegExp(`<${name}/>`).test(text)
          ? ''
          : new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1],
    };
  }

  /** Calls with these parameters. */
  call(call: string, parameters: Record<string, string> = {}, sending: BbbSending = {}): Promise<BbbAnswer> {
    const query = new URLSearchParams(parameters).toString();
    return this.send(this.address(call, query, sending.algorithm), sending);
  }
}

export interface BbbGroup extends TestGroup {
  bbb: BbbClient;
  secret: string;
}

/** A group with the API. */
export async function makeBbbGroup(lectern: Lectern): Promise<BbbGroup> {
  const group = await makeGroup(lectern);
  const { url, secret } = await group.owner.createBigBlueButton({ spaceId: group.spaceId });
  return { ...group, secret, bbb: new BbbClient(url, secret) };
}
