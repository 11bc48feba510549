type Forms = Partial<Record<Intl.LDMLPluralRule | `=${number}`, string>> & { other: string };

/** Formats that compiled messages of a language use (`scripts/lib/texts`). */
export function messageFormat(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return {
    number: (value: number): string => numbers.format(value),
    /** The form of exactly this number, else the form that the language uses for it. */
    plural: (count: number, forms: Forms): string =>
      forms[`=${count}`] ?? forms[rules.select(count)] ?? forms.other,
    /** The form of this key, else `other`. */
    select: (key: string | number, forms: Record<string, string> & { other: string }): string =>
      Object.hasOwn(forms, key) ? (forms[key] ?? forms.other) : forms.other,
  };
}
