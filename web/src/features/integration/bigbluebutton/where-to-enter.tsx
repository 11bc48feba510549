import { useText } from '../../../i18n/language.ts';
import { Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { CopyIcon } from '../../../ui/parts/copy.tsx';

/** Names the places of Moodle and Greenlight that take the URL and the secret. */
export function WhereToEnter({ url }: { url: string }) {
  const text = useText('bigbluebutton');
  const lines = [`BIGBLUEBUTTON_ENDPOINT=${url}`, `BIGBLUEBUTTON_SECRET=${text.secretPlace}`];
  return (
    <div>
      <Text size="md" weight={500} mb="sm">
        {text.paste}
      </Text>
      <Text size="md" pretty mb="sm">
        <b>{text.moodle}</b>: {text.moodleText}: {text.moodleFields}
      </Text>
      <Text size="md" mb="xs">
        <b>{text.greenlight}</b>: {text.greenlightText}
      </Text>
      <Row align="start" gap="xs">
        <Stack as="code" grow shrink p="sm md" radius="sm" ground="fill">
          {lines.map((line) => (
            <Text key={line} as="span" size="sm" mono breaks>
              {line}
            </Text>
          ))}
        </Stack>
        <CopyIcon value={lines.join('\n')} label={text.copyGreenlight} />
      </Row>
    </div>
  );
}
