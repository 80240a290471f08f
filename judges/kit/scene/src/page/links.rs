//! Links between the pages of a folder.

use std::ffi::OsStr;

/// File names of the pages around a page.
#[derive(Clone, Debug, Default)]
pub struct PageLinks {
    /// Page of the previous case.
    pub before: Option<String>,
    /// Index of all cases.
    pub index: Option<String>,
    /// Page of the next case.
    pub after: Option<String>,
}

impl PageLinks {
    /// Returns the links as markup.
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
    let encoded = path.as_ref().as_encoded_bytes().iter().map(|&byte| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    encoded.collect()
}
