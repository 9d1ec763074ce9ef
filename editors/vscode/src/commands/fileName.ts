/** The last part of the path of an address. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
