//! Details: names and values that a game reports.

use std::fmt;

use scene::decimal;
#[cfg(feature = "serde")]
use serde::de::{MapAccess, Visitor};
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that a game reports.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(untagged))]
pub enum Detail {
    /// True or false.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Whole numbers.
    List(Vec<i64>),
}

impl Detail {
    /// Returns the value if it is a number.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Detail::Whole(whole) => Some(whole as f64),
            Detail::Number(number) => Some(number),
            _ => None,
        }
    }
}

/// Prints the value in readable form: `0.2326`, `2 4 2 2 4 2 4`.
impl fmt::Display for Detail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Detail::Flag(flag) => flag.fmt(f),
            Detail::Whole(whole) => whole.fmt(f),
            Detail::Number(number) => decimal(*number).fmt(f),
            Detail::Text(text) => text.fmt(f),
            Detail::List(list) => {
                list.iter().map(i64::to_string).collect::<Vec<_>>().join(" ").fmt(f)
            }
        }
    }
}

/// Names and values that a game reports, in its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details(pub Vec<(String, Detail)>);

impl Details {
    /// Creates details from names and values.
    pub fn new<const N: usize>(fields: [(&str, Detail); N]) -> Details {
        Details(fields.map(|(name, value)| (name.into(), value)).into())
    }

    /// Adds a detail if it has a value.
    #[must_use]
    pub fn with(mut self, name: &str, value: Option<impl Into<Detail>>) -> Details {
        self.0.extend(value.map(|value| (name.into(), value.into())));
        self
    }

    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&Detail> {
        self.0.iter().find_map(|(known, value)| (known == name).then_some(value))
    }

    /// Returns the value with this name if it is a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.number()
    }

    /// Returns true without details.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes a map in the order of the details.
#[cfg(feature = "serde")]
impl Serialize for Details {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Reads a map and keeps its order.
#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Details {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Details, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Details;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("names and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Details, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Details(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

impl From<bool> for Detail {
    fn from(flag: bool) -> Detail {
        Detail::Flag(flag)
    }
}

/// All numbers of a game are far below 2^63, so this loses nothing.
macro_rules! from_whole {
    ($($whole:ty),*) => {
        $(impl From<$whole> for Detail {
            fn from(whole: $whole) -> Detail {
                Detail::Whole(whole as i64)
            }
        })*
    };
}

from_whole!(u8, i32, u32, i64, u64, usize);

impl From<f64> for Detail {
    fn from(number: f64) -> Detail {
        Detail::Number(number)
    }
}

impl From<&str> for Detail {
    fn from(text: &str) -> Detail {
        Detail::Text(text.into())
    }
}

impl<T: Into<i64>> From<Vec<T>> for Detail {
    fn from(list: Vec<T>) -> Detail {
        Detail::List(list.into_iter().map(T::into).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_people_read_them() {
        assert_eq!(Detail::from(vec![2048, 4, 2]).to_string(), "2048 4 2");
        assert_eq!(Detail::from(0.25).to_string(), "0.25");
    }
}
