import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBrowser,
  IconBrowserOff,
  IconCheck,
  IconClockOff,
  IconCloudOff,
  IconDoor,
  IconDoorExit,
  IconLinkOff,
  IconPlugConnectedX,
  IconRefresh,
  IconUserOff,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { pages } from '../../../../contract/pages.ts';
import { useText } from '../../i18n/language.ts';
import { useBlockedSocket } from '../../room/use-blocked-socket.ts';
import { StatePage } from '../../ui/page/state-page.tsx';

/** All ends of a visit, each with its own page. */
export type Outcome =
  | 'link_used'
  | 'webinar_link_used'
  | 'link_expired'
  | 'link_revoked'
  | 'link_unknown'
  | 'not_found'
  | 'removed'
  | 'removedFromWebinar'
  | 'refused'
  | 'closed'
  | 'full'
  | 'callFull'
  | 'stopped'
  | 'away'
  | 'ended'
  | 'left'
  | 'reloaded'
  | 'duplicate'
  | 'failed'
  | 'unsupported'
  | 'stuck'
  | 'nowhere';

type Action = 'retry' | 'askAgain' | 'rejoin' | 'here' | 'reload' | 'home';

type Look = {
  icon: ComponentType<{ size: number; stroke: number }>;
  tone: 'calm' | 'warning';
  action?: Action;
};

const looks: Record<Outcome, Look> = {
  // The page reads the room again itself.
  link_used: { icon: IconLinkOff, tone: 'warning' },
  webinar_link_used: { icon: IconLinkOff, tone: 'warning' },
  link_expired: { icon: IconClockOff, tone: 'warning' },
  link_revoked: { icon: IconLinkOff, tone: 'warning' },
  link_unknown: { icon: IconLinkOff, tone: 'warning' },
  not_found: { icon: IconDoor, tone: 'calm', action: 'retry' },
  removed: { icon: IconUserOff, tone: 'warning' },
  removedFromWebinar: { icon: IconUserOff, tone: 'warning' },
  refused: { icon: IconDoor, tone: 'calm' },
  closed: { icon: IconClockOff, tone: 'calm', action: 'retry' },
  full: { icon: IconClockOff, tone: 'calm', action: 'retry' },
  callFull: { icon: IconClockOff, tone: 'calm', action: 'retry' },
  stopped: { icon: IconDoorExit, tone: 'calm', action: 'askAgain' },
  away: { icon: IconCloudOff, tone: 'warning', action: 'retry' },
  ended: { icon: IconCheck, tone: 'calm', action: 'rejoin' },
  left: { icon: IconDoorExit, tone: 'calm', action: 'rejoin' },
  reloaded: { icon: IconRefresh, tone: 'calm', action: 'rejoin' },
  duplicate: { icon: IconBrowser, tone: 'calm', action: 'here' },
  failed: { icon: IconPlugConnectedX, tone: 'warning', action: 'retry' },
  unsupported: { icon: IconBrowserOff, tone: 'warning' },
  stuck: { icon: IconAlertTriangle, tone: 'warning', action: 'reload' },
  nowhere: { icon: IconDoor, tone: 'calm', action: 'home' },
};

/** The way into a call for somebody whose link was used in another browser. */
export type DeviceRequest = {
  isAsking: boolean;
  /** Whether a moderator in the call sees the request; undefined until the server has answered. */
  isHeard: boolean | undefined;
  ask: () => void;
};

export type OutcomePageProps = {
  outcome: Outcome;
  onAgain: () => void;
  /** The room is public and can be entered without the refused link. */
  onAsGuest?: (() => void) | undefined;
  device?: DeviceRequest | undefined;
  /** Shows the entry page, where the person may change their devices first. */
  onSetUp?: (() => void) | undefined;
  /** Offers a sign-in if an account may give access. */
  signInHref?: string | undefined;
  /** The room or webinar, where it is known. */
  roomName?: string | undefined;
  /** The page of the room in the panel, for people who lead it. */
  roomHref?: string | undefined;
  /** The report of the call, for people who may read it. */
  report?: PageLinkProps | undefined;
  /** The room takes nobody any more: there is no way back. */
  isClosed?: boolean | undefined;
  /** The recording of the call, for people who may watch it. Until it is ready, the page says that it is being made. */
  watching?: (PageLinkProps & { isReady: boolean }) | undefined;
};

type PageLinkProps = {
  href: string;
  /** Shows the page without loading a document. */
  onShow?: ((href: string) => void) | undefined;
};

/** Explains why the visit ended or was refused, and offers the next step. */
export function OutcomePage({ outcome, onAgain, onAsGuest, onSetUp, signInHref, ...rest }: OutcomePageProps) {
  const { roomName, roomHref, report, watching, isClosed, device } = rest;
  const text = useText('outcome');
  const blocked = useBlockedSocket(outcome === 'failed');
  const { icon: Icon, tone, action: usual } = looks[outcome];
  const action = isClosed ? undefined : usual;
  return (
    <StatePage
      icon={Icon}
      title={text[`${outcome}Title`]}
      tone={tone}
      subject={roomName}
      actions={
        (action || device || onAsGuest || signInHref || roomHref || report || watching?.isReady) && (
          <>
            {signInHref && (
              <Button size="md" component="a" href={signInHref}>
                {text.signIn}
              </Button>
            )}
            {watching?.isReady && (
              <PageLink {...watching} variant="filled">
                {text.watch}
              </PageLink>
            )}
            {device && <AskButton {...device} />}
            {onAsGuest && (
              <Button size="md" variant={device ? 'default' : 'filled'} onClick={onAsGuest}>
                {text.asGuest}
              </Button>
            )}
            {outcome === 'not_found' && (
              <Button size="md" variant="default" component="a" href={pages.home}>
                {text.enterCode}
              </Button>
            )}
            {action && (
              <Button
                size="md"
                variant={onAsGuest || signInHref || watching?.isReady ? 'default' : 'filled'}
                onClick={onAgain}
              >
                {text[action]}
              </Button>
            )}
            {onSetUp && (
              <Button size="md" variant="default" onClick={onSetUp}>
                {text.setUp}
              </Button>
            )}
            {outcome === 'failed' && <PanelLink href={pages.diagnostics}>{text.diagnose}</PanelLink>}
            {report && <PageLink {...report}>{text.report}</PageLink>}
            {roomHref && <PanelLink href={roomHref}>{text.roomPage}</PanelLink>}
          </>
        )
      }
    >
      <p>{text[`${outcome}Text`]}</p>
      <p role="status">
        {blocked}
        {device?.isAsking &&
          device.isHeard !== undefined &&
          text[device.isHeard ? 'askingHere' : 'askingNobody']}
        {watching && (watching.isReady ? text.recordingReady : text.recordingSoon)}
      </p>
    </StatePage>
  );
}

/** Stays while it asks: it has the focus. */
function AskButton({ isAsking, ask }: Pick<DeviceRequest, 'isAsking' | 'ask'>) {
  const text = useText('outcome');
  return (
    <Button size="md" aria-disabled={isAsking} data-disabled={isAsking || undefined} onClick={ask}>
      {isAsking ? text.asking : text.askHere}
    </Button>
  );
}

type PanelLinkProps = { href: string; variant?: 'default' | 'filled'; children: string };

function PageLink({ onShow, ...link }: PageLinkProps & PanelLinkProps) {
  if (!onShow) return <PanelLink {...link} />;
  const { href, variant = 'default', children } = link;
  return (
    <Button
      size="md"
      variant={variant}
      component="a"
      href={href}
      onClick={(event) => {
        event.preventDefault();
        onShow(href);
      }}
    >
      {children}
    </Button>
  );
}

/** A page in a frame would show the panel in the small frame. */
const PanelLink = ({ href, variant = 'default', children }: PanelLinkProps) => (
  <Button
    size="md"
    variant={variant}
    component="a"
    href={href}
    target={window.parent === window ? undefined : '_blank'}
  >
    {children}
  </Button>
);
