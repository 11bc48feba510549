import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { pages } from '../../../../../contract/pages.ts';
import { useText } from '../../../i18n/language.ts';
import type { Texts } from '../../../i18n/texts.ts';
import { openInTab } from '../../../models/visit/handover.ts';
import { Row, Text } from '../../../ui/layout/layout.tsx';
import { browserKind } from './browser.ts';
import type { PreviewState } from './model.ts';
import classes from './preview.module.css';
import type { DeviceStatus } from './sources.ts';

type Words = Texts['preview'];

/** Says why a device does not work, and how to change that in this browser. */
export function PermissionHelp({ state, onRetry }: { state: PreviewState; onRetry: () => void }) {
  const text = useText('preview');
  const problem = problemOf(state);
  if (!problem) return null;
  const { title, help } = describe(problem, text);
  return (
    <Row gap="md" tone="warning" p="md lg" radius="md" ground="warning-soft" role="status">
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <Text size="md" weight={600}>
          {title}
        </Text>
        <HelpText>{help}</HelpText>
        {problem.status === 'framed' && <TabOpener />}
        {(problem.status === 'blocked' || problem.status === 'in-use') && (
          <Text
            as="button"
            {...look}
            p="xs 0"
            mt="sm"
            underline="hover"
            className={classes.helpAction}
            onClick={onRetry}
          >
            {text.retry}
          </Text>
        )}
        {/* In a tab of its own: the entered form stays. */}
        <Text
          as="a"
          {...look}
          p="xs 0"
          mt="sm"
          underline="hover"
          className={classes.helpAction}
          href={pages.diagnostics}
          target="_blank"
          rel="noreferrer"
        >
          {text.diagnose}
        </Text>
      </div>
    </Row>
  );
}

const look = { size: 'md', weight: 600, tone: 'accent' } as const;

const HelpText = ({ children }: { children: string }) => (
  <Text size="md" tone="text">
    {children}
  </Text>
);

/** A button instead of a link: the tab gets the access link from this page, which an address would expose. */
function TabOpener() {
  const text = useText('preview');
  const [isShut, setShut] = useState(false);
  return (
    <>
      <Text
        as="button"
        {...look}
        p="xs 0"
        mt="sm"
        underline="hover"
        className={classes.helpAction}
        onClick={() => setShut(!openInTab())}
      >
        {text.openTab}
      </Text>
      {isShut && <HelpText>{text.tabShut}</HelpText>}
    </>
  );
}

type Problem = { status: DeviceStatus; concerns: 'Both' | 'Camera' | 'Microphone' };

const troubles: readonly DeviceStatus[] = ['blocked', 'framed', 'missing', 'in-use', 'unavailable'];

function problemOf({ audio, video }: PreviewState): Problem | undefined {
  const isAudio = audio.isOffered && troubles.includes(audio.status);
  const isVideo = video.isOffered && troubles.includes(video.status);
  if (isAudio && isVideo && audio.status === video.status) return { status: audio.status, concerns: 'Both' };
  if (isAudio) return { status: audio.status, concerns: 'Microphone' };
  if (isVideo) return { status: video.status, concerns: 'Camera' };
  return undefined;
}

/** Names the devices that do not work, in a few words; undefined if all work. */
export function problemTitle(state: PreviewState, text: Words): string | undefined {
  const problem = problemOf(state);
  return problem && describe(problem, text).title;
}

function describe({ status, concerns }: Problem, text: Words): { title: string; help: string } {
  const isBoth = concerns === 'Both';
  if (status === 'missing')
    return { title: text[`missing${concerns}`], help: isBoth ? text.missingBothHelp : text.missingHelp };
  if (status === 'in-use')
    return { title: text[`busy${concerns}`], help: isBoth ? text.busyBothHelp : text.busyHelp };
  if (status === 'framed') return { title: text.framedTitle, help: text.framedHelp };
  if (status === 'unavailable') return { title: text.unavailableTitle, help: text.unavailableHelp };
  const help = `${text[browserKind(navigator.userAgent)]} ${text.andEnter}`;
  return { title: text[`blocked${concerns}`], help };
}
