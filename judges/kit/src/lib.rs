//! What every judge shares.
