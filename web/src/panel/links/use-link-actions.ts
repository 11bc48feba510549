import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import { useApi } from '../context.ts';
import { type ReturnTo, useConfirmed } from '../use-confirmed.tsx';
import { type AccessLink, placeOf, type SharedRoom } from './shared-room.ts';

export type LinkActions = ReturnType<typeof useLinkActions>;

/** The actions on a link; each asks first and names the person. */
export function useLinkActions(room: SharedRoom, onEnd: () => void) {
  const text = useText('links');
  const api = useApi();
  const { confirm, shown } = useConfirmed();
  const place = placeOf(room);
  return {
    shown,
    revoke: ({ id: linkId, username }: AccessLink, returnTo: ReturnTo) =>
      confirm({
        title: text.revokeTitle(plainName(username)),
        text: text.of[room.kind].revokeText,
        yes: text.revoke,
        send: () => api.revokeAccessLink({ ...place, linkId }),
        ...{ onEnd, returnTo },
      }),
    /** All links of this person, by their external id. */
    revokePerson: ({ username, externalUserId }: AccessLink, returnTo: ReturnTo) => {
      if (externalUserId === null) return;
      confirm({
        title: text.revokePersonTitle(plainName(username)),
        text: text.of[room.kind].revokeText,
        yes: text.revokePersonYes,
        send: () => api.revokeAccessLinksOfPerson({ ...place, query: { externalUserId } }),
        ...{ onEnd, returnTo },
      });
    },
    release: ({ id: linkId, username }: AccessLink, returnTo: ReturnTo) =>
      confirm({
        title: text.releaseTitle(plainName(username)),
        text: text.releaseText,
        yes: text.releaseYes,
        isSafe: true,
        send: () => api.releaseAccessLink({ ...place, linkId }),
        ...{ onEnd, returnTo },
      }),
  };
}
