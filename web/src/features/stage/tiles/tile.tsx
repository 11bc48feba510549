import {
  IconAntennaBars2,
  IconHandStop,
  IconMicrophoneOff,
  IconPin,
  IconPinFilled,
  IconPinnedOff,
  IconScreenShare,
  IconStarFilled,
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
import { CameraPicture } from './camera-picture.tsx';
import css from './tile.module.css';
import { Video } from './video.tsx';

type Props = {
  tile: Tile;
  role: PlacedTile['role'];
  isPinned: boolean;
  /** Called with the key of the tile to pin, undefined to unpin. */
  onPin: ((key: string | undefined) => void) | undefined;
};

export const TileView = memo(function TileView({ tile, role, isPinned, onPin }: Props) {
  const text = useText('stage');
  const { person, kind } = tile;
  const name =
    kind === 'screen' ? text.screenOf(person.name) : person.isMe ? text.nameOfMe(person.name) : person.name;
  return (
    <div className={css.tile} data-role={role} data-kind={kind}>
      {kind === 'screen' ? <Video picture={person.screenPicture} whole /> : <Face person={person} />}
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
          <QualityMark person={person} />
        </div>
      )}
      <div className={css.actions}>
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

function QualityMark({ person }: { person: Person }) {
  const text = useText('stage');
  if (person.quality !== 'poor' && person.quality !== 'lost') return null;
  const label = person.quality === 'poor' ? text.qualityPoor : text.qualityLost;
  return (
    <div className={css.quality} data-lost={person.quality === 'lost' || undefined} title={label}>
      <IconAntennaBars2 size={18} role="img" aria-label={label} />
    </div>
  );
}
