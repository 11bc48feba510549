import { IconX } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { Notice } from '../../../models/call/notices.ts';
import { openInTab } from '../../../models/visit/handover.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { IconButton } from '../../../ui/parts/icon-button.tsx';
import { useStore } from '../../../ui/use-store.ts';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { useCall } from '../call-context.ts';
import { useLinkRelease } from '../people/use-link-release.ts';
import { useWaitingDecisions } from '../people/use-waiting.ts';
import { buttonOf } from '../use-side-panel.ts';
import { noticeText } from './notice-text.ts';
import css from './notices.module.css';

/** Short messages over the tiles, announced politely, which disappear by themselves. */
export function Notices() {
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
          <Way notice={notice} />
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

const WayButton = (props: ComponentProps<'button'>) => (
  <Text as="button" type="button" fixed weight={650} className={css.way} {...props} />
);

/** An action or a link that belongs to the notice. */
function Way({ notice }: { notice: Notice }) {
  const text = useText('gestures');
  const waiting = useText('waitingList');
  const { notices } = useCall();
  const panel = useSidePanelControl();
  if (notice.kind === 'asks-to-join' && notice.more === 0) return <Admit {...notice} />;
  if (notice.kind === 'asks-on-device') return <Release {...notice} />;
  if (notice.kind === 'device-trouble' && notice.trouble === 'framed') return <TabOpener />;
  const ways: Partial<Record<Notice['kind'], { to: string; word: string }>> = {
    'hand-raised': { to: 'people', word: text.show },
    'asks-to-join': { to: 'people', word: waiting.show },
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

function Admit({ id: noticeId, participantId: id, name }: Extract<Notice, { kind: 'asks-to-join' }>) {
  const waiting = useText('waitingList');
  const { notices } = useCall();
  const { admit } = useWaitingDecisions();
  const letIn = (): void => {
    // The notice disappears with its focused button.
    (document.getElementById(buttonOf('people')) ?? document.getElementById(moreButtonId))?.focus();
    notices.dismiss(noticeId);
    void admit({ id, name });
  };
  return (
    <WayButton aria-label={waiting.admitOf(name)} onClick={letIn}>
      {waiting.admit}
    </WayButton>
  );
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
