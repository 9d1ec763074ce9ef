//! The messages that a server may send, by the client's capabilities. Parts that a client may ignore are no fault.

use serde_json::Value;

use super::types::{looked_at, members};

/// The last kind of symbol that every client supports: `Array`.
const USUAL_SYMBOL_KINDS: u64 = 18;

/// The last kind of completion item that every client supports: `Reference`.
const USUAL_ITEM_KINDS: u64 = 18;

/// Requests of a server that need a client capability.
const ASKED: [(&str, &str); 9] = [
    ("workspace/configuration", "/workspace/configuration"),
    ("workspace/workspaceFolders", "/workspace/workspaceFolders"),
    ("workspace/applyEdit", "/workspace/applyEdit"),
    ("window/workDoneProgress/create", "/window/workDoneProgress"),
    ("window/showDocument", "/window/showDocument/support"),
    ("workspace/codeLens/refresh", "/workspace/codeLens/refreshSupport"),
    ("workspace/inlayHint/refresh", "/workspace/inlayHint/refreshSupport"),
    ("workspace/semanticTokens/refresh", "/workspace/semanticTokens/refreshSupport"),
    ("workspace/diagnostic/refresh", "/workspace/diagnostics/refreshSupport"),
];

/// The client's capabilities.
#[derive(Clone, Copy)]
pub struct Client<'client>(pub &'client Value);

impl Client<'_> {
    fn has(self, place: &str) -> bool {
        self.0.pointer(place).is_some_and(|value| *value == true)
    }

    fn names(self, place: &str, name: &str) -> bool {
        self.0.pointer(place).and_then(Value::as_array).is_some_and(|names| names.iter().any(|known| known == name))
    }

    fn is_there(self, place: &str) -> bool {
        self.0.pointer(place).is_some_and(|value| !value.is_null())
    }

    /// The faults of a request or notification to this client.
    pub fn faults_of_message(self, method: &str, params: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some((_, place)) = ASKED.iter().find(|(known, _)| *known == method).filter(|(_, place)| !self.has(place))
        {
            faults.push(format!("the client has not announced {place}"));
        }
        if method == "client/registerCapability" {
            for registration in params["registrations"].as_array().into_iter().flatten() {
                let method = registration["method"].as_str().unwrap_or_default();
                if !self.has(&format!("/{method}/dynamicRegistration")) {
                    faults.push(format!("the client does not register {method}"));
                }
            }
        }
        if method == "workspace/applyEdit" {
            self.edit(&params["edit"], "params.edit", &mut faults);
        }
        faults
    }

    /// The faults of the server capabilities for this client.
    pub fn faults_of_announcement(self, server: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        let encoding = server["positionEncoding"].as_str().unwrap_or("utf-16");
        if encoding != "utf-16" && !self.names("/general/positionEncodings", encoding) {
            faults.push(format!("positions in {encoding} were not offered"));
        }
        let text = "/textDocument";
        if server["renameProvider"].is_object() && !self.has(&format!("{text}/rename/prepareSupport")) {
            faults.push("options of renameProvider are for clients with prepareSupport".to_owned());
        }
        if server["codeActionProvider"].is_object()
            && !self.is_there(&format!("{text}/codeAction/codeActionLiteralSupport"))
        {
            faults.push("options of codeActionProvider are for clients with codeActionLiteralSupport".to_owned());
        }
        faults
    }

    /// The faults of an answer to this client.
    pub fn faults_of_answer(self, method: &str, result: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        let mut each = |check: &dyn Fn(&Value, &str, &mut Vec<String>)| {
            let items = result.as_array().or_else(|| result["items"].as_array());
            items.into_iter().flat_map(|items| looked_at(items)).for_each(|(index, item)| {
                check(item, &format!("result[{index}]"), &mut faults);
            });
        };
        match method {
            "textDocument/codeAction" => each(&|action, at, faults| self.action(action, at, faults)),
            "codeAction/resolve" => self.edit(&result["edit"], "result.edit", &mut faults),
            "textDocument/rename" => self.edit(result, "result", &mut faults),
            "textDocument/completion" => each(&|item, at, faults| self.item(item, at, faults)),
            "completionItem/resolve" => self.item(result, "result", &mut faults),
            "textDocument/documentSymbol" => each(&|symbol, at, faults| self.symbol(symbol, at, faults)),
            "workspace/symbol" => each(&|symbol, at, faults| {
                self.symbol_kind(symbol, "/workspace/symbol/symbolKind/valueSet", at, faults);
            }),
            "textDocument/definition"
            | "textDocument/typeDefinition"
            | "textDocument/declaration"
            | "textDocument/implementation" => {
                let support = format!("/{method}/linkSupport");
                each(&|target, at, faults| {
                    if !target["targetUri"].is_null() && !self.has(&support) {
                        faults.push(format!("{at}: a link for a client without {support}"));
                    }
                });
            }
            "textDocument/hover" => self.markup(&result["contents"], "/textDocument/hover/contentFormat", &mut faults),
            "textDocument/signatureHelp" => self.signatures(result, &mut faults),
            "textDocument/foldingRange" => {
                let limit = self.0.pointer("/textDocument/foldingRange/rangeLimit").and_then(Value::as_u64);
                let count = result.as_array().map_or(0, Vec::len) as u64;
                if limit.is_some_and(|limit| count > limit) {
                    faults.push(format!("{count} folds for a client that takes {limit:?}"));
                }
            }
            _ => {}
        }
        faults
    }

    fn action(self, action: &Value, at: &str, faults: &mut Vec<String>) {
        let support = "/textDocument/codeAction";
        let is_command = action["command"].is_string();
        if !is_command && !self.is_there(&format!("{support}/codeActionLiteralSupport")) {
            faults.push(format!("{at}: an action for a client that knows commands only"));
        }
        if is_command {
            return;
        }
        if !action["disabled"].is_null() && !self.has(&format!("{support}/disabledSupport")) {
            faults.push(format!("{at}: a disabled action for a client that does not know them"));
        }
        let resolves = self.names(&format!("{support}/resolveSupport/properties"), "edit");
        let does_something = ["edit", "command", "disabled"].iter().any(|member| !action[member].is_null());
        if !does_something && !resolves {
            faults.push(format!("{at}: an action that does nothing, for a client that does not resolve edits"));
        }
        self.edit(&action["edit"], &format!("{at}.edit"), faults);
    }

    fn edit(self, edit: &Value, at: &str, faults: &mut Vec<String>) {
        let support = "/workspace/workspaceEdit";
        // The protocol requires one of the two: a client that creates and renames files reads the list of both.
        let reads_list =
            self.has(&format!("{support}/documentChanges")) || self.is_there(&format!("{support}/resourceOperations"));
        for change in edit["documentChanges"].as_array().into_iter().flatten() {
            match change["kind"].as_str() {
                None if !reads_list => {
                    faults.push(format!("{at}: documentChanges for a client that does not know them"));
                }
                Some(kind) if !self.names(&format!("{support}/resourceOperations"), kind) => {
                    faults.push(format!("{at}: the client does not {kind} files"));
                }
                _ => {}
            }
        }
        if !edit["changeAnnotations"].is_null() && !self.is_there(&format!("{support}/changeAnnotationSupport")) {
            faults.push(format!("{at}: changeAnnotations for a client that does not know them"));
        }
    }

    fn item(self, item: &Value, at: &str, faults: &mut Vec<String>) {
        let support = "/textDocument/completion/completionItem";
        if item["insertTextFormat"] == 2 && !self.has(&format!("{support}/snippetSupport")) {
            faults.push(format!("{at}: a snippet for a client without them"));
        }
        if item["textEdit"]["insert"].is_object() && !self.has(&format!("{support}/insertReplaceSupport")) {
            faults.push(format!("{at}: two ranges for a client that takes one"));
        }
        self.markup(&item["documentation"], &format!("{support}/documentationFormat"), faults);
        let kinds = self.0.pointer("/textDocument/completion/completionItemKind/valueSet").and_then(Value::as_array);
        let kind = &item["kind"];
        let is_known = kinds.map_or(kind.as_u64() <= Some(USUAL_ITEM_KINDS), |kinds| kinds.contains(kind));
        if !kind.is_null() && !is_known {
            faults.push(format!("{at}: the client does not know the kind {kind}"));
        }
    }

    fn symbol(self, symbol: &Value, at: &str, faults: &mut Vec<String>) {
        let support = "/textDocument/documentSymbol";
        let is_of_tree = !symbol["selectionRange"].is_null();
        if is_of_tree && !self.has(&format!("{support}/hierarchicalDocumentSymbolSupport")) {
            faults.push(format!("{at}: a tree for a client that shows a list"));
        }
        self.symbol_kind(symbol, &format!("{support}/symbolKind/valueSet"), at, faults);
        for child in symbol["children"].as_array().into_iter().flatten() {
            self.symbol(child, &format!("{at}.children"), faults);
        }
    }

    fn symbol_kind(self, symbol: &Value, place: &str, at: &str, faults: &mut Vec<String>) {
        let kinds = self.0.pointer(place).and_then(Value::as_array);
        let kind = &symbol["kind"];
        let is_known = kinds.map_or(kind.as_u64() <= Some(USUAL_SYMBOL_KINDS), |kinds| kinds.contains(kind));
        if !is_known {
            faults.push(format!("{at}: the client does not know the kind {kind}"));
        }
    }

    fn markup(self, markup: &Value, place: &str, faults: &mut Vec<String>) {
        if markup["kind"] == "markdown" && !self.names(place, "markdown") {
            faults.push("Markdown for a client that has not announced it".to_owned());
        }
    }

    fn signatures(self, result: &Value, faults: &mut Vec<String>) {
        let support = "/textDocument/signatureHelp/signatureInformation";
        for signature in result["signatures"].as_array().into_iter().flatten() {
            self.markup(&signature["documentation"], &format!("{support}/documentationFormat"), faults);
            for parameter in signature["parameters"].as_array().into_iter().flatten() {
                let knows_offsets = self.has(&format!("{support}/parameterInformation/labelOffsetSupport"));
                if parameter["label"].is_array() && !knows_offsets {
                    faults.push("offsets in a label for a client that takes words".to_owned());
                }
            }
        }
    }
}

/// The methods that a server registers.
pub fn registered(params: &Value) -> impl Iterator<Item = String> {
    let registrations = members(params).filter(|(name, _)| *name == "registrations");
    let all = registrations.flat_map(|(_, list)| list.as_array().into_iter().flatten());
    all.filter_map(|registration| registration["method"].as_str().map(str::to_owned))
}
