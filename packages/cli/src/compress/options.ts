/** What `hermes compress` is asked to do. */
export interface CompressOptions {
  /** The transcript file, or `-` for standard input. */
  readonly file: string;
  /** Default: `context.engine` of the configuration. */
  readonly engine?: string;
  /** Default: `model` of the configuration. */
  readonly model?: string;
  /** Window of the model, in tokens. Default: the configuration, the table of known models, or 200,000. */
  readonly contextTokens?: number;
  readonly focusTopic?: string;
  /** Compress below the threshold too. */
  readonly force?: boolean;
  /** Write nothing, and ask no model: the summary is the local extract. */
  readonly dryRun?: boolean;
  /** Ask no model, whatever keys there are. */
  readonly local?: boolean;
  /** Where the messages go; `-` for standard output. Default: nowhere. */
  readonly out?: string;
}
