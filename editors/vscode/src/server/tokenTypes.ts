import type { ClientCapabilities, FeatureState, StaticFeature } from "vscode-languageclient/node";

/** What the manifest contributes for colours; its names are those of `server/docs/semantic-tokens.md`. */
export interface TokenContributions {
  semanticTokenTypes: readonly { id: string }[];
  semanticTokenModifiers: readonly { id: string }[];
}

/** Tells the server that this editor knows the names of its token types, so that it need not use the protocol's own. */
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
