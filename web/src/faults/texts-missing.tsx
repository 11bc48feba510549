import { alwaysLoaded } from '../i18n/compiled/index.ts';
import { languages } from '../i18n/languages.ts';
import { Pill, Stack } from '../ui/layout/layout.tsx';

/** Replaces the whole page if its texts could not be downloaded. It shows every language and needs nothing else. */
export function TextsMissing() {
  return (
    <Stack as="main" align="center" justify="center" p="xl" grow center role="alert">
      {languages.map((language) => (
        <p key={language} lang={language}>
          {alwaysLoaded[language].textsMissing.failed}
        </p>
      ))}
      <Pill mt="md" tall={44} frame="current" weight={600} onClick={() => window.location.reload()}>
        {languages.map((language, index) => (
          <span key={language} lang={language}>
            {index > 0 && ' · '}
            {alwaysLoaded[language].textsMissing.tryAgain}
          </span>
        ))}
      </Pill>
    </Stack>
  );
}
