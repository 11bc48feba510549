import { isDeepStrictEqual } from 'node:util';
import type { JournalEntry, PlacedTile } from '../folder/journal.ts';
import type { DrawnPicture } from './call-picture.ts';

/** Writes what the picture shows to the journal when it changes: the page on the stage, and where the tiles are. */
export class PictureNotes {
  readonly #tell: (entry: JournalEntry) => void;
  #page = '';
  #tiles: readonly PlacedTile[] | undefined;

  constructor(tell: (entry: JournalEntry) => void) {
    this.#tell = tell;
  }

  /** @param t seconds of media at which this picture is shown */
  note({ stage, tiles, size }: DrawnPicture, t: number): void {
    const at = new Date().toISOString();
    if (stage?.kind === 'page' && stage.slide && stage.documentId && stage.page) {
      const { documentId, page, title = '', document = '' } = stage;
      const shown = `${documentId} ${page}`;
      if (shown !== this.#page) this.#tell({ type: 'page', at, t, documentId, page, title, document });
      this.#page = shown;
    }
    if (isDeepStrictEqual(tiles, this.#tiles)) return;
    this.#tiles = tiles;
    this.#tell({ type: 'layout', at, t, ...size, tiles: [...tiles] });
  }
}
