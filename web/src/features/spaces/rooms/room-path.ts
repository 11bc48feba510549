import { pages } from '../../../../../contract/pages.ts';
import { pathTo } from '../../../routing/pattern.ts';
import type { Room } from '../model/types.ts';

/** Where one enters. Not a page of the panel: a room is loaded anew, as for whoever comes by its link. */
export const roomPathOf = ({ alias }: Room): string => pathTo(pages.room, { alias });

/** What is handed on. */
export const addressOf = (room: Room): string => `${window.location.origin}${roomPathOf(room)}`;
