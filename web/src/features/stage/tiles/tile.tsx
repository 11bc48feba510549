import {
  IconAntennaBars2,
  IconHandStop,
  IconMicrophoneOff,
  IconPin,
  IconPinFilled,
  IconPinnedOff,
  IconPlugConnectedX,
  IconScreenShare,
  IconStarFilled,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ComponentProps, type ComponentType, memo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { PlacedTile } from '../../../models/call/layout/arrange.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { useIsSpeaking } from '../call-context.ts';
import { useHandPosition } from '../people/use-hands.ts';
import { useMute } from '../people/use-mute.ts';
import { useQualityLabel } from '../people/use-quality-label.ts';
import { CameraPicture } from './camera-picture.tsx';
import css from './tile.module.css';
import { useStopped } from './use-stopped.ts';
import { useZoom, type ZoomHandle } from './use-zoom.ts';
import { Video } from './video.tsx';

type Props = {
  tile: Tile;
  role: PlacedTile['role'];
  isPinned: boolean;
  /** It can be enlarged further: a shared screen, a board in front of a camera. */
  isLarge: boolean;
  /** Called with the key of the tile to pin, undefined to unpin. */
  onPin: ((key: string | undefined) => void) | undefined;
};

export const TileView = memo(function TileView({ tile, role, isPinned, isLarge, onPin }: Props) {
  const text = useText('stage');
  const { person, kind } = tile;
  const name =
    kind === 'screen' ? text.screenOf(person.name) : person.isMe ? text.nameOfMe(person.name) : person.name;
  const isStopped = useStopped(person);
  const mayZoom = isLarge && !person.isMe && (kind === 'screen' || person.camera);
  const makeLarge = onPin && !isLarge && !person.isMe ? () => onPin(tile.key) : undefined;
  const zoom = useZoom({ isOn: mayZoom, makeLarge });
  const followsFingers = mayZoom || makeLarge !== undefined;
  return (
    <div className={css.tile} data-role={role} data-kind={kind}>
      <div
        ref={zoom.ref}
        className={css.pane}
        data-zoom={followsFingers || undefined}
        data-stopped={(kind === 'camera' && isStopped) || undefined}
        {...(followsFingers && zoom.handlers)}
      >
        <div className={css.scaled} style={zoom.style}>
          {kind === 'screen' ? <Video picture={person.screenPicture} whole /> : <Face person={person} />}
        </div>
      </div>
      {kind === 'camera' && <SpeakingRing person={person} />}
      <Row
        align="center"
        size="sm"
        className={css.plate}
        data-empty={(role === 'corner' && person.microphone) || undefined}
      >
        {kind === 'screen' && <IconScreenShare size={15} aria-hidden />}
        {kind === 'camera' && !person.microphone && (
          <IconMicrophoneOff className={css.mutedMark} size={15} role="img" aria-label={text.muted} />
        )}
        {role !== 'corner' && (
          <Text as="span" weight={500} truncate className={css.name} title={name}>
            {name}
          </Text>
        )}
        {kind === 'camera' && person.spotlitSince !== undefined && (
          <IconStarFilled size={13} role="img" aria-label={text.spotlit} />
        )}
        {isPinned && <IconPinFilled size={13} aria-hidden />}
      </Row>
      {kind === 'camera' && (
        <Row className={css.corner}>
          <HandMark person={person} />
          {isStopped ? (
            <Mark label={text.stopped} icon={IconPlugConnectedX} isLost />
          ) : (
            <QualityMark person={person} />
          )}
        </Row>
      )}
      <Row gap="xs" className={css.actions}>
        {mayZoom && <ZoomButtons zoom={zoom} name={name} />}
        {kind === 'camera' && role !== 'corner' && <MuteButton person={person} />}
        {onPin && (
          <Action
            label={isPinned ? text.unpin(name) : text.pin(name)}
            title={undefined}
            icon={isPinned ? IconPinnedOff : IconPin}
            aria-pressed={isPinned}
            onClick={() => onPin(isPinned ? undefined : tile.key)}
          />
        )}
      </Row>
    </div>
  );
});

/** The picture above the initials: without a picture the initials show, never a black box. */
function Face({ person }: { person: Person }) {
  return (
    <>
      <Grid center className={css.initialsGround} aria-hidden>
        <Avatar name={person.name} seed={person.id} size="clamp(36px, 34cqmin, 160px)" />
      </Grid>
      {person.camera && <CameraPicture person={person} />}
    </>
  );
}

function SpeakingRing({ person }: { person: Person }) {
  const isSpeaking = useIsSpeaking(person.id) && person.microphone;
  return <div className={css.ring} data-speaking={isSpeaking || undefined} aria-hidden />;
}

type Icon = ComponentType<{ size: number; role?: 'img'; 'aria-label'?: string; 'aria-hidden'?: boolean }>;
type ActionProps = ComponentProps<'button'> & { label: string; icon: Icon };

const Action = ({ label, icon: Icon, ...props }: ActionProps) => (
  <Grid as="button" type="button" center className={css.action} aria-label={label} title={label} {...props}>
    <Icon size={20} aria-hidden />
  </Grid>
);

/** Zoom with a mouse or a keyboard. */
function ZoomButtons({ zoom: { zoomBy, isZoomed }, name }: { zoom: ZoomHandle; name: string }) {
  const text = useText('stage');
  return (
    <>
      {isZoomed && <Action label={text.zoomOut(name)} icon={IconZoomOut} onClick={() => zoomBy(1 / 1.5)} />}
      <Action label={text.zoomIn(name)} icon={IconZoomIn} onClick={() => zoomBy(1.5)} />
    </>
  );
}

/** A moderator mutes the person. */
function MuteButton({ person }: { person: Person }) {
  const muting = useMute(person);
  return muting && <Action label={muting.label} icon={IconMicrophoneOff} onClick={muting.mute} />;
}

/** The raised hand with its rank. */
function HandMark({ person }: { person: Person }) {
  const text = useText('gestures');
  const place = useHandPosition(person.id);
  if (place === undefined) return null;
  const label = text.raised(place);
  return (
    <Row
      align="center"
      gap="xs"
      size="md"
      tabular
      className={css.hand}
      role="img"
      aria-label={label}
      title={label}
    >
      <IconHandStop size={16} aria-hidden />
      {place}
    </Row>
  );
}

type MarkProps = { label: string; icon: Icon; isLost: boolean };

/** Shows that something is wrong with the connection. */
const Mark = ({ label, icon: Icon, isLost }: MarkProps) => (
  <Grid center className={css.quality} data-lost={isLost || undefined} title={label}>
    <Icon size={18} role="img" aria-label={label} />
  </Grid>
);

function QualityMark({ person }: { person: Person }) {
  const label = useQualityLabel(person);
  return label && <Mark label={label} icon={IconAntennaBars2} isLost={person.quality === 'lost'} />;
}
