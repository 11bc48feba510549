import { dictionary } from '../i18n/dictionary.ts';

export const currentPasswordMessages = dictionary({
  en: {
    label: 'Current password',
    missing: 'Enter your current password',
    wrong: 'This is not your current password',
  },
  ru: {
    label: 'Текущий пароль',
    missing: 'Введите текущий пароль',
    wrong: 'Это не текущий пароль',
  },
});
