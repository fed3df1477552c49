/** Markup of a call that a model writes as text, at the beginning of it. */
export const TOOL_MARKUP =
  /^(?:<\/?(?:tool_calls?|tool_use|function_calls?|function=|invoke|antml|\|tool)|\[TOOL_CALLS\]|<\|(?:tool|python_tag|channel))/i;

/** Signs of tool calls and of chat templates, anywhere. */
export const TEMPLATE_TOKENS =
  /<\|[a-z_]{2,30}\|>|<\/?(?:tool_calls?|tool_use|function_calls?|function_results?|invoke|think|thinking)\b[^>\n]{0,80}>|<function=[\w.-]{1,60}>|\[\/?INST\]|<<\/?SYS>>|\[TOOL_CALLS\]|<(?:start|end)_of_turn>/gi;
