/** Words that identifiers, paths and sentences of a session are made of. */
export const NOUNS = [
  'loader',
  'queue',
  'session',
  'invoice',
  'cache',
  'schema',
  'router',
  'ledger',
  'index',
  'worker',
  'account',
  'report',
  'batch',
  'cursor',
  'snapshot',
  'upload',
] as const;

/** What one does with them. */
export const VERBS = ['parse', 'merge', 'flush', 'resolve', 'collect', 'render', 'verify', 'split'] as const;

/** Folders below `src`. */
export const AREAS = ['core', 'store', 'http', 'billing', 'jobs', 'ui'] as const;

/** What a user asks for; `{noun}` and `{verb}` are filled in. */
export const REQUESTS = [
  'the {noun} drops the last entry when it is full. Find out why and fix it.',
  'add a {verb} step to the {noun}, with a test for the empty case.',
  'please {verb} the {noun} in one pass; profiles show that it reads everything twice.',
  '请修复 {noun} 模块：重启之后配置没有重新加载，并补充一个测试。',
  'rename {verb}All to {verb}Each in the {noun} module, callers included.',
  '{noun} の処理が遅いので、原因を調べて直してください。',
  'why does the {noun} test fail only on Windows? Do not touch the public names.',
  'в модуле {noun} теряется последняя запись, исправь и объясни почему.',
] as const;

/** Comments in code and paragraphs of notes, in several languages. */
export const REMARKS = [
  'keeps the order of arrival, so that a retry finds its own entry first',
  'a null here means that the caller has not asked yet, not that there is none',
  '重启之后必须重新读取配置，否则旧的连接会一直保留到超时为止',
  'この値は一度だけ計算し、以後は変更しないこと',
  'порядок важен: сначала запись в журнал, потом ответ клиенту',
  'see the ledger for why both sides are rounded to the even cent',
] as const;

/** What the model says before it calls tools. */
export const OPENERS = [
  'Let me look at the code first.',
  'I will check where this is used.',
  '先看一下相关的代码。',
  'The cause should be close to the last change; reading it now.',
] as const;

/** A sentence or two of a closing answer; `{noun}` and `{verb}` are filled in. */
export const FINDINGS = [
  'The {noun} read its state before the write had been acknowledged, so the last entry was lost.',
  'I moved the check into `{verb}` and added a test for the empty list; the other callers need no change.',
  '原因是 {noun} 在关闭之前没有刷新缓冲区，现在会先写入再关闭。',
  'Both passes are one now: `{verb}` returns the {noun} together with its position.',
  'Nothing outside of the module changes, and the public names are the same as before.',
] as const;
