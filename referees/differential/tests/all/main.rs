//! The tests of the XState referee in one program: linking one is faster than linking three.

mod divergences;
mod laws;
mod traces;
