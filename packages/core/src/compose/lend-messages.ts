import type { Message, Messages } from '@hermes-context/contract';

// Messages are never edited in place, so a copy holds for as long as its original lives, and a part sees the same
// object for the same message on every call.
const lentForms = new WeakMap<Message, Message>();

/**
 * The list as one engine of several may see it: it can neither edit the host's messages nor those that the
 * engine behind it will get, not even after its time is up. Messages that are frozen to the ground already are
 * handed on as they are; of others it gets a frozen copy, always the same one. Texts are shared, never copied.
 */
export function lendMessages(messages: Messages): Messages {
  return Object.freeze(messages.map(lend));
}

/** A list that an engine made of `lendMessages(messages)`, with the messages themselves back in their places. */
export function giveBack(list: Messages, messages: Messages): Messages {
  // By the list at hand: what is lent here may itself be a copy that somebody else lent.
  const owners = new Map<Message, Message>();
  for (const message of messages) {
    const form = lend(message);
    if (form !== message) owners.set(form, message);
  }
  return owners.size === 0 ? list : list.map((message) => owners.get(message) ?? message);
}

function lend(message: Message): Message {
  const known = lentForms.get(message);
  if (known !== undefined) return known;
  const form = isFrozen(message, new Set()) ? message : frozenCopy(message, new Map());
  lentForms.set(message, form);
  return form;
}

/** What JSON is made of. Anything else, such as a buffer, cannot be frozen or copied by its entries. */
function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isFrozen(value: unknown, seen: Set<object>): boolean {
  if (!isContainer(value) || seen.has(value)) return true;
  seen.add(value);
  return Object.isFrozen(value) && Object.values(value).every((inner) => isFrozen(inner, seen));
}

function frozenCopy<Value extends object>(value: Value, copies: Map<object, object>): Value {
  const copy = Array.isArray(value) ? Object.assign([], value) : { ...value };
  copies.set(value, copy);
  for (const [key, inner] of Object.entries(value)) {
    if (isContainer(inner)) Reflect.set(copy, key, copies.get(inner) ?? frozenCopy(inner, copies));
  }
  return Object.freeze(copy);
}
