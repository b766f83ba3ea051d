//! Doors.
