import { mostBoardBytes, mostElementBytes, mostElements } from '../../../contract/operations/board-limits.ts';
import { refuse, refuseField } from '../platform/errors.ts';
import type { Element } from './element.ts';
import type { DrawingOnBoard, ElementRow } from './elements.store.ts';

/** As Excalidraw decides between two states of an element. */
const isNewer = ({ version, versionNonce }: Element, stored: ElementRow): boolean =>
  version > stored.version || (version === stored.version && versionNonce < stored.nonce);

const isRepeated = ({ version, versionNonce }: Element, stored: ElementRow): boolean =>
  version === stored.version && versionNonce === stored.nonce;

/** The data of an element as they are stored; a deleted one keeps nothing that it looked like. */
const dataOf = (element: Element): string => {
  const { id, version, versionNonce, isDeleted = false } = element;
  return JSON.stringify(isDeleted ? { id, version, versionNonce, isDeleted } : { ...element, isDeleted });
};

export interface Reconciled {
  /** The states that are stored anew. */
  rows: ElementRow[];
  /** States that are stored already, because their message is repeated. */
  repeated: ElementRow[];
  /** Elements of which a newer state is stored. */
  stale: string[];
  elementCount: number;
  bytes: number;
  top: number;
}

function rowOf(
  element: Element,
  earlier: ElementRow | undefined,
  drawing: DrawingOnBoard,
): Omit<ElementRow, 'seq'> {
  const isDeleted = element.isDeleted ?? false;
  const data = dataOf(element);
  const bytes = isDeleted ? 0 : Buffer.byteLength(data);
  if (bytes > mostElementBytes) refuseField(`elements.${element.id}`, 'must have at most 64 KiB');
  const { id, version, versionNonce: nonce } = element;
  // A moderator who changes an element does not become its author.
  const authorId = earlier ? earlier.authorId : drawing.userId;
  return { id, version, nonce, authorId, isDeleted, bytes, data };
}

/**
 * Decides what the elements of a message change on a board. People change and delete their own elements, moderators all.
 * @throws Refusal 403 for an element of somebody else, 409 if the board would have too much
 */
export function reconcile(drawing: DrawingOnBoard, stored: ElementRow[], elements: Element[]): Reconciled {
  const known = new Map(stored.map((element) => [element.id, element]));
  const result: Reconciled = {
    ...{ rows: [], repeated: [], stale: [] },
    ...{ elementCount: drawing.elementCount, bytes: drawing.bytes, top: drawing.top },
  };
  for (const element of elements) {
    const earlier = known.get(element.id);
    if (earlier && earlier.authorId !== drawing.userId && drawing.role !== 'moderator')
      refuse('foreign_element');
    if (earlier && isRepeated(element, earlier)) result.repeated.push(earlier);
    else if (earlier && !isNewer(element, earlier)) result.stale.push(element.id);
    else {
      result.top += 1;
      const row = { ...rowOf(element, earlier, drawing), seq: result.top };
      result.elementCount += Number(!row.isDeleted) - Number(earlier ? !earlier.isDeleted : false);
      result.bytes += row.bytes - (earlier?.bytes ?? 0);
      result.rows.push(row);
      known.set(element.id, row);
    }
  }
  const isTooMuch = result.elementCount > mostElements || result.bytes > mostBoardBytes;
  // A change that makes a full board smaller is accepted.
  if (isTooMuch && (result.elementCount > drawing.elementCount || result.bytes > drawing.bytes))
    refuse('board_full');
  return result;
}
