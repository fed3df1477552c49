/** Freeze a value and all it holds, so that an engine that edits what it was given fails at once, and in its own code. */
export function freezeDeeply<Value>(value: Value): Value {
  // A stack of its own: messages come from models and tools, and recursion would let them choose the depth.
  const open: unknown[] = [value];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== 'object' || node === null || Object.isFrozen(node)) continue;
    Object.freeze(node);
    open.push(...Object.values(node).filter((child) => typeof child === 'object' && child !== null));
  }
  return value;
}
