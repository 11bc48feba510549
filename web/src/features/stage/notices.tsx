import { IconX } from '@tabler/icons-react';
import type { Notice } from '../../call/notices.ts';
import { useText } from '../../i18n/language.ts';
import { usePanel } from '../../panel-context.ts';
import { useCall, useStore } from './call-context.ts';
import { deviceMessages } from './device-messages.ts';
import { gestureMessages } from './gesture-messages.ts';
import { messages } from './messages.ts';
import { moderationMessages } from './moderation-messages.ts';
import { noticeText } from './notice-text.ts';
import css from './notices.module.css';

/** Short messages above the controls, read out politely, gone by themselves. */
export function Notices() {
  const text = useText(messages);
  const device = useText(deviceMessages);
  const moderation = useText(moderationMessages);
  const gesture = useText(gestureMessages);
  const { notices } = useCall();
  const list = useStore(notices.list);
  return (
    <div className={css.notices} role="status" aria-live="polite">
      {list.map((notice) => (
        <div key={notice.id} className={css.notice} data-kind={notice.kind}>
          <span className={css.words}>{noticeText(notice, { device, moderation, gesture })}</span>
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

/** To where one sees more of it. */
function Way({ notice }: { notice: Notice }) {
  const text = useText(gestureMessages);
  const { notices } = useCall();
  const panel = usePanel();
  const way = {
    'hand-raised': { to: 'people', word: text.show },
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
