import { keepVisit } from '../models/visit/address.ts';
import { type GoOptions, navigate } from '../routing/navigation.ts';

/** Shows another page of the room without loading a document, and keeps the link for it. */
export function showRoomPage(to: string, options?: GoOptions): void {
  navigate(to, options);
  keepVisit();
}
