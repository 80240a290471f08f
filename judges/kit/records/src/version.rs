//! Version of the file format of records and of descriptions of runs.

use serde::{Deserialize, Serialize};

/// Version of a file. A file without a version has version 1, which must remain readable for ever.
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
