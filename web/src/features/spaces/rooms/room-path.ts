import { pages } from '../../../../../contract/pages.ts';
import { pathTo } from '../../../routing/pattern.ts';
import type { Room } from '../model/types.ts';

/** The address of the room's entry page, which is loaded as a new document. */
export const roomPathOf = ({ alias }: Room): string => pathTo(pages.room, { alias });

/** The full address, for sharing. */
export const addressOf = (room: Room): string => `${window.location.origin}${roomPathOf(room)}`;
