import { dictionary } from '../../i18n/dictionary.ts';

export const roomChoiceMessages = dictionary({
  en: {
    search: 'Search rooms',
    none: 'No room has this name.',
    more: 'There are more. Write a part of the name.',
    failed: 'The rooms could not be loaded.',
  },
  ru: {
    search: 'Найти комнату',
    none: 'Комнаты с таким названием нет.',
    more: 'Есть и другие. Напишите часть названия.',
    failed: 'Не удалось загрузить комнаты.',
  },
});
