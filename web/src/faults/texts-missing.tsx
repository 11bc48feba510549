import { alwaysLoaded } from '../i18n/compiled/index.ts';
import { languages } from '../i18n/languages.ts';
import css from './texts-missing.module.css';

/** Replaces the whole page if its texts could not be downloaded. It shows every language and needs nothing else. */
export function TextsMissing() {
  return (
    <main className={css.page} role="alert">
      {languages.map((language) => (
        <p key={language} lang={language}>
          {alwaysLoaded[language].textsMissing.failed}
        </p>
      ))}
      <button type="button" className={css.again} onClick={() => window.location.reload()}>
        {languages.map((language, index) => (
          <span key={language} lang={language}>
            {index > 0 && ' · '}
            {alwaysLoaded[language].textsMissing.tryAgain}
          </span>
        ))}
      </button>
    </main>
  );
}
