import { dictionary } from '../../i18n/dictionary.ts';

export const messages = dictionary({
  en: {
    title: 'Meetings and webinars on a server of your own',
    about:
      'Lectern runs the online classes of a learning platform. Whoever is invited gets a personal link and needs nothing but a browser.',
    label: 'Room link or code',
    placeholder: 'For example, aB3_dE9-xY',
    open: 'Open',
    signIn: 'Sign in',
    missing: 'Paste the link or write the code of the room',
    bad: 'This is neither a room’s link nor its ten-character code',
    developers: 'Building on it?',
    docs: 'Read the API reference',
  },
  ru: {
    title: 'Встречи и вебинары на вашем сервере',
    about:
      'Lectern проводит онлайн-занятия учебной платформы. Приглашённый получает личную ссылку, и ему нужен только браузер.',
    label: 'Ссылка на комнату или её код',
    placeholder: 'Например, aB3_dE9-xY',
    open: 'Открыть',
    signIn: 'Войти',
    missing: 'Вставьте ссылку или напишите код комнаты',
    bad: 'Это не похоже ни на ссылку, ни на код из десяти символов',
    developers: 'Подключаете свою систему?',
    docs: 'Откройте описание API',
  },
});
