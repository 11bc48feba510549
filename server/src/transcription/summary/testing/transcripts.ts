import type { SummarySegment } from '../sentences.ts';

/** @param text a line for each segment, `speaker|text`; a segment lasts 6 s and begins 8 s after the one before */
export function transcriptOf(text: string): SummarySegment[] {
  return text.split('\n').map((line, at) => {
    const [speaker = '', spoken = ''] = line.split('|');
    return { speaker, text: spoken, start: at * 8, end: at * 8 + 6 };
  });
}

export const englishCall = transcriptOf(`Anna|Hi everyone, can you hear me?
Boris|Yes, I can hear you, good morning.
Anna|Great, let's start. Today we have to decide when the new payment page goes live.
Boris|The payment page is almost finished, but the tests for refunds still fail on the staging server.
Clara|I looked at the refunds yesterday, the bank sends a different currency code than we expect.
Boris|So the refund tests fail because of the currency code, right?
Clara|Exactly, I will fix the currency code in the refund module by Wednesday.
Anna|Okay, good. What about the translations?
Boris|Hmm, well, you know.
Boris|The German translations are missing for the payment page, the agency promised them for Thursday.
Anna|Then we decided: the payment page goes live on Friday, if the refund tests are green and the translations arrived.
Clara|Sounds good to me.
Anna|One more thing, marketing wants to announce the payment page in the newsletter next week.
Boris|I will write two paragraphs for the newsletter.
Anna|Thanks everyone, have a nice day.
Boris|Bye!`);

export const russianCall = transcriptOf(`Анна|Всем привет, меня слышно?
Борис|Да, слышно хорошо, доброе утро.
Анна|Отлично. Сегодня нам нужно решить, когда мы запускаем новую страницу оплаты.
Борис|Страница оплаты почти готова, но тесты возвратов пока падают на тестовом сервере.
Клара|Я вчера смотрела возвраты, банк присылает другой код валюты, чем мы ожидаем.
Борис|То есть тесты возвратов падают из-за кода валюты, да?
Клара|Именно, я исправлю код валюты в модуле возвратов до среды.
Анна|Окей, хорошо. А что с переводами?
Борис|Ну, как бы, это самое.
Борис|Немецких переводов для страницы оплаты пока нет, агентство обещало прислать их в четверг.
Анна|Тогда решили: запускаем страницу оплаты в пятницу, если тесты возвратов пройдут и придут переводы.
Клара|Меня устраивает.
Анна|И ещё, маркетинг хочет рассказать о странице оплаты в рассылке на следующей неделе.
Борис|Я напишу два абзаца для рассылки.
Анна|Всем спасибо, хорошего дня.
Борис|Пока!`);
