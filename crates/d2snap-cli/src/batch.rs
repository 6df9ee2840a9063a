//! The pages of a command: worked on side by side, written in order.

use std::process::ExitCode;

use clap::Args;
use d2snap::Workers;

use crate::input::Input;
use crate::output::Output;

/// How many pages are worked on at a time.
#[derive(Debug, Args)]
pub struct JobArgs {
    /// How many pages to work on at a time; 0 is one for each core
    ///
    /// It changes nothing but time and memory: pages are written in the order given.
    #[arg(short, long, value_name = "N", default_value_t = 0, hide_short_help = true, help_heading = "Limits")]
    jobs: usize,
}

impl JobArgs {
    /// Writes what `page` gives of each page, or why it gave nothing.
    pub fn write(
        &self,
        inputs: Vec<Input>,
        mut output: Output,
        page: impl Fn(&Input) -> Result<String, String> + Send + Sync + 'static,
    ) -> ExitCode {
        // One page may use all threads by itself.
        if let [input] = inputs.as_slice() {
            output.begin(input);
            let _ = output.write(input, page(input));
            return output.finish();
        }
        let mut results = Workers::new(self.jobs).map(inputs.clone(), move |input| page(&input));
        for input in &inputs {
            output.begin(input);
            let Some(result) = results.next() else { break };
            if output.write(input, result).is_break() {
                break;
            }
        }
        output.finish()
    }
}
