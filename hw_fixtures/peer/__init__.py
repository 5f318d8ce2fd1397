"""The device end of the CDP/1 wire format: codes, frames and codec, written from the paper alone."""
