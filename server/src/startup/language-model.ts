import type { Config } from '../config.ts';
import { ChatCompletions } from '../engines/language/chat-completions.ts';
import type { LanguageModel } from '../engines/language/language.ts';

/** Writes summaries; undefined if the operator has configured none. */
export function languageModelOf(config: Config): LanguageModel | undefined {
  const { LECTERN_LLM_URL: url, LECTERN_LLM_KEY: key, LECTERN_LLM_MODEL: model } = config;
  return url && model ? new ChatCompletions({ url, key, model }) : undefined;
}
