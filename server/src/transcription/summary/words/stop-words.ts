/** Words that say nothing about the topic: function words, and what people say to keep a call going. */
const russian = `
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще нет о из ему теперь когда
даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя
их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы
нее сейчас были куда зачем всех никогда можно при об хоть после над больше тот через эти нас про всего них какая много разве эту моя
впрочем свою этой перед иногда лучше чуть том нельзя такой им более всегда конечно всю между это эта наш наша наши ваш ваша ваши свой свои своих
который которая которое которые которых которой которому которым буду будем будете будут могу может можем можете могут мог могла могли хочу хочет
хотим хотите хотят нужно просто вообще очень тоже также поэтому пока либо именно типа короче значит собственно допустим наверное кажется возможно
давай давайте ладно хорошо ага угу окей ок так-то понятно ясно привет здравствуйте добрый день доброе утро вечер спасибо пожалуйста пока
до свидания слышно видно слышите видите слышу вижу алло коллеги ребята друзья всем всё еще раз да-да нет-нет ой эм ээ мм вроде как-то какие-то
какой-то что-то чего-то кто-то где-то такое такая такие таким этих этими тут-то говорю говорит говорят сказал сказала сказать скажем скажу
думаю думает делать делаем делает сделать сделаем есть нету бывает каждый другой другие другая самый самая самое одна одно одни два три`;

const english = `
a about above after again against all also am an and any are aren't as at be because been before being below between both but by can can't cannot
could couldn't did didn't do does doesn't doing don't down during each even few for from further get gets getting go goes going gone got had hadn't
has hasn't have haven't having he he'd he'll he's her here hers herself him himself his how i i'd i'll i'm i've if in into is isn't it it's its
itself just let let's like ll lot made make makes making many may maybe me might more most much must my myself no nor not now of off on once one only
or other our ours ourselves out over own put quite rather re really right said same say saying says see she she'd she'll she's should shouldn't so
some such sure take than that that's the their theirs them themselves then there there's these they they'd they'll they're they've thing things
think this those through to too two three under until up us use used very want wants was wasn't way we we'd we'll we're we've well went were weren't
what what's when where which while who whom why will with won't would wouldn't yeah yep yes yet you you'd you'll you're you've your yours yourself
okay ok oh uh um hmm hm mm mhm ah eh hey hi hello bye goodbye thanks thank please sorry guys everyone everybody folks anyway basically actually
literally kind sort mean know guess gonna wanna gotta stuff bit something anything nothing somebody good great nice cool alright hear hearing heard
muted mute unmute morning afternoon evening don doesn isn aren wasn ve t s d m`;

const set = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const stopWords: Readonly<Record<'ru' | 'en', ReadonlySet<string>>> = {
  ru: set(russian),
  en: set(english),
};

/** Greetings and remarks about the connection. A sentence with one of these is no highlight. */
export const housekeeping =
  /\b(can|do|could) (you|everyone|everybody|anyone|we) (all )?(hear|see)\b|\b(you are|you're|i'm|i am) (on )?mute|\bshare (my|your|the) screen\b|\bsee my screen\b|\b(how are you|nice to (meet|see) you|good (morning|afternoon|evening)|see you (later|tomorrow|soon)|have a (good|nice|great))\b|(меня|вас|тебя|всех|всем|нас|мой) (хорошо )?(слышно|видно|слышите|видите)|(слышно|видно) (меня|вас|тебя|экран|презентацию|ли)|(включи|выключи)(те)? (микрофон|камеру|звук)|(демонстраци[яюи]|показываю|видно) экран|(добрый (день|вечер)|доброе утро|до свидания|всем (привет|пока|спасибо))/iu;
