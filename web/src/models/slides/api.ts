import type { Answer } from '../../../../contract/routes.ts';
import { api } from '../../api/api.ts';
import type { CallEntry } from '../call/call-contract.ts';
import type { StageItem } from '../stage/api.ts';

export type SlidesDocument = Answer<'listDocuments'>['items'][number];
export type Slide = Answer<'listDocumentPages'>['items'][number];

/** A page of a document. */
export type SlidePlace = { documentId: string; page: number };

/** A document with its pages that are ready. */
export type Deck = { document: SlidesDocument; slides: readonly Slide[] };

/** The server operations that slides use. The page passes the SDK's client, tests a fake. */
export type SlidesApi = {
  deck: (documentId: string) => Promise<Deck>;
  documents: () => Promise<readonly SlidesDocument[]>;
  /** Puts a page on the stage. */
  show: (place: SlidePlace) => Promise<StageItem>;
  /** Takes it away. */
  stop: () => Promise<StageItem>;
};

/** Uses the participant's own token. */
export function slidesApi({ spaceId, roomId, participantToken }: CallEntry): SlidesApi {
  const client = api(participantToken);
  const room = { spaceId, roomId };
  return {
    deck: async (documentId) => {
      const [document, { items }] = await Promise.all([
        client.getDocument({ ...room, documentId }),
        client.listDocumentPages({ ...room, documentId }),
      ]);
      return { document, slides: items };
    },
    documents: async () => (await client.listDocuments(room)).items,
    show: (place) => client.updateStage({ ...room, body: { kind: 'page', ...place } }),
    stop: () => client.updateStage({ ...room, body: { kind: 'none' } }),
  };
}
