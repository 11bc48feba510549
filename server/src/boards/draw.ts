import { type Db, inTransaction } from '../platform/db/db.ts';
import { refuse } from '../platform/errors.ts';
import { checkElements } from './check-elements.ts';
import type { Element } from './element.ts';
import {
  type Acting,
  type DrawingOnBoard,
  type ElementRow,
  findDrawing,
  findElements,
  forgetDeleted,
  lockBoard,
  saveElements,
} from './elements.store.ts';
import type { BoardParts } from './parts.ts';
import { publishToReaders } from './publish.ts';
import { reconcile } from './reconcile.ts';

/** Deleted elements that a board remembers for readers who know them. */
const mostDeleted = 1_000;

/** @throws Refusal if they may not draw on the board now; a board that they do not see is not found */
export function requireDrawing(drawing: DrawingOnBoard | undefined): DrawingOnBoard {
  if (!drawing?.maySee) return refuse('not_found');
  if (!drawing.mayDrawOn) refuse('drawing_off');
  if (drawing.isLocked && drawing.role !== 'moderator') refuse('board_locked');
  return drawing;
}

const shown = ({ data, authorId }: ElementRow) => ({ ...JSON.parse(data), authorId });

/** The events of rows with consecutive numbers. */
const eventOf = (boardId: string, rows: ElementRow[]) => {
  const seq = rows.at(-1)?.seq ?? 0;
  const payload = { boardId, since: (rows[0]?.seq ?? 0) - 1, seq, elements: rows.map(shown) };
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
  { elements, ...acting }: Acting & { elements: Element[] },
): Promise<{ seq: number; stale: string[] }> {
  checkElements(elements);
  return inTransaction(db, async (trx) => {
    const { boardId } = acting;
    if (!(await lockBoard(trx, boardId))) refuse('not_found');
    const drawing = requireDrawing(await findDrawing(trx, acting));
    const stored = await findElements(
      trx,
      boardId,
      elements.map(({ id }) => id),
    );
    const { rows, repeated, stale, ...figures } = reconcile(drawing, stored, elements);
    // A node that stored the same elements may have died before it published them.
    const events = repeated.map((row) => eventOf(boardId, [row]));
    if (rows.length > 0) {
      await saveElements(trx, boardId, { rows, ...figures });
      events.push(eventOf(boardId, rows));
    }
    if (rows.some(({ isDeleted }) => isDeleted)) await forgetDeleted(trx, boardId, mostDeleted);
    if (events.length > 0) await publishToReaders(parts, trx, { place: drawing, events });
    return { seq: figures.top, stale };
  });
}
