import { localeOf } from '../../../contract/languages.ts';

/** Cached, because creating a format is slow and a list needs the same ones repeatedly. */
function cached<Options, Format>(create: (language: string, options?: Options) => Format) {
  const formats = new Map<string, Format>();
  return (language: string, options?: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`;
    const known = formats.get(key) ?? create(language, options);
    formats.set(key, known);
    return known;
  };
}

export const dateFormat = cached<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (language, options) => new Intl.DateTimeFormat(localeOf(language), options),
);

/** Options of every time of day, to which a page adds seconds, a day or a time zone. */
export const clock = { hour: '2-digit', minute: '2-digit' } as const;

/** `15:04` */
export const timeOfDay = (at: Date | number, language: string): string =>
  dateFormat(language, clock).format(at);

export const numberFormat = cached<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (language, options) => new Intl.NumberFormat(language, options),
);
export const relativeFormat = cached<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(
  (language, options) => new Intl.RelativeTimeFormat(language, options),
);

/** Compares names as the language orders them; numbers in them by value. */
export const nameOrder = cached<Intl.CollatorOptions, Intl.Collator>(
  (language, options) => new Intl.Collator(language, { numeric: true, ...options }),
);

export const listText = (items: readonly string[], language: string): string =>
  new Intl.ListFormat(language).format(items);

/** An amount with its unit: `5 min`. */
export const unitText = (value: number, unit: string, language: string): string =>
  numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
