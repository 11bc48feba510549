/** The part of an element that the model reads; the editor and the renderer know the rest. */
export type BoardElement = Readonly<{
  id: string;
  version: number;
  versionNonce: number;
  isDeleted: boolean;
  [field: string]: unknown;
}>;

/** A board as the page knows it: the number of its last change, and its elements in the order of their last change. */
export type KnownBoard = Readonly<{ seq: number; elements: ReadonlyMap<string, BoardElement> }>;

/** Changes of a board after `since`, up to `seq`. */
export type BoardChange = { since: number; seq: number; elements: readonly BoardElement[] };

export const emptyBoard: KnownBoard = { seq: 0, elements: new Map() };

/** As the server decides between two states of an element. */
export const isNewer = (one: BoardElement, other: BoardElement): boolean =>
  one.version > other.version || (one.version === other.version && one.versionNonce < other.versionNonce);

/** The elements with those of a change; deleted ones are gone. */
export function withElements(
  elements: ReadonlyMap<string, BoardElement>,
  changed: readonly BoardElement[],
): ReadonlyMap<string, BoardElement> {
  const next = new Map(elements);
  for (const element of changed) {
    next.delete(element.id);
    if (!element.isDeleted) next.set(element.id, element);
  }
  return next;
}

/** The board after a change; the same board if the change is known already, or if one before it is missing. */
export const withChange = (board: KnownBoard, { since, seq, elements }: BoardChange): KnownBoard =>
  since === board.seq && seq > since ? { seq, elements: withElements(board.elements, elements) } : board;

/** An element of a message; undefined for an unknown form. */
function elementIn(value: unknown): BoardElement | undefined {
  const { id, version, versionNonce, isDeleted } = Object(value) as Record<string, unknown>;
  const isElement = typeof id === 'string' && typeof version === 'number' && typeof versionNonce === 'number';
  if (!isElement) return undefined;
  return { ...(value as object), id, version, versionNonce, isDeleted: isDeleted === true };
}

export const elementsIn = (value: unknown): BoardElement[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => elementIn(one) ?? []);
