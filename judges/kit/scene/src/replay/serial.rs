//! JSON forms of places, roles and figure values.

use serde::{Serialize, Serializer};

use crate::{FigureValue, Place, Role, shade};

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(match *self {
            Place::Cell(index) => index.into(),
            Place::Tray(index) => -1 - i64::from(index),
        })
    }
}

impl Serialize for Role {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Role::Neutral => serializer.serialize_str("neutral"),
            Role::Own => serializer.serialize_str("own"),
            Role::Opponent => serializer.serialize_str("opponent"),
            Role::Value(value) => serializer.collect_str(&format_args!("value-{}", shade(value))),
        }
    }
}

impl FigureValue {
    /// Returns the number if it is whole and small enough to be exact.
    pub(super) fn whole(&self) -> Option<i64> {
        /// Limit below which every whole number is exact.
        const EXACT: f64 = (1_u64 << 53) as f64;
        match *self {
            FigureValue::Number(number) if number.fract() == 0.0 && number.abs() < EXACT => {
                Some(number as i64)
            }
            _ => None,
        }
    }
}

impl Serialize for FigureValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self, self.whole()) {
            (_, Some(whole)) => serializer.serialize_i64(whole),
            (FigureValue::Number(number), None) => {
                serializer.serialize_f64((number * 1e4).round() / 1e4)
            }
            (FigureValue::Text(text), None) => serializer.serialize_str(text),
        }
    }
}
