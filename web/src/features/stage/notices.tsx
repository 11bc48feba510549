import { IconX } from '@tabler/icons-react';
import { useText } from '../../i18n/language.ts';
import { useCall, useStore } from './call-context.ts';
import { deviceMessages } from './device-messages.ts';
import { messages } from './messages.ts';
import { moderationMessages } from './moderation-messages.ts';
import { noticeText } from './notice-text.ts';
import css from './notices.module.css';

/** Short messages above the controls, read out politely, gone by themselves. */
export function Notices() {
  const text = useText(messages);
  const device = useText(deviceMessages);
  const moderation = useText(moderationMessages);
  const { notices } = useCall();
  const list = useStore(notices.list);
  return (
    <div className={css.notices} role="status" aria-live="polite">
      {list.map((notice) => (
        <div key={notice.id} className={css.notice} data-kind={notice.kind}>
          <span className={css.words}>{noticeText(notice, { device, moderation })}</span>
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
