//! Salts in records.

use std::fmt;
use std::hash::{Hash, Hasher};

use game::Salt;
use serde::{Deserialize, Serialize};

/// Prefix of a digest in a record; a salt cannot begin with it.
const PREFIX: &str = "digest:";

/// Salt of a case in its record, compared by its digest. A salt that several cases of a run share is
/// recorded as a digest only, since a contestant may read the records of earlier cases.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RecordedSalt {
    /// The digest with its prefix.
    digest: String,
    /// The salt, if it belongs to this case alone, or an earlier judge recorded it.
    open: Option<Salt>,
}

impl RecordedSalt {
    /// A salt that belongs to one case.
    pub fn open(salt: Salt) -> RecordedSalt {
        RecordedSalt {
            digest: RecordedSalt::secret(&salt).digest,
            open: Some(salt),
        }
    }

    /// A salt that several cases share.
    pub fn secret(salt: &Salt) -> RecordedSalt {
        RecordedSalt {
            digest: format!("{PREFIX}{}", salt.digest()),
            open: None,
        }
    }

    /// Returns the salt, if the record holds it.
    pub fn salt(&self) -> Option<&Salt> {
        self.open.as_ref()
    }

    /// Returns the digest with its prefix.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

impl PartialEq for RecordedSalt {
    fn eq(&self, other: &RecordedSalt) -> bool {
        self.digest == other.digest
    }
}

impl Eq for RecordedSalt {}

impl Hash for RecordedSalt {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

/// The salt, or its digest.
impl fmt::Display for RecordedSalt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.open {
            Some(salt) => salt.fmt(f),
            None => f.write_str(&self.digest),
        }
    }
}

impl From<RecordedSalt> for String {
    fn from(salt: RecordedSalt) -> String {
        salt.to_string()
    }
}

impl TryFrom<String> for RecordedSalt {
    type Error = String;

    fn try_from(text: String) -> Result<RecordedSalt, String> {
        if text.starts_with(PREFIX) {
            return Ok(RecordedSalt {
                digest: text,
                open: None,
            });
        }
        Salt::try_from(text).map(RecordedSalt::open)
    }
}
