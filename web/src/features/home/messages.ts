import { dictionary } from '../../i18n/dictionary.ts';

export const messages = dictionary({
  en: {
    title: 'Online meetings and webinars of your own',
  },
  ru: {
    title: 'Свои онлайн-встречи и вебинары',
  },
});
