import { isFoundIn } from '../../../../../../contract/search.ts';
import { nameOrder } from '../../../../i18n/formats.ts';
import type { AttendanceSoFar, Attendee } from '../../../../models/attendance/api.ts';

type AttendanceGroups = {
  here: readonly Attendee[];
  /** The last to leave first. */
  left: readonly Attendee[];
  absent: AttendanceSoFar['absent'];
};

/** The people whose names contain the search, by where they are now. */
export function groupAttendance(
  { people, absent }: AttendanceSoFar,
  { search, language }: { search: string; language: string },
): AttendanceGroups {
  const isWanted = ({ name }: { name: string | undefined }): boolean => isFoundIn([name], search);
  const { compare } = nameOrder(language);
  const found = people.filter(isWanted);
  return {
    here: found
      .filter(({ leftAt }) => leftAt === undefined)
      .sort((one, other) => compare(one.name ?? '', other.name ?? '')),
    left: found
      .filter(({ leftAt }) => leftAt !== undefined)
      .sort((one, other) => (other.leftAt ?? 0) - (one.leftAt ?? 0)),
    absent: absent.filter(isWanted).sort((one, other) => compare(one.name, other.name)),
  };
}
