/// A page in the middle of a task, and what the task needs of it.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Unique in its data set.
    pub id: String,
    /// The page as an agent would meet it: marks that reveal what is needed are gone from it.
    pub html: String,
    /// Where the page came from, if that is known: relative links are resolved against it.
    pub url: Option<String>,
    /// What the user wants, in their words.
    pub task: Option<String>,
    /// What was done before, oldest first.
    pub history: Vec<String>,
    /// Alternatives: whoever has all elements of one of them can go on. Empty where the truth is not known.
    pub trajectories: Vec<Trajectory>,
    /// What the set tells of the state, to report apart: language, split, kind of task.
    pub tags: Vec<String>,
}

/// Elements that are all needed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trajectory {
    /// In the order of use.
    pub needs: Vec<Need>,
}

/// An element that a task needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Need {
    /// The element's position among all elements of the tree that `scraper::Html::parse_document` makes of
    /// [`State::html`], in document order, the `html` element being 0. Template contents count where the parser puts them.
    pub element: usize,
    /// How the data set names it: a CSS selector, an id of its own; for reports.
    pub label: String,
}
