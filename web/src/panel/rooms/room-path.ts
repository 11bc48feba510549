import { pages } from '../../../../contract/pages.ts';
import { pathTo } from '../../routing/pattern.ts';

type Addressed = { alias: string };

/** The address of the entry page of a room or an automatic webinar, which is loaded as a new document. */
export const roomPathOf = ({ alias }: Addressed): string => pathTo(pages.room, { alias });

/** The full address, for sharing. */
export const addressOf = (room: Addressed): string => `${window.location.origin}${roomPathOf(room)}`;
