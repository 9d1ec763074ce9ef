/** So often a server is started again by itself within the time below. */
const MOST = 4;

/** In milliseconds. */
const WITHIN = 3 * 60_000;

/** Counts crashes, so that a server that cannot live is not started for ever. */
export class Crashes {
  private times: number[] = [];

  /** Notes a crash at `now`, in milliseconds. Whether the server is to be started again. */
  again(now: number): boolean {
    this.times = [...this.times.filter((time) => now - time < WITHIN), now];
    return this.times.length <= MOST;
  }

  /** Somebody has started it by hand: it has all its chances again. */
  forget(): void {
    this.times = [];
  }
}
