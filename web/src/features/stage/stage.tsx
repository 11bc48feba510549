import './stage-styles.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { Broken } from '../../faults/broken.tsx';
import { Part } from '../../faults/part.tsx';
import { useText } from '../../i18n/language.ts';
import type { StageProps } from '../../models/call/call-contract.ts';
import type { View } from '../../models/call/layout/arrange.ts';
import { useOpenedChat } from '../../room/chat-context.ts';
import { PanelContext } from '../../room/panel-context.ts';
import type { StageParts } from '../../room/stage-parts.ts';
import { Confirm, type Question } from '../../ui/form/confirm.tsx';
import { screens } from '../../ui/theme/screens.ts';
import { BrokenControls } from './bar/broken-controls.tsx';
import { ControlBar } from './bar/control-bar.tsx';
import { Flying } from './bar/flying.tsx';
import { KeysDialog } from './bar/keys-dialog.tsx';
import { useShortcuts } from './bar/use-shortcuts.ts';
import { CallContext, useCall } from './call-context.ts';
import { Announcer } from './notices/announcer.tsx';
import { Banners } from './notices/banners.tsx';
import { News } from './notices/news.tsx';
import { Notices } from './notices/notices.tsx';
import { useHandKey } from './notices/use-room-news.ts';
import { moderationMessages } from './people/moderation-messages.ts';
import { usePeopleSide } from './people/people-side.tsx';
import { RecordDialog } from './record/record-dialog.tsx';
import { RecordSign } from './record/record-sign.tsx';
import { useRecord } from './record/use-record.ts';
import { SidePanel } from './side-panel.tsx';
import css from './stage.module.css';
import { StageArea } from './tiles/stage-area.tsx';
import { useOpenCall } from './use-open-call.ts';
import { useSidePanel } from './use-side-panel.ts';

/** The call: takes over the preview's tracks, goes in, and tells once why the person is out. */
export default function Stage(props: StageProps & StageParts) {
  const opened = useOpenCall(props);
  const { room, sides, Over } = props;
  const context = useMemo(() => opened && { ...opened, room }, [opened, room]);
  return (
    <div className={css.stage} data-stage>
      {context && (
        <CallContext value={context}>
          <Meeting
            sides={sides}
            Over={Over}
            participantId={props.entry.participantId}
            wasLetIn={props.wasLetIn ?? false}
          />
        </CallContext>
      )}
    </div>
  );
}

type MeetingProps = Pick<StageParts, 'sides'> & {
  Over: StageParts['Over'] | undefined;
  participantId: string;
  wasLetIn: boolean;
};

function Meeting({ sides, Over, participantId, wasLetIn }: MeetingProps) {
  const words = useText(moderationMessages);
  const call = useCall();
  const isChatOpen = useOpenedChat().isOpen;
  const compact = useMediaQuery(`${screens.compact}, (max-height: 480px)`, false, {
    getInitialValueInEffect: false,
  });
  const [view, setView] = useState<View>('grid');
  const [pinned, setPinned] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const [areKeysShown, setKeysShown] = useState(false);
  const people = usePeopleSide({ pinned, onPin: setPinned, onAsk: setQuestion });
  // The chat is what most people look for; who is there comes next.
  const all = useMemo(() => [...sides.slice(0, 1), people, ...sides.slice(1)], [sides, people]);
  const panel = useSidePanel(all);
  const onHand = useHandKey();
  const record = useRecord(setQuestion);
  useShortcuts(call, (code) => onHand(code) ?? record.onKey(code) ?? panel.onKey(code));
  const { show } = panel;
  const way = useMemo(() => ({ show }), [show]);
  return (
    <PanelContext value={way}>
      {isChatOpen && (
        <Part part="recording" look="line">
          <RecordSign />
        </Part>
      )}
      <main className={css.main}>
        <div className={css.view}>
          <Part part="stage">
            <StageArea
              view={view}
              compact={compact}
              pinned={pinned}
              onPin={setPinned}
              onShowPeople={() => panel.show(people.id)}
            />
          </Part>
          {isChatOpen && (
            <Part part="gestures" look="over">
              <Flying />
            </Part>
          )}
          <Part part="notices" look="over">
            <Banners />
          </Part>
        </div>
        {panel.open && <SidePanel sides={all} open={panel.open} onShow={panel.show} onClose={panel.close} />}
      </main>
      <Part part="controls" fallback={(again) => <BrokenControls onAgain={again} />}>
        <ControlBar
          view={view}
          onView={setView}
          compact={compact}
          sides={all}
          openSide={panel.open?.id}
          onSide={panel.toggle}
          onAsk={setQuestion}
          onKeys={() => setKeysShown(true)}
          record={record}
        />
      </Part>
      <Part part="notices" look="line">
        <Notices />
        <Announcer />
      </Part>
      <News participantId={participantId} wasLetIn={wasLetIn} />
      <Confirm question={question} cancel={words.cancel} onClose={() => setQuestion(undefined)} />
      <Part part="recording" look="line">
        <RecordDialog
          isOpen={record.isChoosing}
          onStart={record.start}
          onClose={record.stopChoosing}
          returnTo={record.returnTo}
        />
      </Part>
      <Part part="settings" look="line">
        <KeysDialog
          isOpen={areKeysShown}
          sides={all}
          mayRecord={record.may}
          onClose={() => setKeysShown(false)}
        />
      </Part>
      {Over && (
        // One sentence stands for all that the missing chat takes with it.
        <Part
          part="chat"
          fallback={(again) => !isChatOpen && <Broken part="chatAndMore" look="line" onAgain={again} />}
        >
          <Over />
        </Part>
      )}
    </PanelContext>
  );
}
