import type { Parameters } from './request/query.ts';
import type { XmlElement } from './xml/write.ts';

/** A request with a right checksum. */
export interface AskedCall {
  /** The group whose meetings it may read and change. */
  spaceId: string;
  /** It came by the API of the whole installation. */
  isOfInstallation: boolean;
  parameters: Parameters;
  /** Whether the body names documents. */
  hasDocuments: boolean;
  /** Whether the client reads pages: a person in a browser. */
  readsPages: boolean;
}

/** The elements of a response after `returncode`, or an address to go to, or a page that says why it fails. */
export type Outcome = readonly XmlElement[] | { redirectTo: string } | { page: string };

export interface Call {
  /** Only `join` is for browsers alone. */
  methods: readonly ('GET' | 'POST')[];
  /** Takes an XML body. */
  takesXml?: true;
  run: (asked: AskedCall) => Promise<Outcome>;
}
