/** The number of automatic restarts within the time below. */
const MOST = 4;

/** In milliseconds. */
const WITHIN = 3 * 60_000;

/** Counts crashes, so that a server that crashes at once is not restarted for ever. */
export class Crashes {
  private times: number[] = [];

  /** Records a crash at `now`, in milliseconds. Returns whether to restart the server. */
  again(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < WITHIN), now];
    return this.times.length <= MOST;
  }

  /** Resets the count after a manual restart. */
  forget(): void {
    this.times = [];
  }
}
