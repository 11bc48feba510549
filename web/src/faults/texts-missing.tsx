import css from './texts-missing.module.css';

/** Replaces the whole page if its texts could not be downloaded. It is bilingual and needs nothing else. */
export function TextsMissing() {
  return (
    <main className={css.page} role="alert">
      <p lang="en">This page could not be loaded. Check your connection and try again.</p>
      <p lang="ru">Не удалось загрузить страницу. Проверьте соединение и попробуйте ещё раз.</p>
      <button type="button" className={css.again} onClick={() => window.location.reload()}>
        <span lang="en">Try again</span> · <span lang="ru">Попробовать ещё раз</span>
      </button>
    </main>
  );
}
