import { dictionary } from '../i18n/dictionary.ts';

export const uiMessages = dictionary({
  en: {
    copy: 'Copy',
    copied: 'Copied',
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    loading: 'Loading',
    failed: 'This could not be loaded',
    failedHint: 'The server did not answer. Nothing is lost.',
    again: 'Try again',
  },
  ru: {
    copy: 'Копировать',
    copied: 'Скопировано',
    cancel: 'Отмена',
    close: 'Закрыть',
    done: 'Готово',
    loading: 'Загружаем',
    failed: 'Не удалось загрузить',
    failedHint: 'Сервер не ответил. Ничего не потеряно.',
    again: 'Попробовать ещё раз',
  },
});
