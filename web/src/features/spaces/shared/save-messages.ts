import { dictionary } from '../../../i18n/dictionary.ts';

export const saveMessages = dictionary({
  en: {
    unsaved: 'Unsaved changes',
    save: 'Save',
    discard: 'Discard',
    leaveTitle: 'Leave without saving?',
    leaveText: 'What you changed on this page is not saved yet and will be lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
  ru: {
    unsaved: 'Есть несохранённые изменения',
    save: 'Сохранить',
    discard: 'Отменить',
    leaveTitle: 'Уйти без сохранения?',
    leaveText: 'То, что вы изменили на этой странице, ещё не сохранено и пропадёт.',
    leave: 'Уйти',
    stay: 'Остаться',
  },
});
