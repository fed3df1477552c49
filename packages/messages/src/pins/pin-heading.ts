/** The heading under which pins stand. */
export const PIN_HEADING = '## Pinned (word for word)';
