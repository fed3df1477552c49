/** Long work in slices: each step takes a few milliseconds, and others are served between two of them. */
export type Task<Result> = Generator<void, Result>;
