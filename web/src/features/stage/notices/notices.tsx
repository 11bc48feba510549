import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, useText } from '../../../i18n/language.ts';
import type { Notice } from '../../../models/call/notices.ts';
import { openInTab } from '../../../models/visit/handover.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import { useStore } from '../../../ui/use-store.ts';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { useCall } from '../call-context.ts';
import { useWaitingDecisions } from '../people/use-waiting.ts';
import { buttonOf } from '../use-side-panel.ts';
import { noticeText } from './notice-text.ts';
import css from './notices.module.css';

/** Short messages above the controls, announced politely, which disappear by themselves. */
export function Notices() {
  const text = useText('stage');
  const language = useLanguage();
  const background = useText('background');
  const device = useText('devices');
  const media = useText('media');
  const moderation = useText('moderation');
  const gesture = useText('gestures');
  const ui = useText('ui');
  const waiting = useText('waitingList');
  const record = useText('recording');
  const { notices } = useCall();
  const list = useStore(notices.list);
  return (
    <div className={css.notices} role="status" aria-live="polite">
      {list.map((notice) => (
        <div key={notice.id} className={css.notice} data-kind={notice.kind}>
          <span className={css.words}>
            {noticeText(notice, {
              language,
              background,
              device,
              media,
              moderation,
              gesture,
              ui,
              waiting,
              record,
            })}
          </span>
          <Way notice={notice} />
          <button
            type="button"
            className={css.dismiss}
            aria-label={text.dismiss}
            onClick={() => notices.dismiss(notice.id)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
    </div>
  );
}

/** An action or a link that belongs to the notice. */
function Way({ notice }: { notice: Notice }) {
  const text = useText('gestures');
  const waiting = useText('waitingList');
  const { notices } = useCall();
  const panel = useSidePanelControl();
  if (notice.kind === 'asks-to-join' && notice.more === 0) return <Admit {...notice} />;
  if (notice.kind === 'device-trouble' && notice.trouble === 'framed') return <TabOpener />;
  const way = {
    'hand-raised': { to: 'people', word: text.show },
    'asks-to-join': { to: 'people', word: waiting.show },
    'poll-started': { to: 'polls', word: text.toPoll },
  }[notice.kind as string];
  if (!way) return null;
  const go = (): void => {
    panel.show(way.to);
    notices.dismiss(notice.id);
  };
  return (
    <button type="button" className={css.way} onClick={go}>
      {way.word}
    </button>
  );
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
    <button type="button" className={css.way} aria-label={waiting.admitOf(name)} onClick={letIn}>
      {waiting.admit}
    </button>
  );
}

/** A button instead of a link: the tab gets the visit from this page; an address alone would ask for the link again. */
function TabOpener() {
  const text = useText('devices');
  const [isBlocked, setBlocked] = useState(false);
  return (
    <button type="button" className={css.way} onClick={() => setBlocked(!openInTab())}>
      {isBlocked ? text.tabBlocked : text.openTab}
    </button>
  );
}
