import { addDocument } from '../../documents/documents.ts';
import { Refusal } from '../../platform/errors.ts';
import { TargetUnknown } from '../../platform/http/outgoing/targets.ts';
import type { AskedCall, Call } from '../calls.ts';
import type { BbbParts } from '../parts.ts';
import type { AskedDocument } from '../request/body.ts';
import { fail } from '../request/failures.ts';
import { liveIn } from './info.ts';

/** Documents of one request; a client that names more names them again by `insertDocument`. */
const mostAtOnce = 20;

/** The documents that a request names, in its body or by `preUploadedPresentation`. */
export function documentsAskedIn({ documents, parameters }: AskedCall): AskedDocument[] {
  const url = parameters.get('preUploadedPresentation');
  const name = parameters.get('preUploadedPresentationName');
  return [...documents, ...(url === undefined ? [] : [{ url, name, isDownloadable: false }])];
}

/** A name is resolved when its document is loaded: a slow name server would keep other calls waiting for their turn. */
const resolveLater = () => Promise.reject(new TargetUnknown('it was not resolved yet'));

/** A client may send any address and any name. */
async function wasAdded(
  { db, documents }: BbbParts,
  { spaceId, roomId }: { spaceId: string; roomId: string },
  { url, name, isDownloadable }: AskedDocument,
): Promise<boolean> {
  if (url === undefined || url.length > 2000 || !URL.canParse(url)) return false;
  const shown = [...(name ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, 200).join('');
  const body = { url, isDownloadable, ...(shown !== '' && { name: shown }) };
  try {
    await addDocument({ ...documents, resolve: resolveLater }, db, {
      spaceId,
      roomId,
      createdBy: null,
      body,
    });
    return true;
  } catch (error) {
    // The meeting takes place without it.
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}

/** Adds documents to the room of a meeting; they are loaded afterwards. @returns how many could be added */
export async function addDocuments(
  parts: BbbParts,
  place: { spaceId: string; roomId: string },
  asked: readonly AskedDocument[],
): Promise<number> {
  let added = 0;
  for (const document of asked.slice(0, mostAtOnce)) {
    if (await wasAdded(parts, place, document)) added += 1;
  }
  return added;
}

export const insertDocumentCall = (parts: BbbParts): Call => ({
  methods: ['POST'],
  takesXml: true,
  run: async (asked) => {
    const { roomId } = await liveIn(parts, asked);
    const { spaceId } = asked;
    return (await addDocuments(parts, { spaceId, roomId }, documentsAskedIn(asked))) > 0
      ? []
      : fail('notImplemented');
  },
});
