//! Arguments, nothing else.

use std::process::ExitCode;

fn main() -> ExitCode {
    dress::cli::main()
}
