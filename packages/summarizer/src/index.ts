export { type ExtractRequest, extractSummary } from './extractive-summarizer.ts';
export { createSummarizer, type SummarizerOptions } from './failure-ladder.ts';
export type { GateSource } from './gate/gate-source.ts';
export { type GateVerdict, judgeSummary } from './gate/judge-summary.ts';
export type { ModelRoute } from './model-route.ts';
export { renderRequestPrompt } from './render-prompt.ts';
export type { SummaryProgress } from './run-route.ts';
export {
  parseSections,
  renderSections,
  SECTION_NAMES,
  type SectionName,
  SUMMARY_HEADINGS,
  type SummarySections,
} from './summary-sections.ts';
