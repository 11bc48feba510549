import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/language.ts';
import type { Tile } from '../../../models/call/layout/tiles.ts';
import { useBlockedSocket } from '../../../room/use-blocked-socket.ts';
import { Text } from '../../../ui/layout/layout.tsx';
import { useCallState } from '../call-context.ts';
import { CopyInvitation } from '../people/copy-invitation.tsx';
import { useIsWaitingShown, useWaiting } from '../people/use-waiting.ts';
import css from './empty-stage.module.css';

type Props = { tiles: readonly Tile[]; onShowPeople: () => void };

/** A sentence in place of the tiles while there are none. */
export function EmptyStage({ tiles, onShowPeople }: Props) {
  const connection = useCallState((state) => state.connection);
  if (connection.phase === 'connecting') {
    return <Entering isSlow={connection.attempt > 1} onTile={tiles.length > 0} />;
  }
  if (connection.phase !== 'connected') return null;
  if (tiles.length === 0) return <Silent />;
  if (tiles.length === 1 && tiles[0]?.person.isMe) return <Alone onShowPeople={onShowPeople} />;
  return null;
}

function Entering({ isSlow, onTile }: { isSlow: boolean; onTile: boolean }) {
  const text = useText('stage');
  const hint = useBlockedSocket(isSlow) ?? text.enteringSlow;
  return <Words title={text.entering} hint={isSlow ? hint : undefined} isWaiting onTile={onTile} />;
}

/** A webinar in which nobody speaks. */
function Silent() {
  const text = useText('stage');
  const hasSeenSpeakers = useCallState((state) => state.hasSeenSpeakers);
  const title = hasSeenSpeakers ? text.nobodySpeaks : text.notBegun;
  return <Words title={title} hint={text.notBegunHint} onTile={false} />;
}

/** Only if nobody else is there: viewers of a webinar count too. */
function Alone({ onShowPeople }: Pick<Props, 'onShowPeople'>) {
  const text = useText('stage');
  const waitingText = useText('waitingList');
  const waiting = useWaiting().length;
  const isWaitingShown = useIsWaitingShown();
  const isAlone = useCallState((state) => state.here.length === 1);
  const hasMetOthers = useCallState((state) => state.hasMetOthers);
  if (!isAlone) return null;
  if (waiting > 0) {
    if (isWaitingShown) return null;
    return (
      <Words title={waitingText.inWaitingRoom(waiting)} hint={undefined} onTile>
        <Button variant="light" mih={44} mt={12} onClick={onShowPeople}>
          {waitingText.showWaiting}
        </Button>
      </Words>
    );
  }
  return (
    <Words title={hasMetOthers ? text.aloneNow : text.alone} hint={text.aloneHint} onTile>
      <CopyInvitation mt={12} />
    </Words>
  );
}

type WordsProps = {
  title: string;
  hint: string | undefined;
  onTile: boolean;
  isWaiting?: boolean;
  children?: ReactNode;
};

function Words({ title, hint, onTile, isWaiting = false, children }: WordsProps) {
  return (
    <div className={css.words} data-on-tile={onTile || undefined}>
      <div role="status">
        {isWaiting && <span className={css.dots} aria-hidden />}
        <Text weight={600} size="xl" className={css.title}>
          {title}
        </Text>
        {hint && (
          <Text size="md" mt="xs" tone="stage-dim">
            {hint}
          </Text>
        )}
      </div>
      {children}
    </div>
  );
}
