//! `textDocument/signatureHelp`: what belongs where in a command, a time control, a FEN.

use scoresheet_ide::signature_help::Parameter;
use tower_lsp::lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, Position, SignatureHelp, SignatureInformation,
};

use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::proto::position::saturate;

/// Typed where the next part begins.
pub(crate) const TRIGGERS: [&str; 6] = [" ", ",", ":", "/", "+", "\""];

/// How that is written which is being written at `position`.
pub(crate) fn help(snapshot: &Snapshot, position: Position) -> Option<SignatureHelp> {
    let help = snapshot.signature(snapshot.offset(position))?;
    let parameter = |parameter: &Parameter| ParameterInformation {
        // The label is ASCII, so that its offsets are the same in every encoding.
        label: match snapshot.settings.label_offsets {
            true => ParameterLabel::LabelOffsets([saturate(parameter.range.start), saturate(parameter.range.end)]),
            false => ParameterLabel::Simple(help.label[parameter.range.clone()].to_owned()),
        },
        documentation: Some(Documentation::String(parameter.documentation.to_owned())),
    };
    let active = Some(saturate(help.active));
    let signature = SignatureInformation {
        parameters: Some(help.parameters.iter().map(parameter).collect()),
        documentation: Some(Documentation::String(help.documentation.clone())),
        active_parameter: active,
        label: help.label,
    };
    Some(SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: active })
}
