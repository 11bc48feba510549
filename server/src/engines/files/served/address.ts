import type { Keyring } from '../../../platform/crypto.ts';
import { safeFileName } from '../../../platform/http/disposition.ts';
import type { LinkOptions } from '../files.ts';
import { checkFileKey } from '../key.ts';

export const filesPath = '/files/';

const purpose = 'file address';
/** 192 bits are 32 base64url characters without spare bits, so that a signature has only one spelling. */
const macBytes = 24;

/** The file that a signed URL serves, and how long. */
export type AddressGrant = LinkOptions & { key: string };

const signed = (payload: string, name: string): string => `${payload}/${name}`;

/** The origin and the keys of our own signed URLs. */
export interface Signing {
  /** `{base_url}`, the origin of the signed URLs. */
  url: URL;
  keyring: Keyring;
}

/** `{base_url}/files/<payload>.<signature>/<readable name>`: the signature covers the name, too. */
export function signedAddress({ url, keyring }: Signing, key: string, options: LinkOptions): string {
  checkFileKey(key);
  const name = safeFileName(options.name);
  const { contentType, disposition, until, reader } = options;
  const fields = [key, contentType, disposition === 'inline' ? 1 : 0, until.getTime()];
  if (reader !== undefined) fields.push(reader);
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  const mac = keyring.sign(purpose, signed(payload, name)).subarray(0, macBytes).toString('base64url');
  return `${url.origin}${filesPath}${payload}.${mac}/${encodeURIComponent(name)}`;
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** @returns the grant, or undefined if the signature is invalid. The caller checks the expiry. */
export function readAddressPath(keyring: Keyring, path: string): AddressGrant | undefined {
  const parts = /^\/files\/([\w-]+)\.([\w-]{32})\/([^/?]+)$/.exec(path);
  const name = decoded(parts?.[3] ?? '');
  if (!parts || !name) return undefined;
  const [, payload = '', mac = ''] = parts;
  if (!keyring.verify(purpose, signed(payload, name), Buffer.from(mac, 'base64url'))) return undefined;
  const [key, contentType, isInline, until, reader] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  );
  const disposition = isInline === 1 ? 'inline' : 'attachment';
  return { key, name, contentType, disposition, until: new Date(until), reader };
}
