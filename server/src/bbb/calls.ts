import type { AskedDocument } from './request/body.ts';
import type { Parameters } from './request/query.ts';
import type { XmlElement } from './xml/write.ts';

/** A request with a right checksum. */
export interface AskedCall {
  /** The group whose meetings it may read and change. */
  spaceId: string;
  /** Whether the request uses the API of the whole installation. */
  isOfInstallation: boolean;
  parameters: Parameters;
  /** Parameters that are given without a value. */
  emptied: readonly string[];
  /** A form with files, for calls that take one. */
  upload: { body: Buffer; contentType: string } | undefined;
  /** The documents that the body names. */
  documents: readonly AskedDocument[];
  /** Whether the client is a browser, which shows pages. */
  readsPages: boolean;
}

/** The elements of a response after `returncode`, the content of one in JSON, an address to redirect to, or a page. */
export type Outcome = readonly XmlElement[] | { json: object } | { redirectTo: string } | { page: string };

/** The methods of calls that change nothing. */
export const readingMethods = ['GET', 'POST', 'HEAD'] as const;

export interface Call {
  /** Browsers open `join`, so it takes no POST. */
  methods: readonly (typeof readingMethods)[number][];
  /** Takes an XML body. */
  takesXml?: true;
  /** Takes a form with files. */
  takesUpload?: true;
  /** Responds in JSON, also that it failed. */
  answersJson?: true;
  run: (asked: AskedCall) => Promise<Outcome>;
}
