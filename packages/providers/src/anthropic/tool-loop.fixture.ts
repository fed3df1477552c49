/** A picture as a block. */
export const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
/** One turn with a tool loop: thinking, two calls, their results, and a word of the user behind them. */
export const loop = [
  { role: 'user', content: [{ type: 'text', text: 'Find it.' }, image] },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Look first.', signature: 'SIG=' },
      { type: 'redacted_thinking', data: 'ENC=' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_use', id: 't1', name: 'grep', input: { q: 'x', limit: 2 } },
      { type: 'tool_use', id: 't2', name: 'read', input: {}, cache_control: { type: 'ephemeral' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 't1', content: 'a:1' },
      { type: 'tool_result', tool_use_id: 't2', content: [{ type: 'text', text: 'no' }, image], is_error: true },
      { type: 'text', text: 'Go on.' },
    ],
  },
  { role: 'assistant', content: 'Done.' },
];
