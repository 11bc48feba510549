import { useText } from '../../../i18n/language.ts';
import type { Notice } from '../../../models/call/notices.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { useCall } from '../call-context.ts';
import { NoticeButton } from '../notices/notice-button.tsx';
import { focusPanelButton, panelButton } from '../use-side-panel.ts';
import { useAdmitAll, useWaiting, useWaitingDecisions } from './use-waiting.ts';

type Props = {
  notice: Extract<Notice, { kind: 'asks-to-join' }>;
  onAsk: (question: Question) => void;
};

/** The buttons of the notice of waiting people: one admits the person or all, the other shows the list. */
export function WaitingActions({ notice: { id: noticeId, participantId, name }, onAsk }: Props) {
  const text = useText('waitingList');
  const { notices } = useCall();
  const panel = useSidePanelControl();
  const waiting = useWaiting();
  const { admit } = useWaitingDecisions();
  const admitAll = useAdmitAll();
  // The list, not the notice, decides: another moderator may have admitted the others meanwhile.
  const isAlone = waiting.every(({ id }) => id === participantId);
  const close = (): void => notices.dismiss(noticeId);
  /** The notice disappears with its focused button. */
  const leave = (): void => {
    focusPanelButton('people');
    close();
  };
  const onAdmit = (): void => {
    leave();
    void admit({ id: participantId, name });
  };
  const onAdmitAll = (): void =>
    admitAll({ count: waiting.length, onAsk, moveFocus: leave, returnTo: () => panelButton('people') });
  const show = (): void => {
    panel.show('people');
    close();
  };
  return (
    <>
      {isAlone ? (
        <NoticeButton aria-label={text.admitOf(name)} onClick={onAdmit}>
          {text.admit}
        </NoticeButton>
      ) : (
        <NoticeButton onClick={onAdmitAll}>{text.admitAll}</NoticeButton>
      )}
      <NoticeButton onClick={show}>{text.show}</NoticeButton>
    </>
  );
}
