import { dictionary } from '../../../i18n/dictionary.ts';

export const recordMessages = dictionary({
  en: {
    starting: 'Recording is starting',
    recording: 'Recording',
    record: 'Record the call',
    cancelStart: 'Recording is starting. Cancel it',
    stop: 'Stop recording',
    stopping: 'The recording is being stopped',
    recordKey: 'Start or stop recording',
    chooseHint: 'Everybody sees and hears that the call is recorded.',
    picture: 'Picture',
    speaker: 'Speaker large',
    speakerHint: 'Who speaks is large, the others stand in a strip.',
    grid: 'Everybody equal',
    gridHint: 'Up to 16 people side by side, all the same size.',
    screenHint: 'A shared screen is large either way.',
    start: 'Start recording',
    cancel: 'Cancel',
    stopTitle: 'Stop recording?',
    stopText: 'The recording ends here and can be watched soon. What follows is not in it.',
    stopEarlyText:
      'It has only just begun. What is stopped within the first 3 seconds is thrown away; later, it is kept up to that moment.',
    stopYes: 'Stop',
    goOn: 'Keep recording',
    found: 'This call is being recorded.',
    begun: 'This call is being recorded from now on.',
    spokenFound: 'This call is being recorded.',
    spokenBegun: 'Recording has started.',
    ended: 'The recording has ended.',
    endedModerator: 'The recording has ended. It can be watched soon.',
    lost: 'The recording stopped because of a technical problem.',
    lostModerator: 'The recording stopped: the recorder is not responding. You can start a new one.',
    discarded: 'The recording was stopped at once: nothing of it is kept.',
    busy: 'No recorder is free now. Try again when another recording has ended.',
    diskLow: 'There is not enough room on the server’s disk to record. Tell who runs this service.',
    notAllowed: 'Recording is switched off in this room.',
    noCall: 'The call has not begun yet. Try again in a moment.',
    refused: 'That did not work. Check your connection and try again.',
    failedBusy: 'The call is not recorded: no recorder was free. Try to start the recording yourself.',
    failedDisk: 'The recording failed: the server’s disk is full. Tell who runs this service.',
    failedLost: 'The recording broke off, and nothing of it could be kept. Start it again if you need it.',
    failedToBegin: 'The recording did not begin. Try to start it again.',
  },
  ru: {
    starting: 'Запись включается',
    recording: 'Идёт запись',
    record: 'Записать встречу',
    cancelStart: 'Запись включается. Отменить',
    stop: 'Остановить запись',
    stopping: 'Запись останавливается',
    recordKey: 'Начать или остановить запись',
    chooseHint: 'Все увидят и услышат, что встреча записывается.',
    picture: 'Картинка',
    speaker: 'Крупно говорящий',
    speakerHint: 'Кто говорит, показан крупно, остальные рядом в полосе.',
    grid: 'Все одинаково',
    gridHint: 'До 16 человек рядом, все одного размера.',
    screenHint: 'Показ экрана в любом случае крупный.',
    start: 'Начать запись',
    cancel: 'Отмена',
    stopTitle: 'Остановить запись?',
    stopText: 'Запись закончится здесь, и скоро её можно будет посмотреть. То, что дальше, в неё не войдёт.',
    stopEarlyText:
      'Она только что началась. Запись, остановленная в первые 3 секунды, не сохраняется; позже сохранится то, что было до этого момента.',
    stopYes: 'Остановить',
    goOn: 'Продолжать',
    found: 'Эта встреча записывается.',
    begun: 'С этого момента встреча записывается.',
    spokenFound: 'Эта встреча записывается.',
    spokenBegun: 'Запись началась.',
    ended: 'Запись закончена.',
    endedModerator: 'Запись закончена. Скоро её можно будет посмотреть.',
    lost: 'Запись остановилась из-за технического сбоя.',
    lostModerator: 'Запись остановилась: сервер записи не отвечает. Можно начать новую.',
    discarded: 'Запись остановлена сразу же: ничего не сохранено.',
    busy: 'Сейчас нет свободного места для записи. Попробуйте, когда закончится другая запись.',
    diskLow: 'На диске сервера мало места для записи. Сообщите тем, кто отвечает за сервис.',
    notAllowed: 'В этой комнате запись выключена.',
    noCall: 'Встреча ещё не началась. Попробуйте через минуту.',
    refused: 'Не получилось. Проверьте связь и попробуйте снова.',
    failedBusy:
      'Встреча не записывается: не было свободного места для записи. Попробуйте начать запись сами.',
    failedDisk: 'Запись не удалась: диск сервера заполнен. Сообщите тем, кто отвечает за сервис.',
    failedLost: 'Запись оборвалась, сохранить её не удалось. Начните снова, если она нужна.',
    failedToBegin: 'Запись не началась. Попробуйте начать её ещё раз.',
  },
});

type Word = keyof (typeof recordMessages)['en'];

const refusals: Record<string, Word> = {
  recorder_busy: 'busy',
  disk_low: 'diskLow',
  record_not_allowed: 'notAllowed',
  call_not_active: 'noCall',
};

const failures: Record<string, Word> = {
  recorder_busy: 'failedBusy',
  disk_full: 'failedDisk',
  no_picture: 'failedToBegin',
};

/** What a refusal of the server means, by its code. */
export const refusalWord = (code: string | undefined): Word => refusals[code ?? ''] ?? 'refused';

/** Why a recording failed, by the server's word. */
export const failureWord = (failure: string): Word => failures[failure] ?? 'failedLost';
