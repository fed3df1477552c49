/** Versions of the engine contract that this host speaks. */
export const HOST_CONTRACT_VERSIONS: readonly number[] = [1];
