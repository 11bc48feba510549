import { type ComponentProps, useState } from 'react';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { lazyComponent } from '../../../ui/lazily.ts';
import { RowsSkeleton } from '../../../ui/page/states.tsx';
import panel from '../../../ui/parts/panel.module.css';
import { useOwnPerson } from '../call-context.ts';
import { PeopleList } from './people-panel.tsx';
import css from './people-views.module.css';

const AttendanceList = lazyComponent(
  async () => (await import('./attendance/attendance-list.tsx')).AttendanceList,
  <RowsSkeleton count={5} />,
);

type View = 'inCall' | 'attendance';

/** The people in the call; moderators switch to the attendance so far. */
export function PeopleViews(props: ComponentProps<typeof PeopleList>) {
  const isModerator = useOwnPerson().role === 'moderator';
  const [view, setView] = useState<View>('inCall');
  const isAttendance = isModerator && view === 'attendance';
  return (
    <>
      {isModerator && <Switch view={view} onView={setView} />}
      <div key={String(isAttendance)} className={`${panel.scroll} ${css.scroll}`} data-scroll>
        {isAttendance ? (
          <PartBoundary part="people">
            <AttendanceList />
          </PartBoundary>
        ) : (
          <PeopleList {...props} />
        )}
      </div>
    </>
  );
}

function Switch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const text = useText('callAttendance');
  return (
    <Row as="fieldset" fixed p="xs" radius="md" ground="fill" className={css.views} aria-label={text.view}>
      {(['inCall', 'attendance'] as const).map((name) => (
        <Text
          as="button"
          key={name}
          center
          grow
          size="md"
          p="0 sm"
          tall={36}
          radius="sm"
          weight={550}
          dim
          className={css.view}
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          {text[name]}
        </Text>
      ))}
    </Row>
  );
}
