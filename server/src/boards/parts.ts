import type { ChatParts } from '../chat/chat.ts';
import type { RowOf } from '../platform/db/tables.ts';

export type BoardParts = Pick<ChatParts, 'socket'>;

type Row = RowOf<'boards'>;

export interface Board
  extends Pick<
    Row,
    'id' | 'roomId' | 'name' | 'documentId' | 'page' | 'isLocked' | 'elementCount' | 'createdAt'
  > {
  kind: 'shared' | 'personal' | 'page';
  /** The chat user to whom a personal board belongs. */
  ownerId: string | null;
}
