import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

export const roomPolls: Texts['roomPolls'] = {
  about: 'Подготовьте опросы заранее. Во время встречи откройте «Опросы» и нажмите «Начать».',
  make: 'Новый опрос',
  makeTitle: 'Новый опрос',
  editTitle: 'Изменить опрос',
  save: 'Сохранить',
  prepared: 'Подготовленные',
  preparedEmpty: 'Подготовленных опросов нет',
  preparedEmptyHint: 'Подготовьте вопросы сейчас, а на встрече начинайте каждый опрос одним нажатием.',
  asked: 'Проведённые',
  askedEmpty: 'Здесь появятся начатые опросы с ответами участников.',
  askAgain: 'Задать снова',
  askAgainOf: (question: string) => `Задать снова: ${question}`,
  copied: 'Копия добавлена в подготовленные. Начать её можно на встрече.',
  edit: (question: string) => `Изменить: ${question}`,
  remove: 'Удалить',
  removeTitle: 'Удалить опрос?',
  removeText: 'Вопрос и ответы на него будут удалены. Отменить это нельзя.',
  move: (question: string) => `Переместить: ${question}. Используйте стрелки.`,
  moved: (place: number, count: number) => `Теперь позиция ${place} из ${count}`,
  single: 'Один ответ',
  several: 'Несколько ответов',
  open: 'Свой ответ',
  quiz: 'Викторина',
  hidden: 'Результаты скрыты',
  options: (count: number) =>
    plural('ru', count, { one: '# вариант', few: '# варианта', many: '# вариантов', other: '# варианта' }),
  download: 'Скачать ответы на опросы',
  fileName: (room: string) => `${room}, опросы`,
  refusals: { poll_started: 'Этот опрос уже начат, изменить его нельзя.' },
};
