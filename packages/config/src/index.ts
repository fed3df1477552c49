export { claimNotice } from './claim-notice.ts';
export {
  type ConfigFinding,
  type ConfigProblem,
  type ConfigWarning,
  formatPlace,
  formatProblem,
  type ProblemCode,
  type WarningCode,
} from './config-problem.ts';
export { describeKeys, type KeyDescription } from './describe-keys.ts';
export type { ConfigEdit } from './edit/config-edit.ts';
export { ConfigEditRefusedError } from './edit/config-edit-refused-error.ts';
export { ConfigLockedError, ConfigUnwritableError } from './edit/config-file-errors.ts';
export {
  type ConfigEditResult,
  type EditConfigRequest,
  editConfigFile,
  type SettingChange,
} from './edit/edit-config-file.ts';
export { type ParsedSettingValue, parseSettingValue } from './edit/parse-setting-value.ts';
export { InvalidSettingError, UnknownSettingError } from './edit/setting-errors.ts';
export { getValue, type ValueLookup } from './get-value.ts';
export { findHermesHome } from './hermes-home.ts';
export { InvalidConfigError } from './invalid-config-error.ts';
export { configJsonSchema, type JsonSchema } from './json-schema.ts';
export { formatKeyPath, type ParsedKeyPath, parseKeyPath } from './key-path.ts';
export { listSources, type SettingSource } from './list-sources.ts';
export {
  type ConfigFiles,
  type InvalidConfig,
  type LoadConfigOptions,
  type LoadedConfig,
  type LoadResult,
  loadConfig,
  type ValueSource,
} from './load-config.ts';
export { renderConfigurationDoc } from './render-configuration-doc.ts';
export type { HermesConfig } from './schema.ts';
