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
import { memo } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { PlacedTile } from '../../../models/call/layout/arrange.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import type { Person } from '../../../models/call/people/people.ts';
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
      <div className={css.plate} data-empty={(role === 'corner' && person.microphone) || undefined}>
        {kind === 'screen' && <IconScreenShare size={15} aria-hidden />}
        {kind === 'camera' && !person.microphone && (
          <IconMicrophoneOff className={css.mutedMark} size={15} role="img" aria-label={text.muted} />
        )}
        {role !== 'corner' && (
          <span className={css.name} title={name}>
            {name}
          </span>
        )}
        {kind === 'camera' && person.spotlitSince !== undefined && (
          <IconStarFilled size={13} role="img" aria-label={text.spotlit} />
        )}
        {isPinned && <IconPinFilled size={13} aria-hidden />}
      </div>
      {kind === 'camera' && (
        <div className={css.corner}>
          <HandMark person={person} />
          {isStopped ? <StoppedMark /> : <QualityMark person={person} />}
        </div>
      )}
      <div className={css.actions}>
        {mayZoom && <ZoomButtons zoom={zoom} name={name} />}
        {kind === 'camera' && role !== 'corner' && <MuteButton person={person} />}
        {onPin && (
          <button
            type="button"
            className={css.action}
            aria-pressed={isPinned}
            aria-label={isPinned ? text.unpin(name) : text.pin(name)}
            onClick={() => onPin(isPinned ? undefined : tile.key)}
          >
            {isPinned ? <IconPinnedOff size={20} aria-hidden /> : <IconPin size={20} aria-hidden />}
          </button>
        )}
      </div>
    </div>
  );
});

/** The picture above the initials: without a picture the initials show, never a black box. */
function Face({ person }: { person: Person }) {
  return (
    <>
      <div className={css.initialsGround} aria-hidden>
        <Avatar name={person.name} seed={person.id} size="clamp(36px, 34cqmin, 160px)" />
      </div>
      {person.camera && <CameraPicture person={person} />}
    </>
  );
}

function SpeakingRing({ person }: { person: Person }) {
  const isSpeaking = useIsSpeaking(person.id) && person.microphone;
  return <div className={css.ring} data-speaking={isSpeaking || undefined} aria-hidden />;
}

/** Zoom with a mouse or a keyboard. */
function ZoomButtons({ zoom: { zoomBy, isZoomed }, name }: { zoom: ZoomHandle; name: string }) {
  const text = useText('stage');
  const button = (label: string, factor: number, Icon: typeof IconZoomIn) => (
    <button
      type="button"
      className={css.action}
      aria-label={label}
      title={label}
      onClick={() => zoomBy(factor)}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
  return (
    <>
      {isZoomed && button(text.zoomOut(name), 1 / 1.5, IconZoomOut)}
      {button(text.zoomIn(name), 1.5, IconZoomIn)}
    </>
  );
}

/** A moderator mutes the person. */
function MuteButton({ person }: { person: Person }) {
  const muting = useMute(person);
  if (!muting) return null;
  const { label, mute } = muting;
  return (
    <button type="button" className={css.action} aria-label={label} title={label} onClick={mute}>
      <IconMicrophoneOff size={20} aria-hidden />
    </button>
  );
}

/** The raised hand with its rank. */
function HandMark({ person }: { person: Person }) {
  const text = useText('gestures');
  const place = useHandPosition(person.id);
  if (place === undefined) return null;
  return (
    <div className={css.hand} role="img" aria-label={text.raised(place)} title={text.raised(place)}>
      <IconHandStop size={16} aria-hidden />
      {place}
    </div>
  );
}

/** Nothing has arrived for some seconds, although camera or microphone are on. */
function StoppedMark() {
  const text = useText('stage');
  return (
    <div className={css.quality} data-lost title={text.stopped}>
      <IconPlugConnectedX size={18} role="img" aria-label={text.stopped} />
    </div>
  );
}

function QualityMark({ person }: { person: Person }) {
  const label = useQualityLabel(person);
  if (label === undefined) return null;
  return (
    <div className={css.quality} data-lost={person.quality === 'lost' || undefined} title={label}>
      <IconAntennaBars2 size={18} role="img" aria-label={label} />
    </div>
  );
}
