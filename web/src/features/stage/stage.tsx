import './stage-styles.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo, useState } from 'react';
import type { View } from '../../call/layout/arrange.ts';
import type { StageProps } from '../../call-contract.ts';
import { useText } from '../../i18n/language.ts';
import { Announcer } from './announcer.tsx';
import { Banners } from './banners.tsx';
import { CallContext, useCall, useCallState } from './call-context.ts';
import { Confirm, type Question } from './confirm.tsx';
import { ControlBar } from './control-bar.tsx';
import { messages } from './messages.ts';
import { Notices } from './notices.tsx';
import { PeopleList } from './people-panel.tsx';
import { SidePanel } from './side-panel.tsx';
import css from './stage.module.css';
import { StageArea } from './stage-area.tsx';
import { useOpenCall } from './use-open-call.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The call: takes over the preview's tracks, goes in, and tells once why the person is out. */
export default function Stage(props: StageProps) {
  const opened = useOpenCall(props);
  const { room } = props;
  const context = useMemo(() => opened && { ...opened, room }, [opened, room]);
  return (
    <div className={css.stage} data-stage>
      {context && (
        <CallContext value={context}>
          <Meeting />
        </CallContext>
      )}
    </div>
  );
}

function Meeting() {
  const text = useText(messages);
  const call = useCall();
  const count = useCallState((state) => state.people.length);
  const compact = useMediaQuery('(max-width: 640px), (max-height: 480px)', false, {
    getInitialValueInEffect: false,
  });
  const [view, setView] = useState<View>('grid');
  const [pinned, setPinned] = useState<string>();
  const [isPeopleOpen, setPeopleOpen] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const closePeople = useCallback(() => {
    setPeopleOpen(false);
    document.getElementById('call-people-button')?.focus();
  }, []);
  const togglePeople = useCallback(() => {
    // The key that opened the panel closes it too, and the focus may be inside.
    if (document.activeElement?.closest('aside')) closePeople();
    else setPeopleOpen((isOpen) => !isOpen);
  }, [closePeople]);
  useShortcuts(call, togglePeople);
  return (
    <>
      <main className={css.main}>
        <div className={css.view}>
          <StageArea
            view={view}
            compact={compact}
            pinned={pinned}
            onPin={setPinned}
            onShowPeople={() => setPeopleOpen(true)}
          />
          <Banners />
        </div>
        {isPeopleOpen && (
          <SidePanel title={text.people} count={count} onClose={closePeople}>
            <PeopleList pinned={pinned} onPin={setPinned} onAsk={setQuestion} />
          </SidePanel>
        )}
      </main>
      <ControlBar
        view={view}
        onView={setView}
        compact={compact}
        isPeopleOpen={isPeopleOpen}
        onPeople={togglePeople}
        onAsk={setQuestion}
      />
      <Notices />
      <Announcer />
      <Confirm question={question} onClose={() => setQuestion(undefined)} />
    </>
  );
}
