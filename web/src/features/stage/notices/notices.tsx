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
import { useCall } from '../call-context.ts';
import { useLinkRelease } from '../people/use-link-release.ts';
import { WaitingActions } from '../people/waiting-actions.tsx';
import { focusPanelButton } from '../use-side-panel.ts';
import { NoticeButton } from './notice-button.tsx';
import { noticeText } from './notice-text.ts';
import css from './notices.module.css';
import { ReplyButton } from './reply-button.tsx';

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
        <Row
          {...look}
          wrap
          key={notice.id}
          p="xs lg"
          pe="xs"
          radius="md"
          className={css.notice}
          data-kind={notice.kind}
        >
          <Text as="span" breaks mt="sm" mb="sm" clamp={3} className={css.words}>
            {noticeText(notice, language)}
          </Text>
          <Row as="span" fixed align="center" push>
            <NoticeAction notice={notice} onAsk={onAsk} />
            <IconButton
              icon={IconX}
              size={44}
              className={css.dismiss}
              aria-label={text.dismiss}
              onClick={() => notices.dismiss(notice.id)}
            />
          </Row>
        </Row>
      ))}
    </Stack>
  );
}

const look = { align: 'center', size: 'md', weight: 500 } as const;

/** The buttons that belong to the notice. */
function NoticeAction({ notice, onAsk }: Props & { notice: Notice }) {
  const text = useText('gestures');
  const { notices } = useCall();
  const panel = useSidePanelControl();
  if (notice.kind === 'asks-to-join') return <WaitingActions notice={notice} onAsk={onAsk} />;
  if (notice.kind === 'asks-on-device') return <ReleaseButton {...notice} />;
  if (notice.kind === 'private-message') return <ReplyButton notice={notice} />;
  if (notice.kind === 'asks-to-unmute') return <UnmuteButton />;
  if (notice.kind === 'device-trouble' && notice.trouble === 'framed') return <TabOpener />;
  const panels: Partial<Record<Notice['kind'], { id: string; label: string }>> = {
    'hand-raised': { id: 'people', label: text.show },
    'poll-started': { id: 'polls', label: text.toPoll },
  };
  const shown = panels[notice.kind];
  if (!shown) return null;
  const show = (): void => {
    panel.show(shown.id);
    notices.dismiss(notice.id);
  };
  return <NoticeButton onClick={show}>{shown.label}</NoticeButton>;
}

/** Turns on the own microphone; the notice disappears then. */
function UnmuteButton() {
  const text = useText('moderation');
  const { media } = useCall();
  return <NoticeButton onClick={() => void media.microphone.set(true)}>{text.unmute}</NoticeButton>;
}

/** Releases the link of somebody who asks on another device. */
function ReleaseButton({
  id: noticeId,
  participantId: id,
  name,
}: Extract<Notice, { kind: 'asks-on-device' }>) {
  const waiting = useText('waitingList');
  const { notices } = useCall();
  const release = useLinkRelease();
  const letIn = (): void => {
    // The notice disappears with its focused button.
    focusPanelButton('people');
    notices.dismiss(noticeId);
    void release({ id, name });
  };
  return (
    <NoticeButton aria-label={waiting.admitOf(name)} onClick={letIn}>
      {waiting.admit}
    </NoticeButton>
  );
}

/** A button instead of a link: the tab gets the visit from this page; an address alone would ask for the link again. */
function TabOpener() {
  const text = useText('devices');
  const [isBlocked, setBlocked] = useState(false);
  return (
    <NoticeButton onClick={() => setBlocked(!openInTab())}>
      {isBlocked ? text.tabBlocked : text.openTab}
    </NoticeButton>
  );
}
