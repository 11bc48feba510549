import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { Loaded } from '../../../panel/loading/use-loaded.ts';
import { ReportPart } from '../../../panel/report/report-part.tsx';
import { Card, Row, Text } from '../../../ui/layout/layout.tsx';
import { LoadFailed, RowsSkeleton, StaleNote } from '../../../ui/page/states.tsx';

type Props<T> = {
  title: string;
  /** Beside the title, once it is loaded. */
  about?: (value: T) => string;
  loaded: Loaded<T>;
  isEmpty: (value: T) => boolean;
  empty: { Icon: TablerIcon; text: string };
  /** Shown once there is something. */
  actions?: ReactNode;
  children: (value: T) => ReactNode;
};

/** A part of the page that is loaded beside the report, in each of its states. */
export function ExtraPart<T>({ title, about, loaded, isEmpty, empty, actions, children }: Props<T>) {
  const id = useId();
  const { value, error, reload } = loaded;
  return (
    <ReportPart
      id={id}
      title={title}
      beside={
        value !== undefined &&
        !isEmpty(value) && (
          <Row align="center" gap="md">
            {about && (
              <Text size="md" dim tabular>
                {about(value)}
              </Text>
            )}
            {actions}
          </Row>
        )
      }
    >
      {value !== undefined && error !== undefined && <StaleNote of="list" onAgain={reload} />}
      <Card>
        {value === undefined && error === undefined && <RowsSkeleton count={2} />}
        {value === undefined && error !== undefined && <LoadFailed onAgain={reload} />}
        {value !== undefined && isEmpty(value) && (
          <Row as="p" align="center" size="md" dim gap="sm" p="lg">
            <empty.Icon size={20} stroke={1.5} aria-hidden />
            {empty.text}
          </Row>
        )}
        {value !== undefined && !isEmpty(value) && children(value)}
      </Card>
    </ReportPart>
  );
}
