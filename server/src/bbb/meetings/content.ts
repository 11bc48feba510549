import { addDocument } from '../../documents/documents.ts';
import type { Db } from '../../platform/db/db.ts';
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
export function documentsAskedIn({ documents, parameters }: AskedCall): readonly AskedDocument[] {
  const url = parameters.get('preUploadedPresentation');
  if (url === undefined) return documents;
  const name = parameters.get('preUploadedPresentationName');
  return [...documents, { url, name, fileName: name, isDownloadable: false, isCurrent: false }];
}

/** A name is resolved when its document is loaded: a slow name server would keep other calls waiting for their turn. */
const resolveLater = () => Promise.reject(new TargetUnknown('it was not resolved yet'));

/** Where a document comes from; undefined: the client sent neither an address nor a file. */
function sourceIn({ url, base64, fileName, name }: AskedDocument) {
  if (url !== undefined) return url.length <= 2000 && URL.canParse(url) ? { body: { url } } : undefined;
  const written = (base64 ?? '').replace(/\s+/g, '');
  if (written === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(written)) return undefined;
  const content = Buffer.from(written, 'base64');
  return content.length > 0 ? { body: {}, sent: { content, fileName: fileName ?? name ?? '' } } : undefined;
}

interface Adding {
  spaceId: string;
  roomId: string;
  isShownWhenReady: boolean;
}

/** A client may send any address, any name and any content. */
async function wasAdded(
  { documents }: BbbParts,
  db: Db,
  { document, ...place }: Adding & { document: AskedDocument },
): Promise<boolean> {
  const source = sourceIn(document);
  if (!source) return false;
  const { name, isDownloadable } = document;
  const shown = [...(name ?? '').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, 200).join('');
  const body = { ...source.body, isDownloadable, ...(shown !== '' && { name: shown }) };
  try {
    await addDocument({ ...documents, resolve: resolveLater }, db, {
      ...{ ...place, createdBy: null, body, ...('sent' in source && { sent: source.sent }) },
    });
    return true;
  } catch (error) {
    // The meeting takes place without it.
    if (error instanceof Refusal && error.status < 500) return false;
    throw error;
  }
}

interface AskedInRoom {
  spaceId: string;
  roomId: string;
  asked: readonly AskedDocument[];
  /** Whether the first one is shown if none is marked as the current one. */
  isFirstShown: boolean;
}

/** Adds documents to the room of a meeting; they are loaded afterwards. @returns how many could be added */
export async function addDocuments(
  parts: BbbParts,
  db: Db,
  { asked, isFirstShown, ...place }: AskedInRoom,
): Promise<number> {
  const current = asked.find(({ isCurrent }) => isCurrent) ?? (isFirstShown ? asked[0] : undefined);
  let added = 0;
  for (const document of asked.slice(0, mostAtOnce)) {
    if (await wasAdded(parts, db, { ...place, document, isShownWhenReady: document === current })) added += 1;
  }
  return added;
}

export const insertDocumentCall = (parts: BbbParts): Call => ({
  methods: ['POST'],
  takesXml: true,
  run: async (call) => {
    const { roomId } = await liveIn(parts, call);
    const { spaceId } = call;
    const asked = documentsAskedIn(call);
    return (await addDocuments(parts, parts.db, { spaceId, roomId, asked, isFirstShown: false })) > 0
      ? []
      : fail('notImplemented');
  },
});
