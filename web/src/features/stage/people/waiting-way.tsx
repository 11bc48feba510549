import { useText } from '../../../i18n/language.ts';
import type { Notice } from '../../../models/call/notices.ts';
import { useSidePanelControl } from '../../../room/side-panel-context.ts';
import type { Question } from '../../../ui/form/confirm.tsx';
import { moreButtonId } from '../bar/keys-dialog.tsx';
import { useCall } from '../call-context.ts';
import { WayButton } from '../notices/way-button.tsx';
import { buttonOf } from '../use-side-panel.ts';
import { useAdmitAll, useWaiting, useWaitingDecisions } from './use-waiting.ts';

type Props = {
  notice: Extract<Notice, { kind: 'asks-to-join' }>;
  onAsk: (question: Question) => void;
};

const peopleButton = (): HTMLElement | null =>
  document.getElementById(buttonOf('people')) ?? document.getElementById(moreButtonId);

/** The actions of the notice of waiting people: admits the person, or all, or shows the list. */
export function WaitingWay({ notice: { id: noticeId, participantId, name }, onAsk }: Props) {
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
    peopleButton()?.focus();
    close();
  };
  const onAdmit = (): void => {
    leave();
    void admit({ id: participantId, name });
  };
  const onAdmitAll = (): void =>
    admitAll({ count: waiting.length, onAsk, moveFocus: leave, returnTo: peopleButton });
  const show = (): void => {
    panel.show('people');
    close();
  };
  return (
    <>
      {isAlone ? (
        <WayButton aria-label={text.admitOf(name)} onClick={onAdmit}>
          {text.admit}
        </WayButton>
      ) : (
        <WayButton onClick={onAdmitAll}>{text.admitAll}</WayButton>
      )}
      <WayButton onClick={show}>{text.show}</WayButton>
    </>
  );
}
