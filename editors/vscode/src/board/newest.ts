/** Questions of which only the newest counts. */

/**
 * Asks one question at a time. What is asked meanwhile waits, and only the newest of it: so a slow answer is shown when it comes,
 * and the last one shown is that to the last question.
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

  /** Asks `question` now, or when the one before it is answered. */
  next(question: Question): void {
    this.waiting = { question };
    if (!this.isAsking) this.running = this.run();
  }

  /** Resolves when everything that was asked is answered. */
  settled(): Promise<void> {
    return this.running;
  }

  /** Forgets what waits, and the answer that is on its way. */
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
