export type { Phase } from './compress/compress-conversation.ts';
export { type CompressedFile, compressFile } from './compress/compress-file.ts';
export type { CompressResult, ListSize } from './compress/describe-result.ts';
export type { CompressOptions } from './compress/options.ts';
export type { Progress } from './compress/progress.ts';
export { type Io, processIo } from './io.ts';
export { main } from './main.ts';
