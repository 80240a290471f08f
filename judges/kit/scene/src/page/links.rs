//! Links from one page of a folder to others.

use std::ffi::OsStr;

/// The pages around one, by their file names.
#[derive(Clone, Debug, Default)]
pub struct PageLinks {
    /// The page of the case before.
    pub before: Option<String>,
    /// The index of all.
    pub index: Option<String>,
    /// The page of the next case.
    pub after: Option<String>,
}

impl PageLinks {
    /// The links as markup.
    pub(super) fn markup(&self) -> String {
        let link = |file: &Option<String>, rel: &str, text: &str| {
            let file = file.as_deref().map(address);
            let link = file.map(|file| format!("<a rel=\"{rel}\" href=\"{file}\">{text}</a>"));
            link.unwrap_or_default()
        };
        let links = [
            link(&self.before, "prev", "← case before"),
            link(&self.index, "up", "all cases"),
            link(&self.after, "next", "next case →"),
        ];
        match links.concat() {
            links if links.is_empty() => links,
            links => format!("<nav class=\"links\" aria-label=\"Cases\">{links}</nav>"),
        }
    }
}

/// Percent-encodes the path of a file.
pub fn address(path: impl AsRef<OsStr>) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    let bytes = path.as_ref().as_encoded_bytes().iter();
    let encoded = bytes.map(|&byte| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    encoded.collect()
}
