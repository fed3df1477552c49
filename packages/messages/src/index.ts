export { classifyMessage, isRealUser, isSummary, type MessageClass } from './classify.ts';
export { closestName } from './closest-name.ts';
export { contentText, isBlank, isImagePart, isPicture, isTextPart, toolCallsOf } from './content.ts';
export { createTextScale, estimateTextTokens, type TextScale } from './estimate-text-tokens.ts';
export { estimateMessagesTokens, estimateTokens, estimateToolTokens } from './estimate-tokens.ts';
export { groupMessages, type MessageGroup } from './groups.ts';
export { joinSegments, roleBehind } from './join-segments.ts';
export { editJsonStrings, type JsonPath, type JsonStringEdit } from './json/edit-json-strings.ts';
export { isJsonObject, isValidJson, jsonKind } from './json/json-kind.ts';
export { JsonSyntaxError, type JsonSyntaxProblem } from './json/json-syntax-error.ts';
export { locateElements } from './json/locate-elements.ts';
export {
  type JsonContainerKind,
  type JsonKind,
  type JsonListener,
  type JsonScalarKind,
  type JsonSpan,
  scanJson,
} from './json/scan-json.ts';
export { buildLedger, type LedgerCall, type LedgerOptions, ledgerOfCalls } from './ledger/build-ledger.ts';
export {
  type CommandEntry,
  EMPTY_LEDGER,
  type ErrorEntry,
  type FileCounts,
  type FileEntry,
  isChanged,
  type Ledger,
  type LeftOut,
  type TestCounts,
  type UrlEntry,
} from './ledger/ledger.ts';
export { mergeLedgers } from './ledger/merge-ledgers.ts';
export { type ParsedLedger, parseLedger } from './ledger/parse-ledger.ts';
export { LEDGER_WORDS, type LedgerLines, type LedgerWords, renderLedger } from './ledger/render-ledger.ts';
export { unifyPaths } from './ledger/unify-paths.ts';
export { IMAGE_TOKENS } from './message-tokens.ts';
export { noteCompaction } from './note-compaction.ts';
export { type BareList, type KeptPins, keepPins, type PinRoom, pinFinder, withoutPins } from './pins/keep-pins.ts';
export { collapse, PIN_KINDS, type Pin, type PinKind } from './pins/pin.ts';
export {
  addPin,
  EMPTY_PIN_BOOK,
  followRotation,
  type PinBook,
  type PinSource,
  type PinWish,
  readPins,
  removePin,
} from './pins/pin-book.ts';
export { PIN_HEADING } from './pins/pin-heading.ts';
export {
  afterCompaction,
  afterResponse,
  type PromptSize,
  promptSize,
  type ReportedUsage,
  readUsage,
  UNKNOWN_USAGE,
  type UsageState,
} from './prompt-size.ts';
export { redactSecrets } from './redact-secrets.ts';
export { type RepairedMessages, type RepairOptions, repairMessages } from './repair.ts';
export { BRIDGE_TEXT, COMPACTION_NOTE, formatSummary, SUMMARY_HEADER, summaryBody } from './summary-text.ts';
export { formatInZone, timestampOf } from './timestamp.ts';
export { type TokenCategory, tokensByCategory } from './token-categories.ts';
export { TOKEN_WEIGHTS, type TokenWeights } from './token-weights.ts';
export {
  type CallSite,
  orphanedResults,
  pairToolCalls,
  type ToolPairing,
  unansweredCalls,
} from './tool-pairs.ts';
export { commandOf, parseArguments } from './tool-use/call-input.ts';
export type { FailureSigns } from './tool-use/failure-signs.ts';
export { clipText, oneLine } from './tool-use/one-line.ts';
export { pathKey } from './tool-use/path-key.ts';
export { parseJson, readField, readList, readText } from './tool-use/read-field.ts';
export type {
  CommandUse,
  FileAction,
  FileUse,
  LineRange,
  ToolHint,
  ToolHints,
  ToolUse,
  UrlUse,
} from './tool-use/tool-use.ts';
export { type ToolUses, toolUsesOf } from './tool-use/tool-uses-of.ts';
export { type MiddleCut, truncateMiddle, truncateText, wellFormed } from './truncate.ts';
export { startOfLastTurns } from './turns.ts';
export { validateAlternation } from './validate-alternation.ts';
export { validateAnthropic } from './validate-anthropic.ts';
export { validateGemini } from './validate-gemini.ts';
export { validateGemma } from './validate-gemma.ts';
export { validateMistral } from './validate-mistral.ts';
export { validateOpenAiChat } from './validate-openai-chat.ts';
export { validateOpenAiResponses } from './validate-openai-responses.ts';
export type { Violation, ViolationRule } from './validate-violation.ts';
export { WIRES, type Wire } from './wires.ts';
