import type { Answer } from '../../../../contract/routes.ts';

export type AccessLink = Answer<'listAccessLinks'>['items'][number];
export type AccessLinkDetails = Answer<'getAccessLink'>;
export type LinkStatus = AccessLink['status'];

/** A room or an automatic webinar that people enter by links (docs/decisions/0059). */
export type SharedRoom = {
  kind: 'room' | 'playback';
  id: string;
  spaceId: string;
  name: string;
  alias: string;
  /** Can be dictated instead of the alias. */
  code: string;
  isPublic: boolean;
};

/** The path parameters of its links. */
export const placeOf = ({ spaceId, id }: SharedRoom) => ({ spaceId, roomId: id });
