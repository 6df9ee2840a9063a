//! The report in Markdown.

use super::Report;
use super::table::{Row, Table, estimate, number, share};
use crate::run::Record;
use crate::statistic::Estimate;
use crate::truth::Bearer;

pub(super) fn markdown(report: &Report<'_>) -> String {
    let mut text = format!("# Evaluation on {}\n\n", report.run.settings.data);
    text.push_str(&head(report));
    text.push_str("\n## Coverage\n\n");
    text.push_str(
        "The share of states of which all elements of at least one alternative are shown and told from others. Mean, and in brackets \
the 95 % interval of a bootstrap over states. Subjects that do not know budgets are cut at them; *whole* is what they write uncut.\n",
    );
    for tag in std::iter::once(None).chain(report.by.iter().map(|tag| Some(tag.as_str()))) {
        text.push_str(&coverage(report, tag));
    }
    text.push_str("\n## All measures\n\n");
    text.push_str(&measures(report));
    text.push_str(&sizes(report));
    text.push_str("\n## What is lost\n\n");
    for subject in &report.run.subjects {
        text.push_str(&format!("* `{}`: {}.\n", subject.name(), subject.loses()));
    }
    text.push_str(&failures(report));
    text
}

/// What was measured.
fn head(report: &Report<'_>) -> String {
    let settings = &report.run.settings;
    let mut states: Vec<&Record> = Vec::new();
    for record in &report.done.records {
        if states.last().is_none_or(|last| last.state != record.state) && !states.iter().any(|known| known.state == record.state) {
            states.push(record);
        }
    }
    let needs = || states.iter().flat_map(|record| &record.needs);
    let count = |by: Bearer| needs().filter(|need| need.by == by).count();
    let tokens: Vec<f64> = states.iter().map(|record| record.raw_tokens as f64).collect();
    let mut text = format!("d2snap {}, seed {}", env!("CARGO_PKG_VERSION"), settings.seed);
    if let Some(half) = settings.half {
        text.push_str(&format!(", the {half} half"));
    }
    if !settings.tags.is_empty() {
        text.push_str(&format!(", tags {}", settings.tags.join(", ")));
    }
    let median = crate::statistic::median(&tokens);
    text.push_str(&format!(
        ".\n\n{} states, {} of them with a truth; {} records of the data set could not be used. Raw pages have {} tokens (o200k_base) in \
the median, {} in the mean.\n\n",
        states.len(),
        states.iter().filter(|record| !record.needs.is_empty()).count(),
        report.done.broken.len(),
        number(median),
        number(tokens.iter().sum::<f64>() / tokens.len().max(1) as f64),
    ));
    text.push_str(&format!(
        "Of {} needed elements {} take an action themselves; {} count through the element around them that does, {} through the \
control of their label, {} through the only one inside; {} are none by their markup, and count only where they are shown themselves.\n",
        needs().count(),
        count(Bearer::Itself),
        count(Bearer::Ancestor),
        count(Bearer::Label),
        count(Bearer::Descendant),
        count(Bearer::None),
    ));
    text
}

fn coverage(report: &Report<'_>, tag: Option<&str>) -> String {
    let mut budgets = report.run.settings.budgets.clone();
    budgets.sort_unstable_by(|one, other| other.cmp(one));
    let mut columns = vec!["subject".to_owned()];
    columns.extend(budgets.iter().map(|budget| number(*budget as f64)));
    columns.push("whole".to_owned());
    let mut table = Table::new(columns);
    let mut states = 0;
    for subject in report.run.subjects.iter().filter(|subject| subject.has_texts()) {
        let name = subject.name();
        let mut row = Row::new(format!("`{name}`"));
        let mut any = false;
        for budget in budgets.iter().copied().map(Some).chain([None]) {
            let found = estimates(report, &name, budget, tag, |record| record.measures.as_ref()?.coverage);
            states = states.max(found.map_or(0, |found| found.count));
            any |= found.is_some();
            row.push(estimate(found));
        }
        if any {
            table.push(row);
        }
    }
    let what = tag.map_or_else(|| "All states".to_owned(), |tag| format!("States with the tag `{tag}`"));
    format!("\n### {what} ({states} with a truth)\n\n{table}")
}

fn measures(report: &Report<'_>) -> String {
    let columns = [
        "subject",
        "budget",
        "tokens",
        "median",
        "reduction",
        "kept",
        "identifiable",
        "coverage",
        "targets",
        "tokens a target",
        "words",
        "hierarchy",
        "MRR",
        "R@1",
        "R@5",
        "R@20",
        "ms",
        "failed",
    ];
    let mut table = Table::new(columns.map(str::to_owned).to_vec());
    let mut budgets: Vec<Option<usize>> = report.run.settings.budgets.iter().copied().map(Some).collect();
    budgets.sort_unstable();
    budgets.push(None);
    for subject in &report.run.subjects {
        let name = subject.name();
        for budget in &budgets {
            let records: Vec<&Record> = report.of(&name, *budget, None).collect();
            if records.is_empty() {
                continue;
            }
            let of = |value: &dyn Fn(&Record) -> Option<f64>| {
                let values: Vec<f64> = records.iter().filter_map(|record| value(record)).collect();
                Estimate::of(&values, report.run.settings.seed)
            };
            let measured = |value: &dyn Fn(&crate::metric::Measures) -> Option<f64>| of(&|record| value(record.measures.as_ref()?));
            let tokens = of(&|record| record.tokens.map(|tokens| tokens as f64));
            let shown: usize = records.iter().filter_map(|record| Some(record.measures.as_ref()?.targets)).sum();
            let all: usize = records.iter().filter_map(|record| record.tokens).sum();
            let mut row = Row::new(format!("`{name}`"));
            row.push(budget.map_or_else(|| "whole".to_owned(), |budget| number(budget as f64)));
            row.push(tokens.map_or_else(String::new, |tokens| number(tokens.mean)));
            row.push(tokens.map_or_else(String::new, |tokens| number(tokens.median)));
            row.push(share(of(&|record| Some(1.0 - record.tokens? as f64 / record.raw_tokens.max(1) as f64))));
            row.push(estimate(measured(&|it| it.kept)));
            row.push(estimate(measured(&|it| it.identifiable)));
            row.push(estimate(measured(&|it| it.coverage)));
            row.push(share(measured(&|it| (it.targets_total > 0).then(|| it.targets as f64 / it.targets_total as f64))));
            row.push(if shown > 0 { number(all as f64 / shown as f64) } else { String::new() });
            row.push(share(measured(&|it| Some(it.recall))));
            row.push(share(measured(&|it| it.hierarchy)));
            row.push(share(measured(&|it| it.mrr)));
            for at in 0..3 {
                row.push(share(measured(&|it| it.recall_at.map(|found| found[at]))));
            }
            row.push(
                of(&|record| record.error.is_none().then_some(record.milliseconds))
                    .map_or_else(String::new, |time| format!("{:.1}", time.median)),
            );
            row.push(records.iter().filter(|record| record.error.is_some()).count().to_string());
            table.push(row);
        }
    }
    format!(
        "`kept` and `identifiable` are shares of needed elements, `coverage` of states, `targets` of the visible targets of the page, `words` \
of its visible words; `tokens a target` are for each target shown. `hierarchy` is the rank correlation of distances between targets, 0 \
where the text is flat. MRR and R@n: the lines of needed elements for the task as a BM25 query. `ms` is the median, parsing \
included, with as many pages at a time as there are threads. A subject that fails on a page keeps nothing of it.\n\n{table}"
    )
}

/// Where sizes alone are known, beside the others on the same pages.
fn sizes(report: &Report<'_>) -> String {
    let known: Vec<String> = report.run.subjects.iter().filter(|subject| !subject.has_texts()).map(|subject| subject.name()).collect();
    if known.is_empty() {
        return String::new();
    }
    format!("\n{} are sizes that another implementation came to on the same pages; its texts were not recorded.\n", known.join(", "))
}

fn failures(report: &Report<'_>) -> String {
    let mut errors: Vec<(String, usize)> = Vec::new();
    for record in &report.done.records {
        let Some(error) = &record.error else { continue };
        let what = format!("`{}`: {error}", record.subject);
        match errors.iter_mut().find(|(known, _)| *known == what) {
            Some((_, count)) => *count += 1,
            None => errors.push((what, 1)),
        }
    }
    if errors.is_empty() {
        return String::new();
    }
    let lines: String = errors.iter().map(|(what, count)| format!("* {what} ({count} ×)\n")).collect();
    format!("\n## Failures\n\n{lines}")
}

fn estimates(
    report: &Report<'_>,
    subject: &str,
    budget: Option<usize>,
    tag: Option<&str>,
    value: impl Fn(&Record) -> Option<f64>,
) -> Option<Estimate> {
    let values: Vec<f64> = report.of(subject, budget, tag).filter_map(value).collect();
    Estimate::of(&values, report.run.settings.seed)
}
