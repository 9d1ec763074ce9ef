import type { ClientCapabilities, FeatureState, StaticFeature } from "vscode-languageclient/node";

/** The token types of the manifest, as in `server/docs/semantic-tokens.md`. */
export interface TokenContributions {
  semanticTokenTypes: readonly { id: string }[];
  semanticTokenModifiers: readonly { id: string }[];
}

/** Announces to the server that this editor knows its token types, so that it does not use the protocol's standard ones. */
export class TokenTypes implements StaticFeature {
  constructor(private readonly contributions: TokenContributions) {}

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const tokens = capabilities.textDocument?.semanticTokens;
    tokens?.tokenTypes.push(...this.contributions.semanticTokenTypes.map((type) => type.id));
    tokens?.tokenModifiers.push(...this.contributions.semanticTokenModifiers.map((modifier) => modifier.id));
  }

  initialize(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {}
}
