export type { Phase } from './compress/compress-conversation.ts';
export { type CompressedFile, type CompressResult, compressFile, type ListSize } from './compress/compress-file.ts';
export type { CompressOptions } from './compress/options.ts';
export type { Progress } from './compress/progress.ts';
export { type Io, processIo } from './io.ts';
export { main } from './main.ts';
