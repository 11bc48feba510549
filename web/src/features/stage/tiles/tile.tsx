import { VisuallyHidden } from '@mantine/core';
import {
  IconHandStop,
  IconMicrophoneOff,
  IconPin,
  IconPinFilled,
  IconPinnedOff,
  IconPlayerPauseFilled,
  IconPlugConnectedX,
  IconScreenShare,
  IconStarFilled,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ComponentProps, type CSSProperties, memo, type ReactNode, useCallback, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { PlacedTile } from '../../../models/call/layout/arrange.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import type { Person } from '../../../models/call/people/people.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Grid, Row, Text } from '../../../ui/layout/layout.tsx';
import { Avatar } from '../../../ui/parts/initials-avatar.tsx';
import { useIsSpeaking } from '../call-context.ts';
import { PersonMenu } from '../people/person-menu.tsx';
import { useHandPosition } from '../people/use-hands.ts';
import { useMute } from '../people/use-mute.ts';
import { useQualityLabel } from '../people/use-quality-label.ts';
import { CameraPicture } from './camera-picture.tsx';
import { HideOwnItem } from './hide-own-item.tsx';
import { QualityBars } from './quality-bars.tsx';
import css from './tile.module.css';
import { TileAction } from './tile-action.tsx';
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
  /** Called with the key of a camera's tile and the shape of its picture. */
  onShape: ((key: string, shape: number | undefined) => void) | undefined;
  /** The person's menu is on the tile: undefined in a window that has no place for it. */
  onAsk: ((question: Question) => void) | undefined;
  /** The own tile may be hidden: there are others. */
  mayHideOwn: boolean;
};

export const TileView = memo(function TileView(props: Props) {
  const { tile, role, isPinned, isLarge, mayHideOwn, onAsk, onShape } = props;
  const text = useText('stage');
  const tiles = useText('tiles');
  const { person, kind, key } = tile;
  const [screenShape, setScreenShape] = useState<number>();
  const isScreenShown = screenShape !== undefined;
  const isPaused = kind === 'screen' && person.isScreenPaused;
  const isLoading = kind === 'screen' && !isScreenShown && !isPaused;
  const onPin = isLoading ? undefined : props.onPin;
  const tellShape = useCallback((shape: number | undefined) => onShape?.(key, shape), [onShape, key]);
  const name =
    kind === 'screen' ? text.screenOf(person.name) : person.isMe ? text.nameOfMe(person.name) : person.name;
  const isStopped = useStopped(person);
  const mayZoom = isLarge && !person.isMe && (kind === 'screen' ? isScreenShown && !isPaused : person.camera);
  const makeLarge = onPin && !isLarge && !person.isMe ? () => onPin(key) : undefined;
  const zoom = useZoom({ isOn: mayZoom, makeLarge });
  const followsFingers = mayZoom || makeLarge !== undefined;
  return (
    <div
      className={css.tile}
      data-kind={kind}
      data-bars={(isScreenShown && !zoom.isZoomed) || undefined}
      style={{ '--shape': screenShape } as CSSProperties}
    >
      <div
        ref={zoom.ref}
        className={css.pane}
        data-zoom={followsFingers || undefined}
        data-stopped={(kind === 'camera' && isStopped) || undefined}
        {...(followsFingers && zoom.handlers)}
      >
        <div className={css.scaled} style={zoom.style}>
          {kind === 'screen' ? (
            !isPaused && <Video picture={person.screenPicture} whole onShape={setScreenShape} />
          ) : (
            <Face person={person} onShape={tellShape} />
          )}
        </div>
      </div>
      {isLoading && <Loading name={person.name} />}
      {kind === 'screen' && (
        // The region is there before its words: screen readers read only what comes into one.
        <div role="status">{isPaused && <Paused name={person.name} />}</div>
      )}
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
        <Text as="span" weight={500} truncate className={css.name} title={name}>
          {name}
        </Text>
        {kind === 'camera' && !person.camera && <VisuallyHidden>{tiles.cameraOff}</VisuallyHidden>}
        {kind === 'camera' && person.spotlitSince !== undefined && (
          <IconStarFilled size={13} role="img" aria-label={text.spotlit} />
        )}
        {isPinned && <IconPinFilled size={13} aria-hidden />}
      </Row>
      {kind === 'camera' && (
        <Row gap="sm" className={css.corner}>
          <HandMark person={person} />
          {isStopped ? (
            <Mark label={text.stopped} isLost>
              <IconPlugConnectedX size={18} aria-hidden />
            </Mark>
          ) : (
            <QualityMark person={person} />
          )}
        </Row>
      )}
      <Row gap="xs" className={css.actions} data-own={person.isMe || undefined}>
        {mayZoom && <ZoomButtons zoom={zoom} name={name} />}
        {kind === 'camera' && role !== 'corner' && <MuteButton person={person} />}
        {onPin && (
          <TileAction
            label={isPinned ? text.unpin(name) : text.pin(name)}
            title={undefined}
            icon={isPinned ? IconPinnedOff : IconPin}
            aria-pressed={isPinned}
            onClick={() => onPin(isPinned ? undefined : key)}
          />
        )}
        {kind === 'camera' && onAsk && (
          <PersonMenu
            person={person}
            pinned={isPinned ? key : undefined}
            onPin={onPin}
            onAsk={onAsk}
            isOnTile
          >
            {person.isMe && mayHideOwn && <HideOwnItem />}
          </PersonMenu>
        )}
      </Row>
    </div>
  );
});

/** The picture above the initials: without a picture the initials show, never a black box. */
function Face({ person, onShape }: ComponentProps<typeof CameraPicture>) {
  return (
    <>
      <Grid center className={css.initialsGround} aria-hidden>
        <Avatar name={person.name} seed={person.id} size="clamp(36px, 34cqmin, 160px)" />
      </Grid>
      {person.camera && <CameraPicture person={person} onShape={onShape} />}
    </>
  );
}

/** A shared screen before its first picture. */
function Loading({ name }: { name: string }) {
  const text = useText('tiles');
  return (
    <Grid center size="lg" p="lg" tone="stage-dim" className={css.loading}>
      {text.loadingScreen(name)}
    </Grid>
  );
}

/** In place of a paused screen, of which the media server shows black. */
function Paused({ name }: { name: string }) {
  const text = useText('tiles');
  return (
    <Grid center p="sm" className={css.pause}>
      <Row
        as="span"
        align="center"
        gap="sm"
        size="md"
        weight={500}
        breaks
        p="sm md"
        radius="sm"
        ground="stage-raised"
        className={css.pauseSign}
      >
        <IconPlayerPauseFilled size={18} aria-hidden />
        {text.pausedScreen(name)}
      </Row>
    </Grid>
  );
}

function SpeakingRing({ person }: { person: Person }) {
  const isSpeaking = useIsSpeaking(person.id) && person.microphone;
  return <div className={css.ring} data-speaking={isSpeaking || undefined} aria-hidden />;
}

/** Zoom with a mouse or a keyboard. */
function ZoomButtons({ zoom: { zoomBy, isZoomed }, name }: { zoom: ZoomHandle; name: string }) {
  const text = useText('stage');
  return (
    <>
      {isZoomed && (
        <TileAction label={text.zoomOut(name)} icon={IconZoomOut} onClick={() => zoomBy(1 / 1.5)} />
      )}
      <TileAction label={text.zoomIn(name)} icon={IconZoomIn} onClick={() => zoomBy(1.5)} />
    </>
  );
}

/** A moderator mutes the person. */
function MuteButton({ person }: { person: Person }) {
  const muting = useMute(person);
  return muting && <TileAction label={muting.label} icon={IconMicrophoneOff} onClick={muting.mute} />;
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
      p="0 sm"
      radius="sm"
      weight={650}
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

type MarkProps = { label: string; isLost: boolean; children: ReactNode };

/** Shows that something is wrong with the connection. */
const Mark = ({ label, isLost, children }: MarkProps) => (
  <Grid
    center
    className={css.quality}
    data-lost={isLost || undefined}
    role="img"
    aria-label={label}
    title={label}
  >
    {children}
  </Grid>
);

function QualityMark({ person }: { person: Person }) {
  const label = useQualityLabel(person);
  if (label === undefined) return null;
  return (
    <Mark label={label} isLost={person.quality === 'lost'}>
      <QualityBars quality={person.quality} size={18} />
    </Mark>
  );
}
