/** Which rows of a list are selected. */
import type { Ranges } from "../../../src/games/messages";

/** A set of indices, as half-open ranges in order. */
export class Selection {
  private constructor(readonly ranges: Ranges) {}

  static readonly none = new Selection([]);

  /** From one index to another, in either direction, both included. */
  static between(one: number, other: number): Selection {
    return new Selection([[Math.min(one, other), Math.max(one, other) + 1]]);
  }

  /** All of so many rows. */
  static all(count: number): Selection {
    return count === 0 ? Selection.none : new Selection([[0, count]]);
  }

  get count(): number {
    return this.ranges.reduce((sum, [start, end]) => sum + end - start, 0);
  }

  has(index: number): boolean {
    return this.ranges.some(([start, end]) => start <= index && index < end);
  }

  /** With one more. */
  with(index: number): Selection {
    return this.plus(Selection.between(index, index));
  }

  /** Without one. */
  without(index: number): Selection {
    const parts = this.ranges.flatMap(([start, end]): (readonly [number, number])[] => (start <= index && index < end ? [[start, index], [index + 1, end]] : [[start, end]]));
    return new Selection(parts.filter(([start, end]) => start < end));
  }

  /** With those of another selection. */
  plus(other: Selection): Selection {
    const joined: [number, number][] = [];
    for (const [start, end] of [...this.ranges, ...other.ranges].sort((one, another) => one[0] - another[0])) {
      const last = joined.at(-1);
      if (last && start <= last[1]) last[1] = Math.max(last[1], end);
      else joined.push([start, end]);
    }
    return new Selection(joined);
  }
}
