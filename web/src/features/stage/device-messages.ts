import { dictionary } from '../../i18n/dictionary.ts';

export const deviceMessages = dictionary({
  en: {
    microphone: 'Microphone',
    camera: 'Camera',
    screen: 'Screen',
    speaker: 'Speaker',
    turnOnMicrophone: 'Turn on microphone',
    turnOffMicrophone: 'Turn off microphone',
    turnOnCamera: 'Turn on camera',
    turnOffCamera: 'Turn off camera',
    share: 'Share your screen',
    stopSharing: 'Stop sharing',
    microphoneDevices: 'Choose microphone and speaker',
    cameraDevices: 'Choose camera',
    noDevices: 'Nothing found',
    unnamed: (index: number) => `Device ${index}`,
    mutedMicrophone: 'A moderator turned your microphone off. You can turn it on again.',
    mutedCamera: 'A moderator turned your camera off. You can turn it on again.',
    mutedScreen: 'A moderator ended your screen sharing.',
    maySpeak: 'You may speak now. Turn on your microphone or camera when you are ready.',
    mayNotSpeak: 'You are watching again. Your microphone and camera are off.',
    blockedMicrophone:
      'The browser does not let this page use the microphone. Allow it by the icon beside the address.',
    blockedCamera:
      'The browser does not let this page use the camera. Allow it by the icon beside the address.',
    blockedScreen:
      'The browser or the system does not allow screen sharing. Allow screen recording for this browser in the system settings, then try again.',
    framedMicrophone:
      'The site around this page does not pass on the microphone. Open the room in a tab of its own, or ask the administrator of the site.',
    framedCamera:
      'The site around this page does not pass on the camera. Open the room in a tab of its own, or ask the administrator of the site.',
    framedScreen:
      'The site around this page does not allow screen sharing. Open the room in a tab of its own, or ask the administrator of the site.',
    insecureMicrophone:
      'The browser gives no microphone to a page without https. You can still hear the others and use the chat.',
    insecureCamera:
      'The browser gives no camera to a page without https. You can still hear the others and use the chat.',
    insecureScreen: 'The browser allows screen sharing only on a page with https.',
    missingMicrophone: 'No microphone was found. Plug one in and try again.',
    missingCamera: 'No camera was found. Plug one in and try again.',
    missingScreen: 'This browser cannot share the screen.',
    inUseMicrophone: 'Another program is using the microphone. Close it there and try again.',
    inUseCamera: 'Another program is using the camera. Close it there and try again.',
    inUseScreen: 'The screen could not be shared. Try another window.',
    failedMicrophone: 'The microphone could not be turned on. Try again.',
    failedCamera: 'The camera could not be turned on. Try again.',
    failedScreen: 'The screen could not be shared. Try again.',
    notSentMicrophone:
      'The others cannot hear you: the sound could not be sent. Turn the microphone on again.',
    notSentCamera: 'The others cannot see you: the picture could not be sent. Turn the camera on again.',
    notSentScreen: 'Your screen could not be sent. Share it again.',
    nowUsing: (label: string) => `Now using ${label}`,
  },
  ru: {
    microphone: 'Микрофон',
    camera: 'Камера',
    screen: 'Экран',
    speaker: 'Динамик',
    turnOnMicrophone: 'Включить микрофон',
    turnOffMicrophone: 'Выключить микрофон',
    turnOnCamera: 'Включить камеру',
    turnOffCamera: 'Выключить камеру',
    share: 'Показать экран',
    stopSharing: 'Прекратить показ',
    microphoneDevices: 'Выбрать микрофон и динамик',
    cameraDevices: 'Выбрать камеру',
    noDevices: 'Ничего не найдено',
    unnamed: (index: number) => `Устройство ${index}`,
    mutedMicrophone: 'Модератор выключил ваш микрофон. Вы можете включить его снова.',
    mutedCamera: 'Модератор выключил вашу камеру. Вы можете включить её снова.',
    mutedScreen: 'Модератор остановил показ вашего экрана.',
    maySpeak: 'Теперь вы можете говорить. Включите микрофон или камеру, когда будете готовы.',
    mayNotSpeak: 'Вы снова смотрите. Микрофон и камера выключены.',
    blockedMicrophone: 'Браузер не даёт странице доступ к микрофону. Разрешите его значком рядом с адресом.',
    blockedCamera: 'Браузер не даёт странице доступ к камере. Разрешите его значком рядом с адресом.',
    blockedScreen:
      'Браузер или система не разрешает показ экрана. Разрешите браузеру запись экрана в настройках системы и попробуйте снова.',
    framedMicrophone:
      'Сайт, в который встроена страница, не передаёт ей микрофон. Откройте комнату в отдельной вкладке или обратитесь к администратору сайта.',
    framedCamera:
      'Сайт, в который встроена страница, не передаёт ей камеру. Откройте комнату в отдельной вкладке или обратитесь к администратору сайта.',
    framedScreen:
      'Сайт, в который встроена страница, не разрешает показ экрана. Откройте комнату в отдельной вкладке или обратитесь к администратору сайта.',
    insecureMicrophone:
      'Без https браузер не даёт странице микрофон. Слышать других и писать в чат можно и так.',
    insecureCamera: 'Без https браузер не даёт странице камеру. Слышать других и писать в чат можно и так.',
    insecureScreen: 'Браузер разрешает показ экрана только на странице с https.',
    missingMicrophone: 'Микрофон не найден. Подключите его и попробуйте снова.',
    missingCamera: 'Камера не найдена. Подключите её и попробуйте снова.',
    missingScreen: 'Этот браузер не умеет показывать экран.',
    inUseMicrophone: 'Микрофон занят другой программой. Закройте его там и попробуйте снова.',
    inUseCamera: 'Камера занята другой программой. Закройте её там и попробуйте снова.',
    inUseScreen: 'Показать экран не удалось. Попробуйте другое окно.',
    failedMicrophone: 'Микрофон не включился. Попробуйте снова.',
    failedCamera: 'Камера не включилась. Попробуйте снова.',
    failedScreen: 'Показать экран не удалось. Попробуйте снова.',
    notSentMicrophone: 'Вас не слышно: звук не удалось передать. Включите микрофон ещё раз.',
    notSentCamera: 'Вас не видно: изображение не удалось передать. Включите камеру ещё раз.',
    notSentScreen: 'Экран не удалось передать. Покажите его ещё раз.',
    nowUsing: (label: string) => `Теперь используется: ${label}`,
  },
});
