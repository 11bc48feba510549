import type { Answer } from '../../../../contract/routes.ts';
import { ownParticipantOf } from '../../participants/participants.ts';
import { timestampOrNull } from '../../platform/clock.ts';
import { refuse } from '../../platform/errors.ts';
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts';
import { addressOfPage } from '../../platform/web-address.ts';
import { versionOf } from '../../spaces/spaces.ts';
import { meetingOfParticipant, type OwnMeeting } from './own.store.ts';
import { runsOf } from './welcome.ts';

type Shown = NonNullable<Answer<'getOwnMeeting'>['meeting']>;

/** Where our copies of the logos of meetings are served. */
export const meetingLogosPath = '/bbb-logo';

const addressOfLogo = (webUrl: URL, id: string, logo: string): string =>
  addressOfPage(webUrl, `${meetingLogosPath}/${encodeURIComponent(id)}/${versionOf(logo)}`);

function present(webUrl: URL, meeting: OwnMeeting, isModerator: boolean): Shown {
  const { settings } = meeting;
  const values = {
    '%%CONFNAME%%': meeting.name,
    '%%DIALNUM%%': settings.dialNumber,
    '%%CONFNUM%%': settings.voiceBridge,
  };
  const shown = (html: string | null | undefined) => {
    const runs = runsOf(html ?? '', values);
    return runs.length > 0 ? runs : null;
  };
  return {
    endsAt: timestampOrNull(meeting.endsAt),
    welcome: shown(settings.welcome),
    moderatorMessage: isModerator ? shown(settings.moderatorMessage) : null,
    bannerText: settings.bannerText ?? null,
    bannerColor: settings.bannerColor ?? null,
    logoUrl: settings.logo == null ? null : addressOfLogo(webUrl, meeting.id, settings.logo),
    logoutUrl: meeting.ownLogoutUrl ?? settings.logoutUrl,
    loginUrl: settings.loginUrl ?? null,
  };
}

/** The operation by which the page of a person in a meeting reads what it shows. */
export const ownMeetingEndpoints = ({ webUrl }: { webUrl: URL }): Endpoint[] => [
  endpoint('getOwnMeeting', {
    access: ownParticipantOf,
    handle: async ({ db, access: { id, role, admission } }) => {
      if (admission === 'waiting') refuse('forbidden');
      const meeting = await meetingOfParticipant(db, id);
      return { meeting: meeting ? present(webUrl, meeting, role === 'moderator') : null };
    },
  }),
];
