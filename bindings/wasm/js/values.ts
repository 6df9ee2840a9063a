/** What a page says of itself. */
export interface Meta {
  /** The title; empty where it has none. */
  title: string;
  /** The language of the root element; empty where it says none. */
  lang: string;
  /** The address that links are resolved against; null where none is known. */
  baseUrl: string | null;
}

/** An element that takes an action itself. */
export interface Target {
  /** Its number: no parameter, scope or budget changes it. Of live pages an element keeps it while it exists. */
  uid: number;
  /** Its tag, in lower case. */
  tag: string;
  /** Its ARIA role, explicit or of its tag. */
  role: string | null;
  /** Its accessible name. */
  name: string | null;
  /** Why it is interactive: "tag", "role", "contenteditable", "onclick", "tabindex", "cursor", "listener". */
  reasons: string[];
  /** Its states: "checked" to "true", "expanded" to "false" … */
  state: Record<string, string>;
  /** Its current value; null for secrets, which have the state "filled" instead. */
  value: string | null;
  /** Where it leads. */
  href: string | null;
  /** A CSS selector that matches this element alone: one for each tree on the way, joined by ` >>> `. */
  selector: string;
  /** The same as an XPath; null inside a shadow root, which XPath can not enter. */
  xpath: string | null;
  /** What it stands under, where its name does not tell it from all other targets of its role. */
  context: string | null;
  /** Which live element it is; of live pages only. */
  reference?: { capturer: string; number: number };
  /** Where it is outside of what is seen. */
  offScreen?: { side: 'above' | 'below' | 'left' | 'right'; pixels: number };
  /** Whether something else lies over all of it. */
  covered?: boolean;
  /** Whether it can not be used while a dialog is open. */
  inert?: boolean;
}

/** What was kept and what was not. */
export interface Stats {
  sentences: number;
  sentencesKept: number;
  attributes: number;
  attributesKept: number;
  containers: number;
  containersKept: number;
  /** Elements that were flattened for their depth. */
  depthCut: number;
  /** What no snapshot shows, by reason: "hidden", "display-none", "secret" … */
  withheld: Record<string, number>;
}

/** What a search within a token budget came to. */
export interface Search {
  budget: number;
  tokens: number;
  /** How many plans were rendered and counted. */
  evaluations: number;
  /** 2 for an unreduced page, 1 to 2 for one that (k, l, m) reduced, below 1 the share of value kept by elision. */
  utility: number;
  /** How many attributes are kept although m leaves them out, as the budget had room for them. */
  filled: number;
  elided: {
    targets: number;
    lines: number;
    runs: { first: number; last: number; targets: number; what: 'links' | 'buttons' | 'fields' | 'targets' }[];
  };
}

/** What changed from one snapshot to another. */
export interface Diff {
  /** Targets printed now that were not printed before. */
  added: Target[];
  /** Targets printed before that are not printed now. */
  removed: Target[];
  /** Facts that changed of targets printed in both. */
  changed: { uid: number; fact: string; before: string | null; after: string | null }[];
  /** Lines that are gone or new, in order. */
  lines: { kind: 'added' | 'removed'; text: string }[];
  /** All of it as text, to be sent instead of the whole page: `- ` and a line that is gone, `+ ` and one that is new. */
  text: string;
}
