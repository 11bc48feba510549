import type { AttendanceReport } from '../../../../../contract/operations/reports.ts';
import { useText } from '../../../i18n/language.ts';
import { Dialog } from '../../../ui/form/dialog.tsx';
import { Text } from '../../../ui/layout/layout.tsx';
import { useLast } from '../../../ui/use-last.ts';
import type { Attendee } from '../model/person-rows.ts';
import { PersonFacts } from './person-facts.tsx';
import { PersonFigures } from './person-figures.tsx';
import { useNameOf } from './person-name.ts';
import { PresenceStatus } from './person-row.tsx';
import { PersonVisits } from './person-visits.tsx';
import { useReason } from './use-reason.ts';

type Props = { attendee: Attendee | undefined; report: AttendanceReport; onClose: () => void };

/** Everything that the report says about a person. */
export function PersonDialog({ attendee, report, onClose }: Props) {
  const shown = useLast(attendee);
  const name = useNameOf(shown ?? { name: '', isErased: false });
  return (
    <Dialog isOpen={attendee !== undefined} title={name} onClose={onClose}>
      {shown && <Details attendee={shown} report={report} />}
    </Dialog>
  );
}

function Details({ attendee, report }: { attendee: Attendee; report: AttendanceReport }) {
  const text = useText('callPerson');
  const { row, isErased } = attendee;
  const reason = useReason(attendee, report.call.duration);
  return (
    <>
      <div>
        <PresenceStatus {...attendee} />
        <Text mt="xs" size="md" dim>
          {reason}
        </Text>
        {isErased && (
          <Text mt="xs" size="md" dim>
            {text.erasedText}
          </Text>
        )}
      </div>
      {row && <PersonVisits row={row} />}
      {row && <PersonFigures row={row} />}
      <PersonFacts attendee={attendee} />
    </>
  );
}
