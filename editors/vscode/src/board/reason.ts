/** Why a request has no answer, for the user. */
import { ResponseError } from "vscode-languageclient/node";

/** The sentence of an error; for a query that cannot be read, also what to write instead. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { suggestion } = (error instanceof ResponseError ? (error.data as { suggestion?: string } | undefined) : undefined) ?? {};
  return suggestion ? `${error.message}: ${suggestion}` : error.message;
}
