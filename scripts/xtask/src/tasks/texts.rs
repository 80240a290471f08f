//! Texts of a task, from the templates beside this file.

use super::{LAST_PUBLIC, THREADS, Task, TaskRewards};
use crate::games::DialogueKind;
use crate::packages::statement;

/// Row of a table with a group's scale.
const SCALES: &str = "\
The bound is loose here. So a share r of the bound counts (r − baseline) / (reference − baseline): 0 for the baseline or
less, 1 for the reference, more up to the bound.

| options | cases | baseline | reference |
|---|---|---|---|
";

impl Task {
    /// Fills a template; `rules` are those of the game.
    pub(super) fn filled(&self, template: &str, rules: &str) -> String {
        let limits = &self.limits;
        let play_seconds = self.play_seconds();
        let end = match self.game.kind {
            DialogueKind::Interactive => "your last answer; flush your output after each",
            DialogueKind::Offline => "the case",
        };
        let values = [
            ("game", self.game.name.clone()),
            ("title", self.submission.manifest.title.clone()),
            ("rules", rules.into()),
            ("reward", self.formula()),
            ("measured", self.measured()),
            ("tries", self.tries()),
            ("end", end.into()),
            ("cases", self.cases().to_string()),
            ("threads", THREADS.to_string()),
            ("last_public", LAST_PUBLIC.to_string()),
            ("compile_seconds", self.compile_seconds.to_string()),
            ("play_seconds", play_seconds.to_string()),
            ("verifier_seconds", (self.compile_seconds + play_seconds + 120).to_string()),
            ("cpu_seconds", (limits.cpu_ms as f64 / 1000.0).to_string()),
            ("wall_seconds", (limits.wall_ms as f64 / 1000.0).to_string()),
            ("memory", (limits.memory_kib / 1024).to_string()),
            ("host_memory", (2048 + THREADS * limits.memory_kib / 1024).to_string()),
        ];
        let fill = |text: String, (name, value): &(&str, String)| {
            text.replace(&format!("{{{{{name}}}}}"), value)
        };
        values.iter().fold(template.into(), fill)
    }

    /// Describes the reward.
    fn formula(&self) -> String {
        let groups = self.manifest.groups.iter();
        let scales = groups.filter(|group| group.scale != [0.0, 1.0]).map(|group| {
            let ([baseline, reference], options) = (group.scale, group.options.join(" "));
            format!("| `{options}` | {} | {baseline} | {reference} |\n", group.cases)
        });
        let scales: String = scales.collect();
        let scales = if scales.is_empty() { scales } else { format!("\n\n{SCALES}{scales}") };
        format!(
            "The reward is the mean over {} secret cases. A case counts {}. A case that fails (a broken rule, a limit, a crash) counts 0. \
             {}{scales}",
            self.cases(),
            statement::share(self.objective),
            self.manifest.bound
        )
    }

    /// Returns a table of measured rewards, if there are any.
    fn measured(&self) -> String {
        let table = |rewards: &TaskRewards| {
            let TaskRewards { nothing, example, ours, spread } = rewards;
            format!(
                "\n| program | reward |\n|---|---|\n| does nothing | {nothing} |\n| `environment/example.py` | {example} |\n\
                 | `solution/solution.rs` | {ours} ± {spread} |\n\n± is the standard deviation of a reward between exports.\n"
            )
        };
        self.manifest.rewards.as_ref().map_or_else(String::new, table)
    }

    /// Returns commands that play public cases.
    fn tries(&self) -> String {
        let game = &self.game.name;
        let tries = self.manifest.groups.iter().map(|group| {
            let command = [format!("{game}-judge --exec \"python3 solution.py\" --seed 1-3")];
            [&command[..], &self.options(group)].concat().join(" ")
        });
        tries.collect::<Vec<_>>().join("\n")
    }
}
