//! Which findings a configuration requests.

use scoresheet_lint::configuration::Setting;

use super::located::LocatedFinding;
use crate::configuration::FileSettings;

/// Removes the findings that are not requested.
pub(crate) fn retain_requested(findings: &mut Vec<LocatedFinding>, settings: &FileSettings) {
    let configuration = &settings.configuration;
    findings.retain(|LocatedFinding { finding, .. }| {
        finding.level >= configuration.lowest && configuration.setting(finding.rule) != Setting::Off
    });
}
