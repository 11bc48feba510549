/** Names of the files in the folder of one conversion. */
export const convertNames = { job: 'job.json', input: 'input', result: 'result.json' } as const;

/** Names of the files of a page. */
export const pageFiles = (number: number) => ({
  facts: `${number}.json`,
  small: `${number}-small.webp`,
  large: `${number}-large.webp`,
});

export interface ConvertJob {
  version: 1;
  /** By the first bytes and the name of the file. */
  type: 'pdf' | 'picture' | 'pptx' | 'odp' | 'docx';
  /**
   * For an office file: the program of LibreOffice that converts it here, or null if a service does it after this
   * program has checked the file.
   */
  office: string | null;
  /** The first page that is wanted: an earlier attempt made those before it. */
  from: number;
  mostPages: number;
  /** Pixels of a picture, also of one in a page. */
  mostPixels: number;
  /** Characters of the text of a page. */
  longestText: number;
  /** The longer sides of the pictures of a page. */
  sizes: { small: number; large: number };
}

/** The first line of the output has the number of pages; each further one says that the files of a page are there. */
export interface ConvertProgress {
  total?: number;
  page?: number;
  /** The program works, and has no page yet. */
  isAlive?: true;
}

export type ConvertReport = (line: ConvertProgress) => void;

/** The content of `pageFiles(number).facts`. */
export interface PageFacts {
  /** Pixels of the large picture. */
  width: number;
  height: number;
  text: string;
}

export const convertFailures = [
  'unreadable',
  'password_protected',
  'too_many_pages',
  'page_too_large',
  'too_slow',
  'converter_failed',
] as const;
export type ConvertFailure = (typeof convertFailures)[number];

export type ConvertResult =
  | { version: 1; ok: true; pages: number }
  | { version: 1; ok: false; failure: ConvertFailure; message: string };
