import { dictionary } from '../../i18n/dictionary.ts';

export const listMessages = dictionary({
  en: {
    clear: 'Clear the search',
    order: 'Order',
    newest: 'Newest first',
    oldest: 'Oldest first',
    previous: 'Previous page',
    next: 'Next page',
    range: (first: number, last: number, total: number) =>
      `${first.toLocaleString('en')}–${last.toLocaleString('en')} of ${total.toLocaleString('en')}`,
    size: 'Rows on a page',
    perPage: (count: number) => `${count} on a page`,
    nothing: 'Nothing matches',
    nothingHint: 'Try another word, or show everything.',
    showAll: 'Show everything',
    more: (name: string) => `More about ${name}`,
  },
  ru: {
    clear: 'Очистить поиск',
    order: 'Порядок',
    newest: 'Новые',
    oldest: 'Старые',
    previous: 'Предыдущая страница',
    next: 'Следующая страница',
    range: (first: number, last: number, total: number) =>
      `${first.toLocaleString('ru')}–${last.toLocaleString('ru')} из ${total.toLocaleString('ru')}`,
    size: 'Строк на странице',
    perPage: (count: number) => `По ${count} на странице`,
    nothing: 'Ничего не нашлось',
    nothingHint: 'Попробуйте другое слово или покажите всё.',
    showAll: 'Показать всё',
    more: (name: string) => `Ещё: ${name}`,
  },
});
