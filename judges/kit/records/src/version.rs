//! The version of the form of records and of descriptions of runs.

use serde::{Deserialize, Serialize};

/// The version: files of version 1 are read for ever; a file without a version is of version 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Version;

/// The only version so far.
const VERSION: u32 = 1;

impl From<Version> for u32 {
    fn from(_: Version) -> u32 {
        VERSION
    }
}

impl TryFrom<u32> for Version {
    type Error = String;

    fn try_from(version: u32) -> Result<Version, String> {
        match version {
            VERSION => Ok(Version),
            _ => Err(format!(
                "version {version}; this program reads version {VERSION}"
            )),
        }
    }
}
