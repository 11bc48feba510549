import { Menu } from '@mantine/core';
import {
  IconBrush,
  IconBrushOff,
  IconDevices,
  IconDots,
  IconMessageCircle,
  IconMicrophone,
  IconMicrophoneOff,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconScreenShareOff,
  IconShield,
  IconShieldOff,
  IconStar,
  IconStarOff,
  IconUserX,
  IconVideoOff,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { isOnStage } from '../../../models/call/layout/tiles.ts';
import type { Person } from '../../../models/call/people/people.ts';
import { useDirect, useMayWriteDirectly } from '../../../room/use-direct.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { headingAbove, useFocusKept } from '../../../ui/panel-heading.ts';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { MenuItem } from '../../../ui/parts/menu-item.tsx';
import { useCall, useOwnPerson } from '../call-context.ts';
import { TileMenuButton } from '../tiles/tile-action.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { useLinkRelease } from './use-link-release.ts';
import { useIsSpeechGranted } from './use-permissions.ts';

type Props = {
  person: Person;
  pinned: string | undefined;
  /** Undefined if there is nobody else to see. */
  onPin: ((key: string | undefined) => void) | undefined;
  onAsk: (question: Question) => void;
  /** On the person's tile, not in the list. */
  isOnTile?: boolean;
  /** More items. */
  children?: ReactNode;
};

/** The actions on a person: pinning, and for moderators what the server allows. */
export function PersonMenu({ person, pinned, onPin, onAsk, isOnTile = false, children }: Props) {
  const text = useText('stage');
  const me = useOwnPerson();
  const opener = useRef<HTMLButtonElement>(null);
  const [isRenaming, setRenaming] = useState(false);
  useFocusKept(opener);
  const mayModerate = me.role === 'moderator' && !person.isMe;
  // Everybody may write to a moderator, and a moderator to everybody.
  const mayWriteDirectly = useMayWriteDirectly();
  const mayWrite =
    mayWriteDirectly && !person.isMe && (me.role === 'moderator' || person.role === 'moderator');
  const pin = isOnStage(person) ? onPin : undefined;
  const maySpotlight = isOnStage(person) && me.role === 'moderator';
  if (!mayModerate && !mayWrite && !pin && !maySpotlight && !children) return null;
  return (
    <>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          {isOnTile ? (
            <TileMenuButton ref={opener} person={person} />
          ) : (
            <IconButton icon={IconDots} ref={opener} size={44} aria-label={text.moreOf(person.name)} />
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {pin && <PinItem person={person} pinned={pinned} onPin={pin} />}
          {maySpotlight && <SpotlightItem person={person} />}
          {mayWrite && <WriteItem person={person} />}
          {mayModerate && (
            <ModeratorItems
              person={person}
              onAsk={onAsk}
              opener={opener}
              onRename={() => setRenaming(true)}
            />
          )}
          {children}
        </Menu.Dropdown>
      </Menu>
      <RenameDialog
        person={person}
        isOpen={isRenaming}
        returnTo={() => opener.current}
        onClose={() => setRenaming(false)}
      />
    </>
  );
}

type PinProps = Pick<Props, 'person' | 'pinned'> & { onPin: NonNullable<Props['onPin']> };

function PinItem({ person, pinned, onPin }: PinProps) {
  const text = useText('stage');
  const key = `camera:${person.id}`;
  const isPinned = pinned === key;
  return (
    <MenuItem icon={isPinned ? IconPinnedOff : IconPin} onClick={() => onPin(isPinned ? undefined : key)}>
      {isPinned ? text.unpin(person.name) : text.pin(person.name)}
    </MenuItem>
  );
}

function SpotlightItem({ person }: Pick<Props, 'person'>) {
  const words = useText('moderation');
  const { moderation } = useCall();
  const isOn = person.spotlitSince !== undefined;
  return (
    <MenuItem icon={isOn ? IconStarOff : IconStar} onClick={() => void moderation.spotlight(person, !isOn)}>
      {isOn ? words.endSpotlight : words.spotlight}
    </MenuItem>
  );
}

function WriteItem({ person }: Pick<Props, 'person'>) {
  const words = useText('moderation');
  const write = useDirect();
  return (
    <MenuItem icon={IconMessageCircle} onClick={() => write({ participantId: person.id, name: person.name })}>
      {words.writePrivately}
    </MenuItem>
  );
}

type ModeratorProps = Pick<Props, 'person' | 'onAsk'> & {
  opener: RefObject<HTMLElement | null>;
  onRename: () => void;
};

function ModeratorItems({ person, onAsk, opener, onRename }: ModeratorProps) {
  const words = useText('moderation');
  const isSpeechGranted = useIsSpeechGranted();
  const { moderation } = useCall();
  const release = useLinkRelease();
  const askToRemove = (): void => {
    const heading = headingAbove(opener.current);
    onAsk({
      title: words.removeTitle(person.name),
      text: words.removeText,
      yes: words.removeYes,
      // The removed person and this button may be gone before the question has faded.
      returnTo: () => opener.current ?? heading,
      act: () => void moderation.remove(person),
    });
  };
  const isModerator = person.role === 'moderator';
  const sources = [
    ['microphone', IconMicrophoneOff, words.muteMicrophone],
    ['camera', IconVideoOff, words.muteCamera],
    ['screen', IconScreenShareOff, words.muteScreen],
  ] as const;
  return (
    <>
      {sources.map(
        ([source, icon, label]) =>
          person[source] && (
            <MenuItem key={source} icon={icon} onClick={() => void moderation.mute(person, source)}>
              {label}
            </MenuItem>
          ),
      )}
      {!person.microphone && person.mayUnmute && (
        <MenuItem icon={IconMicrophone} onClick={() => void moderation.askToUnmute(person)}>
          {words.askToUnmute}
        </MenuItem>
      )}
      {isSpeechGranted && !isModerator && <SpeakingItem person={person} />}
      {!isModerator && <DrawingItems person={person} />}
      <Menu.Divider />
      <MenuItem
        icon={isModerator ? IconShieldOff : IconShield}
        onClick={() => void moderation.giveRole(person, isModerator ? 'user' : 'moderator')}
      >
        {isModerator ? words.demote : words.promote}
      </MenuItem>
      <MenuItem icon={IconPencil} onClick={onRename}>
        {words.rename}
      </MenuItem>
      <MenuItem icon={IconDevices} onClick={() => void release(person)}>
        {words.releaseLink}
      </MenuItem>
      <MenuItem icon={IconUserX} isDanger onClick={askToRemove}>
        {words.removeFromCall}
      </MenuItem>
    </>
  );
}

/** The server does not tell who may draw, so both items are there. */
function DrawingItems({ person }: { person: Person }) {
  const words = useText('moderation');
  const { moderation } = useCall();
  return (
    <>
      <MenuItem icon={IconBrush} onClick={() => void moderation.allowDrawing(person, true)}>
        {words.allowDrawing}
      </MenuItem>
      <MenuItem icon={IconBrushOff} onClick={() => void moderation.allowDrawing(person, false)}>
        {words.forbidDrawing}
      </MenuItem>
    </>
  );
}

function SpeakingItem({ person }: { person: Person }) {
  const words = useText('moderation');
  const { moderation } = useCall();
  return person.mayUnmute ? (
    <MenuItem icon={IconVolumeOff} onClick={() => void moderation.stopSpeaking(person)}>
      {words.stopSpeaking}
    </MenuItem>
  ) : (
    <MenuItem icon={IconMicrophone} onClick={() => void moderation.allowSpeaking(person)}>
      {words.letSpeak}
    </MenuItem>
  );
}
