//! The requests that a server has announced.

use serde_json::Value;

/// Requests of a client with the server capability that announces them; requests that need no announcement are left out.
const ANNOUNCED: [(&str, &str); 38] = [
    ("textDocument/hover", "/hoverProvider"),
    ("textDocument/completion", "/completionProvider"),
    ("completionItem/resolve", "/completionProvider/resolveProvider"),
    ("textDocument/signatureHelp", "/signatureHelpProvider"),
    ("textDocument/declaration", "/declarationProvider"),
    ("textDocument/definition", "/definitionProvider"),
    ("textDocument/typeDefinition", "/typeDefinitionProvider"),
    ("textDocument/implementation", "/implementationProvider"),
    ("textDocument/references", "/referencesProvider"),
    ("textDocument/documentHighlight", "/documentHighlightProvider"),
    ("textDocument/documentSymbol", "/documentSymbolProvider"),
    ("textDocument/codeAction", "/codeActionProvider"),
    ("codeAction/resolve", "/codeActionProvider/resolveProvider"),
    ("textDocument/codeLens", "/codeLensProvider"),
    ("codeLens/resolve", "/codeLensProvider/resolveProvider"),
    ("textDocument/documentLink", "/documentLinkProvider"),
    ("documentLink/resolve", "/documentLinkProvider/resolveProvider"),
    ("textDocument/documentColor", "/colorProvider"),
    ("textDocument/colorPresentation", "/colorProvider"),
    ("textDocument/formatting", "/documentFormattingProvider"),
    ("textDocument/rangeFormatting", "/documentRangeFormattingProvider"),
    ("textDocument/onTypeFormatting", "/documentOnTypeFormattingProvider"),
    ("textDocument/rename", "/renameProvider"),
    ("textDocument/prepareRename", "/renameProvider/prepareProvider"),
    ("textDocument/foldingRange", "/foldingRangeProvider"),
    ("textDocument/selectionRange", "/selectionRangeProvider"),
    ("textDocument/linkedEditingRange", "/linkedEditingRangeProvider"),
    ("textDocument/prepareCallHierarchy", "/callHierarchyProvider"),
    ("textDocument/semanticTokens/full", "/semanticTokensProvider/full"),
    ("textDocument/semanticTokens/full/delta", "/semanticTokensProvider/full/delta"),
    ("textDocument/semanticTokens/range", "/semanticTokensProvider/range"),
    ("textDocument/inlayHint", "/inlayHintProvider"),
    ("inlayHint/resolve", "/inlayHintProvider/resolveProvider"),
    ("textDocument/diagnostic", "/diagnosticProvider"),
    ("workspace/diagnostic", "/diagnosticProvider/workspaceDiagnostics"),
    ("workspace/symbol", "/workspaceSymbolProvider"),
    ("workspaceSymbol/resolve", "/workspaceSymbolProvider/resolveProvider"),
    ("workspace/executeCommand", "/executeCommandProvider"),
];

/// Whether a server with these capabilities and these dynamic registrations may answer a request.
pub fn is_announced(method: &str, capabilities: &Value, registered: &[String]) -> bool {
    let Some((_, place)) = ANNOUNCED.iter().find(|(known, _)| *known == method) else { return true };
    let is_there = capabilities.pointer(place).is_some_and(|provider| !provider.is_null() && *provider != false);
    let base = |registered: &String| {
        let is_of_all_files = registered == "textDocument/diagnostic" && method == "workspace/diagnostic";
        is_of_all_files || method == registered || method.starts_with(&format!("{registered}/"))
    };
    is_there || registered.iter().any(base)
}
