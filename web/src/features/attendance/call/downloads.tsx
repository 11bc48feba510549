import { Button, Menu, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { AttendanceReport } from '../../../../../contract/operations/analytics.ts';
import { useText } from '../../../i18n/language.ts';
import { useApi } from '../../../panel/context.ts';
import { ProblemLine } from '../../../panel/problem-line.tsx';
import { useSubmit } from '../../../panel/use-submit.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { ownTimeZone } from '../../../ui/times.ts';
import { fileNameOf } from '../model/call-texts.ts';
import type { TriedRule } from '../model/call-view.ts';
import css from './call.module.css';
import type { Place } from './use-call.ts';

const formats = ['xlsx', 'csv', 'json'] as const;
type Format = (typeof formats)[number];

type Props = { place: Place; call: AttendanceReport['call']; tried: TriedRule };

/** The report as a file, with the times of the reader's zone and the rule of the page. */
export function Downloads({ place: { spaceId, roomId, callId }, call, tried }: Props) {
  const text = useText('callReport');
  const api = useApi();
  const timezone = ownTimeZone();
  const download = useSubmit(async (format: Format) => {
    const query = { roomId, callId, provisional: true, timezone, ...tried };
    const content =
      format === 'json'
        ? new Blob([JSON.stringify(await api.getRoomAnalyticsReport({ spaceId, query }), null, 2)])
        : await api.getRoomAnalyticsReport({ spaceId, query: { ...query, format } });
    saveFile(content, fileNameOf(call, format));
  });
  return (
    <div className={css.downloads}>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" shadow="lg" width={240}>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isBusy}
          >
            {text.download}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format} onClick={() => void download.run(format)}>
              {text[format]}
            </Menu.Item>
          ))}
          <p className={css.menuNote}>{text.downloadZone(timezone)}</p>
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden role="status">{download.isBusy ? text.downloading : ''}</VisuallyHidden>
      <ProblemLine of={download} />
    </div>
  );
}
