import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { Notice } from '../../../models/call/notices.ts';
import { openInTab } from '../../../models/visit/handover.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { useCall } from '../call-context.ts';
import { useLinkRelease } from '../people/use-link-release.ts';
import { WaitingWay } from '../people/waiting-way.tsx';
import { buttonOf } from '../use-side-panel.ts';
import { noticeText } from './notice-text.ts';
import css from './notices.module.css';
import { ReplyWay } from './reply-way.tsx';
import { WayButton } from './way-button.tsx';

type Props = { onAsk: (question: Question) => void };

/** Short messages over the tiles, announced politely, which disappear by themselves. */
export function Notices({ onAsk }: Props) {
  const text = useText('stage');
  const language = useLanguage();
  const { notices } = useCall();
  const list = useStore(notices.list);
  return (
    <Stack align="center" gap="sm" className={css.notices} role="status" aria-live="polite">
      {list.map((notice) => (
        <Row {...look} key={notice.id} className={css.notice} data-kind={notice.kind}>
          <Text as="span" breaks className={css.words}>
            {noticeText(notice, language)}
          </Text>
          <Way notice={notice} onAsk={onAsk} />
          <IconButton
            size={44}
            className={css.dismiss}
            aria-label={text.dismiss}
            onClick={() => notices.dismiss(notice.id)}
          >
            <IconX size={16} aria-hidden />
          </IconButton>
        </Row>
      ))}
    </Stack>
  );
}

const look = { align: 'center', size: 'md', weight: 500, leading: 1.4 } as const;

/** An action or a link that belongs to the notice. */
function Way({ notice, onAsk }: Props & { notice: Notice }) {
  const text = useText('gestures');
  const { notices } = useCall();
  const panel = useSidePanelControl();
  if (notice.kind === 'asks-to-join') return <WaitingWay notice={notice} onAsk={onAsk} />;
  if (notice.kind === 'asks-on-device') return <Release {...notice} />;
  if (notice.kind === 'private-message') return <ReplyWay notice={notice} />;
  if (notice.kind === 'asks-to-unmute') return <UnmuteWay />;
  if (notice.kind === 'device-trouble' && notice.trouble === 'framed') return <TabOpener />;
  const ways: Partial<Record<Notice['kind'], { to: string; word: string }>> = {
    'hand-raised': { to: 'people', word: text.show },
    'poll-started': { to: 'polls', word: text.toPoll },
  };
  const way = ways[notice.kind];
  if (!way) return null;
  const go = (): void => {
    panel.show(way.to);
    notices.dismiss(notice.id);
  };
  return <WayButton onClick={go}>{way.word}</WayButton>;
}

/** Turns on the own microphone; the notice disappears then. */
function UnmuteWay() {
  const text = useText('moderation');
  const { media } = useCall();
  return <WayButton onClick={() => void media.microphone.set(true)}>{text.unmute}</WayButton>;
}

/** Releases the link of somebody who asks on another device. */
function Release({ id: noticeId, participantId: id, name }: Extract<Notice, { kind: 'asks-on-device' }>) {
  const text = useText('moderation');
  const waiting = useText('waitingList');
  const { notices } = useCall();
  const release = useLinkRelease();
  const letIn = (): void => {
    // The notice disappears with its focused button.
    (document.getElementById(buttonOf('people')) ?? document.getElementById(moreButtonId))?.focus();
    notices.dismiss(noticeId);
    void release({ id, name });
  };
  return (
    <WayButton aria-label={text.releaseLinkOf(name)} onClick={letIn}>
      {waiting.admit}
    </WayButton>
  );
}

/** A button instead of a link: the tab gets the visit from this page; an address alone would ask for the link again. */
function TabOpener() {
  const text = useText('devices');
  const [isBlocked, setBlocked] = useState(false);
  return (
    <WayButton onClick={() => setBlocked(!openInTab())}>
      {isBlocked ? text.tabBlocked : text.openTab}
    </WayButton>
  );
}
