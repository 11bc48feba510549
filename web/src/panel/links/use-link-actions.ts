import { useText } from '../../i18n/language.ts';
import { plainName } from '../../kit/plain-name.ts';
import type { Question } from '../../ui/form/confirm.tsx';
import { useApi } from '../context.ts';
import type { Request } from '../use-request.ts';
import { type AccessLink, placeOf, type SharedRoom } from './shared-room.ts';

type ReturnTo = Question['returnTo'];
type Parts = {
  room: SharedRoom;
  act: Request['act'];
  ask: (question: Question) => void;
  onDone: () => void;
};

export type LinkActions = {
  revoke: (link: AccessLink, returnTo: ReturnTo) => void;
  release: (link: AccessLink, returnTo: ReturnTo) => void;
  /** All links of this person, by their external id. */
  revokePerson: (link: AccessLink, returnTo: ReturnTo) => void;
};

/** The actions on a link; each asks first and names the person. */
export function useLinkActions({ room, act, ask, onDone }: Parts): LinkActions {
  const text = useText('links');
  const api = useApi();
  const place = placeOf(room);
  return {
    revoke: (link, returnTo) =>
      ask({
        title: text.revokeTitle(plainName(link.username)),
        text: text.of[room.kind].revokeText,
        yes: text.revoke,
        act: () => void act(() => api.revokeAccessLink({ ...place, linkId: link.id })).then(onDone),
        returnTo,
      }),
    revokePerson: ({ username, externalUserId }, returnTo) => {
      if (externalUserId === null) return;
      const query = { externalUserId };
      ask({
        title: text.revokePersonTitle(plainName(username)),
        text: text.of[room.kind].revokeText,
        yes: text.revokePersonYes,
        act: () => void act(() => api.revokeAccessLinksOfPerson({ ...place, query })).then(onDone),
        returnTo,
      });
    },
    release: (link, returnTo) =>
      ask({
        title: text.releaseTitle(plainName(link.username)),
        text: text.releaseText,
        yes: text.releaseYes,
        isSafe: true,
        act: () => void act(() => api.releaseAccessLink({ ...place, linkId: link.id })).then(onDone),
        returnTo,
      }),
  };
}
