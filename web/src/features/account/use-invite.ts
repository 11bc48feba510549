import type { Answer } from '../../../../contract/routes.ts';
import { useApi } from '../../panel/context.ts';
import { type Loaded, useLoaded } from '../../panel/loading/use-loaded.ts';

export type Invite = Answer<'getInvite'>;
export type InvitePlace = { spaceId: string; inviteId: string };

/** An invitation, which anybody who knows its id may read; null without a place. */
export function useInvite(place: InvitePlace | undefined): Loaded<Invite | null> {
  const api = useApi();
  return useLoaded<Invite | null>({
    key: ['invite', place?.inviteId],
    load: async () => (place ? api.getInvite(place) : null),
  });
}
