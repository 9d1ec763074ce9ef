"""Sessions with the capabilities that editors were recorded to announce.

The server is the program `scoresheet` on the path. What it answers is read by lsprotocol's types, which refuse what is of another kind.
"""

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

GAME = """[Event "Test"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "Otto"]
[Result "*"]

1. e4 e5 2. Nf3 $1 Nc6 (2... d6 {solid}) 3. Bb6 a6 4. Ba4 *
"""
MOVETEXT = 8
FILE = types.TextDocumentIdentifier("file:///game.pgn")

# One session for each editor.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=["scoresheet", "lsp"]),
    params=["visual-studio-code", "neovim", "emacs"],
    scope="module",
)
async def client(request, lsp_client: LanguageClient):
    """A client with the newest recorded capabilities of an editor, and a game that it has opened."""
    capabilities = client_capabilities(request.param)
    await lsp_client.initialize_session(types.InitializeParams(capabilities=capabilities, root_uri="file:///"))
    lsp_client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(FILE.uri, "pgn", 1, GAME))
    )
    await lsp_client.wait_for_notification("textDocument/publishDiagnostics")
    yield
    await lsp_client.shutdown_session()


def place(text):
    """Where a part of the movetext begins."""
    return types.Position(MOVETEXT, GAME.splitlines()[MOVETEXT].index(text))


def around(text):
    """The range of a part of the movetext."""
    start = place(text)
    return types.Range(start, types.Position(start.line, start.character + len(text)))


def edited(text, edits):
    """A text after edits, whose positions are within single-byte characters here."""
    lines = text.splitlines(keepends=True)

    def offset(position):
        return sum(map(len, lines[: position.line])) + position.character

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def test_finding(client: LanguageClient):
    """A fault is told where it is."""
    found = [one for one in client.diagnostics[FILE.uri] if one.code == "illegal-move"]
    assert [one.range for one in found] == [around("Bb6")]


async def test_hover(client: LanguageClient):
    """A hover has a board as text, in a format that the editor can show."""
    hover = await client.text_document_hover_async(types.HoverParams(FILE, place("Nf3")))
    formats = client.capabilities.text_document.hover.content_format
    assert hover.contents.kind == formats[0]
    assert "3  . . . . .[N]. ." in hover.contents.value
    assert "data:" not in hover.contents.value
    is_markdown = hover.contents.kind == types.MarkupKind.Markdown
    assert ("**2. Nf3**" in hover.contents.value) == is_markdown
    assert ("\n```\n" in hover.contents.value) == is_markdown
    # A language behind the fence makes some editors look for a syntax file.
    assert "```text" not in hover.contents.value


async def test_completion(client: LanguageClient):
    """Legal moves are offered; snippets only where they are understood."""
    answer = await client.text_document_completion_async(types.CompletionParams(FILE, place("Bb6")))
    items = answer.items if isinstance(answer, types.CompletionList) else answer
    assert "Bb5" in [item.label for item in items]
    knows_snippets = client.capabilities.text_document.completion.completion_item.snippet_support
    if not knows_snippets:
        assert all(item.insert_text_format != types.InsertTextFormat.Snippet for item in items)


async def test_repair(client: LanguageClient):
    """A repair changes the text to what was meant."""
    context = types.CodeActionContext(client.diagnostics[FILE.uri])
    actions = await client.text_document_code_action_async(types.CodeActionParams(FILE, around("Bb6"), context))
    action = next(action for action in actions if action.title == "Write Bb5")
    if action.edit is None:
        action = await client.code_action_resolve_async(action)
    edits = (action.edit.changes or {}).get(FILE.uri) or action.edit.document_changes[0].edits
    assert "3. Bb5 a6 4. Ba4" in edited(GAME, edits)


async def test_formatting(client: LanguageClient):
    """A file is formatted."""
    text = GAME.replace("Bb6", "Bb5").replace("1. e4 e5", "1.e4   e5")
    other = types.TextDocumentIdentifier("file:///other.pgn")
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(other.uri, "pgn", 1, text)))
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(other, types.FormattingOptions(tab_size=4, insert_spaces=True))
    )
    assert "\n1. e4 e5 2. Nf3 $1 Nc6 (2... d6 { solid }) 3. Bb5 a6 4. Ba4 *\n" in edited(text, edits)


async def test_reading(client: LanguageClient):
    """Outline, folds, tokens, hints, lenses and links are of the kinds that the protocol wants, and about the game."""
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(FILE))
    assert "Anna" in symbols[0].name
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(FILE))
    assert (folds[0].start_line, folds[0].end_line) == (0, MOVETEXT)
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(FILE))
    assert len(tokens.data) % 5 == 0 and tokens.data
    whole = types.Range(types.Position(0, 0), types.Position(MOVETEXT + 1, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(FILE, whole))
    assert [hint.label for hint in hints] == ["!"]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(FILE))
    assert len(lenses) == 1
    resolved = await client.code_lens_resolve_async(lenses[0])
    assert "moves" in resolved.command.title
    await client.text_document_document_link_async(types.DocumentLinkParams(FILE))
    await client.text_document_document_color_async(types.DocumentColorParams(FILE))


async def test_navigation(client: LanguageClient):
    """Selections grow from the move to the variation."""
    ranges = await client.text_document_selection_range_async(types.SelectionRangeParams(FILE, [place("d6")]))
    parents, part = [], ranges[0]
    while part:
        parents.append(part.range)
        part = part.parent
    assert around("d6") in parents and around("(2... d6 {solid})") in parents
    await client.text_document_definition_async(types.DefinitionParams(FILE, place("d6")))
    await client.text_document_document_highlight_async(types.DocumentHighlightParams(FILE, place("d6")))
    await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), FILE, place("Nf3"))
    )
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("Anna"))
    assert any("Anna" in symbol.name for symbol in found)


async def test_board(client: LanguageClient):
    """The requests of Scoresheet's own answer any client."""
    at = {"textDocument": {"uri": FILE.uri}, "position": {"line": MOVETEXT, "character": place("d6").character}}
    board = await client.protocol.send_request_async("scoresheet/board", at)
    assert board.fen == "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
    assert board.depth == 1
    played = await client.protocol.send_request_async("scoresheet/play", {**at, "move": "d2d4"})
    assert [edit.newText for edit in played.edits] == [" 3. d4"]
