import { IconExternalLink } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../../../i18n/language.ts';
import { readStored, writeStored } from '../../../kit/storage.ts';
import { moveFocus } from '../../../ui/move-focus.ts';
import { CopyText } from '../../../ui/parts/copy.tsx';
import integrationCss from '../integration.module.css';
import { samples } from './samples.ts';
import css from './verify.module.css';

const storageKey = 'lectern.verify-language';
type Sample = (typeof samples)[number];

/** How a receiver verifies that a delivery comes from here. */
export function VerifyPart() {
  const text = useText('webhooks');
  return (
    <div className={css.verify}>
      <div className={css.words}>
        <p>{text.verifyIntro}</p>
        <ul>
          <li>{text.verifyRaw}</li>
          <li>{text.verifyAnswer}</li>
          <li>{text.verifyOnce}</li>
        </ul>
      </div>
      <Code />
      <p className={css.note}>{text.verifySecret}</p>
      <div className={integrationCss.links}>
        <a href="/docs/guides/webhooks" target="_blank" rel="noreferrer">
          {text.verifyGuide}
          <IconExternalLink size={16} aria-hidden />
        </a>
      </div>
    </div>
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
    <div className={css.code}>
      <div className={css.head}>
        <div
          className={css.tabs}
          role="tablist"
          aria-label={text.verifyLanguages}
          onKeyDown={(event) => moveFocus(event)?.click()}
        >
          {samples.map((sample) => (
            <button
              key={sample.id}
              type="button"
              role="tab"
              className={css.tab}
              aria-selected={sample === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={sample === chosen ? 0 : -1}
              onClick={() => choose(sample)}
            >
              {sample.name}
            </button>
          ))}
        </div>
      </div>
      <div id={`${id}-panel`} className={css.panel} role="tabpanel" aria-label={text.verifyCode(chosen.name)}>
        <div className={css.file}>
          <code>{chosen.file}</code>
          <CopyText value={chosen.code} label={text.copyCode} />
        </div>
        <pre>
          <code>{chosen.code}</code>
        </pre>
      </div>
    </div>
  );
}
