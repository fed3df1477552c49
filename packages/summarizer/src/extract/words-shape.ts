/** The fixed words of an extract in one language. `{name}` is a place to fill; see `fill`. */
export interface Words {
  /** What an empty section says. */
  readonly nothing: string;
  /** `{request}` was done, in the assistant's words `{answer}`. */
  readonly finished: string;
  /** `{request}` was answered with `{answer}`. */
  readonly answered: string;
  readonly allFinished: string;
  readonly newestOpen: string;
  readonly finishNewest: string;
  /** `{steps}`: the last calls. */
  readonly lastSteps: string;
  /** `{call}` has no result yet. */
  readonly waiting: string;
  /** `{call}` failed. */
  readonly failed: string;
  /** `{entry}` was open at the compaction before this one. */
  readonly openBefore: string;
  /** What was done to a file: these five stand in front of a count. */
  readonly read: string;
  readonly edited: string;
  readonly written: string;
  readonly created: string;
  readonly deleted: string;
  /** In front of the new path. */
  readonly renamed: string;
  /** Marks what was done last, of several things. */
  readonly newest: string;
  /** The folder that `{path}`s below are relative to. */
  readonly root: string;
  /** `{count}` further ones. */
  readonly more: string;
  /** In front of a list of places in files, links, identifiers, values. */
  readonly places: string;
  readonly links: string;
  readonly ids: string;
  readonly values: string;
  readonly user: string;
  readonly assistant: string;
  /** `{count}` messages, by role in `{roles}`. */
  readonly extract: string;
}
