/** Requests of which only the newest counts. */

/**
 * Sends one request at a time. Of the requests that come meanwhile only the newest waits. So a slow answer is shown when it arrives,
 * and the last answer shown belongs to the last request.
 */
export class Newest<Question, Answer> {
  private waiting: { readonly question: Question } | undefined;
  private isAsking = false;
  private generation = 0;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly ask: (question: Question) => Promise<Answer>,
    private readonly tell: (answer: Answer, question: Question) => void,
    private readonly fail: (error: unknown, question: Question) => void = () => undefined,
  ) {}

  /** Sends `question` now, or after the answer to the one before it. */
  next(question: Question): void {
    this.waiting = { question };
    if (!this.isAsking) this.running = this.run();
  }

  /** Resolves when all requests are answered. */
  settled(): Promise<void> {
    return this.running;
  }

  /** Drops the waiting request, and the answer to the one in flight. */
  forget(): void {
    this.waiting = undefined;
    this.generation += 1;
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    while (this.waiting) {
      const { question } = this.waiting;
      this.waiting = undefined;
      const { generation } = this;
      const isCurrent = () => generation === this.generation;
      try {
        const answer = await this.ask(question);
        if (isCurrent()) this.tell(answer, question);
      } catch (error) {
        if (isCurrent()) this.fail(error, question);
      }
    }
    this.isAsking = false;
  }
}
