import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { checkElements } from './check-elements.ts';
import type { Element } from './element.ts';
import {
  type DrawingOnBoard,
  type DrawingPersonKey,
  type ElementRow,
  findDrawing,
  findElements,
  forgetDeleted,
  lockBoard,
  lockDrawer,
  saveElements,
} from './elements.store.ts';
import type { BoardParts } from './parts.ts';
import { publishToReaders } from './publish.ts';
import { reconcile } from './reconcile.ts';

/** Deleted elements that a board remembers for readers who know them. */
const mostDeleted = 1_000;

/** @throws Refusal if they may not draw on the board now; a board that they do not see is not found */
export function requireDrawing(drawing: DrawingOnBoard | undefined): DrawingOnBoard {
  // They may be on their way back to the call.
  if (!drawing) return refuse('participant_not_in_call');
  if (!drawing.maySee) return refuse('not_found');
  if (!drawing.mayDrawOn) refuse('drawing_off');
  if (drawing.isLocked && drawing.role !== 'moderator') refuse('board_locked');
  return drawing;
}

const shown = ({ data, authorId }: ElementRow) => ({ ...JSON.parse(data), authorId });

/** The event of the last change of a board, with rows of consecutive numbers; without rows it says how far the board is. */
const eventOf = (boardId: string, seq: number, rows: ElementRow[]) => {
  const payload = { boardId, since: seq - rows.length, seq, elements: rows.map(shown) };
  return { event: 'board', payload };
};

/**
 * Stores elements that a person finished, changed or deleted, and publishes them. The right is asked behind the lock of
 * the board, so that nothing is accepted after it was withdrawn.
 * @returns the number of the board's last change, and the elements of which a newer state is stored
 */
export async function draw(
  parts: BoardParts,
  db: Db,
  { elements, ...acting }: DrawingPersonKey & { elements: Element[] },
): Promise<{ seq: number; stale: string[] }> {
  checkElements(elements);
  return inTransaction(db, async (trx) => {
    const { boardId } = acting;
    if (!(await lockDrawer(trx, acting)) || !(await lockBoard(trx, boardId))) refuse('not_found');
    const drawing = requireDrawing(await findDrawing(trx, acting));
    const stored = await findElements(
      trx,
      boardId,
      elements.map(({ id }) => id),
    );
    const { rows, isRepeated, stale, ...figures } = reconcile(drawing, stored, elements);
    const { top: seq } = figures;
    if (rows.length > 0) await saveElements(trx, boardId, { rows, ...figures });
    if (rows.some(({ isDeleted }) => isDeleted)) await forgetDeleted(trx, boardId, mostDeleted);
    // A node that stored the same elements may have died before it published them: who misses them reads.
    if (rows.length > 0 || isRepeated)
      await publishToReaders(parts, trx, { place: drawing, events: [eventOf(boardId, seq, rows)] });
    return { seq, stale };
  });
}
