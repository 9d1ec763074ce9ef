/** Plays the moves of a game one by one. */

export class Autoplay {
  private timer: number | undefined;
  private seconds = 1.5;

  constructor(
    private readonly step: () => void,
    private readonly changed: () => void,
  ) {}

  get isOn(): boolean {
    return this.timer !== undefined;
  }

  /** Starts with a step at once, or stops. */
  toggle(): void {
    if (this.isOn) return this.stop();
    this.begin();
    this.step();
    this.changed();
  }

  stop(): void {
    if (!this.isOn) return;
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.changed();
  }

  /** Continues at another speed. */
  setSpeed(seconds: number): void {
    this.seconds = seconds;
    if (!this.isOn) return;
    window.clearInterval(this.timer);
    this.begin();
  }

  private begin(): void {
    this.timer = window.setInterval(() => this.step(), this.seconds * 1000);
  }
}
