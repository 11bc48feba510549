/**
 * An item on the stage of the room: a line of `stage.ndjson`, which the server appends while the recorder works. The last
 * line is what the picture shows. A line without its newline (cut by a kill) does not count
 * (docs/decisions/0222).
 */
export interface StageEntry {
  /** When it was put, by the wall clock, in ISO 8601. */
  at: string;
  /** Rises with each item of the room. */
  version: number;
  kind: 'none' | 'page' | 'screen';
  /** The participant whose screen is on the stage. */
  participantId: string | null;
  /** The page that is shown, or that returns after the screens. Its picture is in the folder before the line. */
  documentId: string | null;
  page: number | null;
  /** The title of the page, and the name of its document. */
  title?: string;
  document?: string;
}

/** The name of the picture of the entry's page; undefined: it has none. */
export const slideNameOf = ({ documentId, page }: StageEntry): string | undefined =>
  documentId && page ? `slide-${documentId}-${page}.webp` : undefined;

/** The entries of a journal, oldest first. */
export const stageEntriesIn = (text: string): StageEntry[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as StageEntry];
      } catch {
        return [];
      }
    });
