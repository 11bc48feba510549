import { createElement, Fragment, type ReactNode } from 'react';
import type { OwnMeeting } from '../../../models/meeting/meeting.ts';
import { Text } from '../../../ui/layout/layout.tsx';

type Run = NonNullable<OwnMeeting['welcome']>[number];

/** A text of the meeting: its runs are text, never HTML. */
export const MeetingText = ({ runs }: { runs: readonly Run[] }) => (
  <Text size="md" lines breaks dir="auto">
    {createElement(Fragment, null, ...runs.map(styled))}
  </Text>
);

function styled({ text, isBold, isItalic, isUnderlined, url }: Run): ReactNode {
  let shown: ReactNode = text;
  if (isBold) shown = <b>{shown}</b>;
  if (isItalic) shown = <i>{shown}</i>;
  if (isUnderlined) shown = <u>{shown}</u>;
  if (url === null) return shown;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
}
