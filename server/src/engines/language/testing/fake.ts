import type { LanguageModel, LanguageRequest } from '../language.ts';

/** A language model in memory for tests: answers what `answer` returns or throws. */
export class FakeLanguageModel implements LanguageModel {
  readonly name = 'fake';
  readonly dataLength: number;
  readonly requests: LanguageRequest[] = [];
  readonly #answer: (request: LanguageRequest) => unknown;

  constructor(answer: (request: LanguageRequest) => unknown, dataLength = 12_000) {
    this.#answer = answer;
    this.dataLength = dataLength;
  }

  async write(request: LanguageRequest): Promise<unknown> {
    request.signal.throwIfAborted();
    this.requests.push(request);
    return this.#answer(request);
  }
}
