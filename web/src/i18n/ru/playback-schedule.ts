import { plural } from '../plural.ts';
import type { Texts } from '../sections.ts';

const everyHours = (count: number) =>
  plural('ru', count, {
    one: 'Каждый # час',
    few: 'Каждые # часа',
    many: 'Каждые # часов',
    other: 'Каждые # часа',
  });

const everyMinutes = (count: number) =>
  plural('ru', count, {
    one: 'Каждую # минуту',
    few: 'Каждые # минуты',
    many: 'Каждые # минут',
    other: 'Каждые # минуты',
  });

export const schedule: Texts['schedule'] = {
  events: 'События',
  add: 'Добавить событие',
  none: 'Дат пока нет',
  noneHint: 'Назначьте вебинар один раз, регулярно или оставьте его всегда открытым.',
  lengthUnknown:
    'Длительность видео пока неизвестна. Назначать даты уже можно: время окончания показов появится, когда видео будет готово.',
  zone: (zone) => `Ближайшие показы и календарь — в вашем часовом поясе, ${zone}.`,
  next: (date) => `Ближайший: ${date}`,
  noNext: 'Показов больше не будет',
  noNextSoon: 'В ближайшие 60 дней показов нет',
  open: 'Открыт',
  change: 'Изменить',
  remove: 'Удалить',
  removeTitle: (name) => `Удалить «${name}»?`,
  removeText: 'Предстоящие показы будут отменены. Начавшиеся показы продолжатся до конца.',
  removePermanentText:
    'По этому событию вебинар больше никто не откроет. Те, кто уже смотрит, досмотрят до конца.',
};

export const scheduleWords: Texts['scheduleWords'] = {
  always: 'Всегда открыт',
  daily: (time) => `Ежедневно в ${time}`,
  weekly: (days, time) => `${days} в ${time}`,
  monthly: (day, time) => `Каждый месяц ${day}-го числа в ${time}`,
  everyMinutes,
  everyHours: (count) => (count === 1 ? 'Каждый час' : everyHours(count)),
  hourly: (every, minute) => (minute === 0 ? every : `${every}, на ${minute}-й минуте`),
  cron: (fields) => `Своё правило: ${fields}`,
  dates: (from, until) => `${from} – ${until}`,
};

export const scheduleForm: Texts['scheduleForm'] = {
  add: 'Новое событие',
  change: 'Изменить событие',
  create: 'Создать',
  save: 'Сохранить',
  begun: 'Начавшиеся показы не изменятся.',
  name: 'Название',
  nameText: 'Видно модераторам.',
  nameLong: 'Слишком длинное название',
  frequency: 'Когда',
  oneTime: 'Один раз',
  oneTimeText: 'Один показ в указанное время.',
  recurring: 'Регулярно',
  recurringText: 'Показы по расписанию, в том числе каждые несколько минут.',
  permanent: 'Всегда открыт',
  permanentText: 'Каждый смотрит с начала, когда бы ни открыл вебинар.',
  date: 'Дата',
  time: 'Время начала',
  repeat: 'Повторять',
  daily: 'Каждый день',
  weekly: 'По дням недели',
  monthly: 'Каждый месяц',
  minutes: 'Каждые несколько минут',
  hours: 'Каждые несколько часов',
  cron: 'Своё правило (cron)',
  weekdays: 'Дни',
  monthDay: 'Число месяца',
  monthDayNote: 'В месяцах без этого числа показа не будет.',
  everyMinutes: 'Интервал',
  minutesStep: everyMinutes,
  everyHours: 'Интервал',
  hoursStep: (count) => (count === 1 ? 'Каждый час' : everyHours(count)),
  atMinute: 'На минуте',
  expression: 'Пять полей',
  expressionText: 'Минута, час, число месяца, месяц, день недели. Пример: 0 19 * * MON,THU',
  from: 'Первый день',
  until: 'Последний день',
  timezone: 'Часовой пояс',
  timezoneText: 'Местное время сохраняется при переводе часов.',
  timezoneNone: 'Часовой пояс не найден. Введите город латиницей, страну или UTC.',
  dateMissing: 'Выберите дату',
  dateRefused: 'Сервис не принимает эту дату',
  timeMissing: 'Укажите время',
  timeSkipped: 'В этот день часы пропускают это время. Показ начнётся сразу после перевода часов.',
  weekdaysMissing: 'Выберите хотя бы один день',
  expressionBad: 'Введите пять полей из чисел, названий, знаков * , - и /',
  expressionRefused: 'Такая дата не наступает, или число вне допустимых пределов',
  reversed: 'Последний день раньше первого',
  timezoneMissing: 'Выберите часовой пояс',
  timezoneUnknown: (zone: string) =>
    `Сервис не знает часовой пояс вашего браузера, ${zone}, поэтому выбран UTC.`,
  timezoneRefused: 'Сервис не знает этот часовой пояс',
  past: 'Это время уже прошло: показ начнётся сразу, с текущей секунды.',
  not_found: 'Этого события больше нет.',
};

export const schedulePreview: Texts['schedulePreview'] = {
  title: 'Ближайшие показы',
  caption: 'Ближайшие показы в часовом поясе события и в вашем',
  incomplete: 'Заполните форму, чтобы увидеть ближайшие показы.',
  faulty: 'Исправьте отмеченные поля, чтобы увидеть ближайшие показы.',
  none: 'В этом периоде показов нет.',
  always: 'Дат нет: вебинар можно открыть в любое время.',
  yours: 'Ваше время',
  both: 'В вашем часовом поясе время такое же.',
  forward: (time) => `Часы переводят вперёд на ${time}`,
  back: (time) => `Часы переводят назад на ${time}`,
};

export const scheduleCalendar: Texts['scheduleCalendar'] = {
  calendar: 'Календарь',
  calendarOf: (month) => `Показы: ${month}`,
  today: 'Сегодня',
  previous: 'Предыдущий месяц',
  next: 'Следующий месяц',
  upcoming: 'Предстоит',
  running: 'Идёт',
  finished: 'Завершён',
  permanent: 'Всегда открыт',
  count: (count) =>
    plural('ru', count, { one: '# показ', few: '# показа', many: '# показов', other: '# показа' }),
  viewers: (count) =>
    plural('ru', count, { one: '# зритель', few: '# зрителя', many: '# зрителей', other: '# зрителя' }),
  more: (count) => `Ещё ${count}`,
  sessionsOn: (date) => `Показы: ${date}`,
  nothing: 'Показов нет',
  nothingInMonth: 'В этом месяце показов нет',
  tooMany: (count) =>
    `Календарь показывает первые ${count.toLocaleString('ru')}. Выберите день, чтобы увидеть все его показы.`,
};

export const sessionEnding: Texts['sessionEnding'] = {
  cancel: 'Отменить показ',
  cancelTitle: (start) => `Отменить показ ${start}?`,
  cancelText:
    'Те, кто ждёт начала, увидят другие даты. Остальные показы события сохранятся. Отмену нельзя вернуть.',
  end: 'Завершить показ',
  endTitle: (start) => `Завершить показ ${start} сейчас?`,
  endText: 'Видео остановится у всех зрителей. Возобновить показ нельзя.',
  keep: 'Оставить показ',
  session_finished: 'Этот показ уже завершён.',
  not_found: 'Этого показа больше нет.',
};
