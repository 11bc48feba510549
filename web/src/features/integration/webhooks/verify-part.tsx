import { useId, useState } from 'react';
import java from '../../../../../docs/integrators/verify/Verify.java?raw';
import go from '../../../../../docs/integrators/verify/verify.go?raw';
import php from '../../../../../docs/integrators/verify/verify.php?raw';
import python from '../../../../../docs/integrators/verify/verify.py?raw';
import typescript from '../../../../../docs/integrators/verify/verify.ts?raw';
import { useText } from '../../../i18n/language.ts';
import { readStored, writeStored } from '../../../kit/storage.ts';
import { Card, Row, Stack, Text } from '../../../ui/layout/layout.tsx';
import { moveFocus } from '../../../ui/move-focus.ts';
import headCss from '../../../ui/page/head.module.css';
import { CopyText } from '../../../ui/parts/copy.tsx';
import { DocsLink } from '../docs-link.tsx';
import css from './verify.module.css';

/** Code that verifies a delivery. The guide shows the same files, and tests run them. */
const samples = [
  { id: 'typescript', name: 'TypeScript', file: 'verify.ts', code: typescript },
  { id: 'python', name: 'Python', file: 'verify.py', code: python },
  { id: 'php', name: 'PHP', file: 'verify.php', code: php },
  { id: 'go', name: 'Go', file: 'verify.go', code: go },
  { id: 'java', name: 'Java', file: 'Verify.java', code: java },
] as const;

const storageKey = 'lectern.verify-language';
type Sample = (typeof samples)[number];

/** How a receiver verifies that a delivery comes from here. */
export function VerifyPart() {
  const text = useText('webhooks');
  return (
    <Stack gap="lg" className={css.verify}>
      <Stack gap="sm" size="lg" measure={70} className={css.words}>
        <Text>{text.verifyIntro}</Text>
        <ul>
          <li>{text.verifyRaw}</li>
          <li>{text.verifyAnswer}</li>
          <li>{text.verifyOnce}</li>
        </ul>
      </Stack>
      <Code />
      <Text size="md" dim measure={70}>
        {text.verifySecret}
      </Text>
      <div>
        <DocsLink href="/docs/guides/webhooks">{text.verifyGuide}</DocsLink>
      </div>
    </Stack>
  );
}

function Code() {
  const text = useText('webhooks');
  const id = useId();
  const [chosen, setChosen] = useState<Sample>(
    () => samples.find((sample) => sample.id === readStored(storageKey)) ?? samples[0],
  );
  const choose = (sample: Sample): void => {
    setChosen(sample);
    writeStored(storageKey, sample.id);
  };

  return (
    <Card>
      <Row
        className={`${headCss.tabs} ${css.tabs}`}
        role="tablist"
        aria-label={text.verifyLanguages}
        onKeyDown={(event) => moveFocus(event)?.click()}
      >
        {samples.map((sample) => (
          <button
            key={sample.id}
            type="button"
            role="tab"
            className={headCss.tab}
            aria-selected={sample === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={sample === chosen ? 0 : -1}
            onClick={() => choose(sample)}
          >
            {sample.name}
          </button>
        ))}
      </Row>
      <Text
        as="div"
        id={`${id}-panel`}
        ground="ground-soft"
        role="tabpanel"
        aria-label={text.verifyCode(chosen.name)}
      >
        <Row
          gap="md"
          align="center"
          justify="between"
          size="sm"
          dim
          p="sm lg 0"
          pe="sm"
          tall={44}
          className={css.fileHead}
        >
          <span dir="ltr">{chosen.file}</span>
          <CopyText value={chosen.code} label={text.copyCode} />
        </Row>
        <Text as="pre" size="sm" mono breaks p="xs lg lg" lines className={css.file}>
          {chosen.code}
        </Text>
      </Text>
    </Card>
  );
}
