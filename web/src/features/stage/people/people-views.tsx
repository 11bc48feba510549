import { type ComponentProps, useState } from 'react';
import { PartBoundary } from '../../../faults/part-boundary.tsx';
import { useText } from '../../../i18n/language.ts';
import { lazily } from '../../../ui/lazily.ts';
import { RowsSkeleton } from '../../../ui/page/states.tsx';
import { useOwnPerson } from '../call-context.ts';
import side from '../side-panel.module.css';
import { PeopleList } from './people-panel.tsx';
import css from './people-views.module.css';

const attendance = lazily(() => import('./attendance/attendance-list.tsx'));

type View = 'inCall' | 'attendance';

/** The people in the call; moderators switch to the attendance so far. */
export function PeopleViews(props: ComponentProps<typeof PeopleList>) {
  const isModerator = useOwnPerson().role === 'moderator';
  const [view, setView] = useState<View>('inCall');
  const isAttendance = isModerator && view === 'attendance';
  return (
    <>
      {isModerator && <Switch view={view} onView={setView} />}
      <div key={String(isAttendance)} className={side.scroll} data-scroll>
        {isAttendance ? (
          <PartBoundary part="people">
            <Attendance />
          </PartBoundary>
        ) : (
          <PeopleList {...props} />
        )}
      </div>
    </>
  );
}

function Attendance() {
  const part = attendance.usePart();
  return part ? <part.AttendanceList /> : <RowsSkeleton count={5} />;
}

function Switch({ view, onView }: { view: View; onView: (view: View) => void }) {
  const text = useText('callAttendance');
  return (
    <fieldset className={css.views} aria-label={text.view}>
      {(['inCall', 'attendance'] as const).map((name) => (
        <button
          key={name}
          type="button"
          className={css.view}
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          {text[name]}
        </button>
      ))}
    </fieldset>
  );
}
